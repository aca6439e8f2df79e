import type { ReminderLevel } from "@bobine/contract/mail-values";
import { REMINDER_VARIABLE_NAMES, REMINDER_VARIABLES } from "@bobine/contract/reminder-words";
import {
  type MailPreview,
  type ReminderTextView,
  type ReminderWords,
  reminderWordsSchema,
  WORDS_MAX,
} from "@bobine/contract/reminders";
import { describeError, hasDraft, isApiError, useDraft } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  ErrorCard,
  Notice,
  notifyFailure,
  notifySuccess,
  RestoredDraft,
  Surface,
} from "@bobine/shared-ui";
import { DiscardDialog } from "@bobine/shared-ui/forms";
import { Box, Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { useDecides } from "../../decider.tsx";
import { MailPreviewView } from "../../mail-preview/mail-preview.tsx";
import {
  useOurTextPreview,
  useReminderTextActions,
  useReminderTexts,
  useTextPreview,
} from "./reminders.queries.ts";
import { ownWordsOf, textDraft, wordsOf } from "./reminder-text.draft.ts";
import classes from "./reminders.module.css";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import { TEXTS } from "./reminders.texts.ts";
import { TEXT_TEXTS } from "./reminder-texts.texts.ts";

/** TXT-2 */
const TYPING_PAUSE_MS = 300;
const LEVELS: readonly ReminderLevel[] = [0, 1, 2, 3];

/** The distributor's own words, and beside them the mail that they make (MAIL-10). */
export function ReminderTexts() {
  const texts = useReminderTexts();
  const [level, setLevel] = useState<ReminderLevel>(1);
  const text = texts.data?.results.find((one) => one.level === level);
  if (texts.isError && !texts.data)
    return (
      <ErrorCard
        title={describeError(texts.error, TEXTS.loadFailed).message}
        onRetry={() => void texts.refetch()}
      />
    );
  return (
    <Stack gap="md">
      <Group component="fieldset" aria-label={TEXT_TEXTS.level} gap="xs" className={classes["levels"] ?? ""}>
        {LEVELS.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === level ? "filled" : "default"}
            aria-pressed={one === level}
            onClick={() => setLevel(one)}
          >
            {LEVEL_NAMES[one]}
          </Button>
        ))}
      </Group>
      {text ? (
        <OneText key={level} text={text} />
      ) : (
        <Box component="output" display="block" aria-label="Chargement…">
          <Skeleton height={320} />
        </Box>
      )}
    </Stack>
  );
}

/** The distributor's own text, or ours until it begins one; what is typed of it is kept (FED-6). */
function OneText({ text }: { text: ReminderTextView }) {
  const [isBegun, setIsBegun] = useState(false);
  // What is typed stays there, also when somebody else deletes the saved text.
  return text.is_own || isBegun || hasDraft(textDraft(text.level)) ? (
    <TextForm text={text} giveUp={() => setIsBegun(false)} />
  ) : (
    <OurText level={text.level} begin={() => setIsBegun(true)} />
  );
}

/** As it leaves: the words that one's own text begins with are others (MAIL-9). */
function OurText({ level, begin }: { level: ReminderLevel; begin: () => void }) {
  const preview = useOurTextPreview(level);
  const decides = useDecides();
  return (
    <div className={classes["texts"]}>
      <Surface>
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            {TEXT_TEXTS.ours}
          </Text>
          {decides ? (
            <Button variant="default" onClick={begin}>
              {TEXT_TEXTS.write}
            </Button>
          ) : null}
        </Stack>
      </Surface>
      {preview.isError && !preview.data ? (
        <ErrorCard
          title={describeError(preview.error, TEXT_TEXTS.oursFailed).message}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Invented mail={preview.data} />
      )}
    </div>
  );
}

/** @param giveUp of the text: Bobine's is shown again */
function TextForm({ text, giveUp }: { text: ReminderTextView; giveUp: () => void }) {
  const { level, is_own } = text;
  const began = { ...wordsOf(text), read: ownWordsOf(text) };
  const draft = useDraft(textDraft(level), began, TEXT_TEXTS.form(LEVEL_NAMES[level]));
  const words = wordsOf(draft.value);
  const texts = useReminderTexts();
  const [theirs, setTheirs] = useState<ReminderTextView>();
  const { save, remove } = useReminderTextActions(level);
  const decides = useDecides();
  const [settled] = useDebouncedValue(words, TYPING_PAUSE_MS);
  const read = reminderWordsSchema.safeParse(words);
  const wrong = read.success
    ? {}
    : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]));
  const isReadable = reminderWordsSchema.safeParse(settled).success;
  const preview = useTextPreview(level, settled, isReadable);
  const refused = save.error ? describeError(save.error, TEXT_TEXTS.failed).fieldErrors : {};
  const asked = preview.error && isReadable ? describeError(preview.error).fieldErrors : {};
  const change = (part: Partial<ReminderWords>) => {
    // Not while it is saved: its end must be told.
    if (save.isError) save.reset();
    draft.set((current) => ({ ...current, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!read.success) return;
    save.mutate(
      { words: read.data, known: draft.value.read },
      {
        onSuccess: () => {
          // What was typed meanwhile is left to save.
          draft.settle({ ...words, read: read.data });
          draft.set((current) => ({ ...current, read: read.data }));
          setTheirs(undefined);
          notifySuccess(TEXT_TEXTS.saved);
        },
        onError: (error) => {
          const { reason, fieldErrors } = describeError(error, TEXT_TEXTS.failed);
          if (Object.keys(fieldErrors).length > 0) return;
          notifyFailure(TEXT_TEXTS.failed, reason);
          if (isApiError(error) && error.code === "text_changed") void showTheirs();
        },
      },
    );
  };
  const showTheirs = async () => {
    const { isSuccess, data } = await texts.refetch();
    const now = isSuccess ? data.results.find((one) => one.level === level) : undefined;
    if (!now) return;
    setTheirs(now);
    // Whoever saves again has seen it.
    draft.set((current) => ({ ...current, read: ownWordsOf(now) }));
  };
  const takeTheirs = (other: ReminderTextView) => {
    const value = { ...wordsOf(other), read: ownWordsOf(other) };
    draft.settle(value);
    draft.set(() => value);
    setTheirs(undefined);
    if (!other.is_own) giveUp();
  };
  const forget = () => {
    draft.discard();
    giveUp();
  };
  return (
    <div className={classes["texts"]}>
      <Surface>
        <form noValidate onSubmit={submit}>
          <Stack gap="sm">
            {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
            {theirs ? <ChangedMeanwhile theirs={theirs} onTake={() => takeTheirs(theirs)} /> : null}
            <Text size="sm" c="dimmed">
              {is_own ? TEXT_TEXTS.own : TEXT_TEXTS.begun}
              {level === 3 ? ` ${TEXT_TEXTS.notice}` : ""}
            </Text>
            <WordFields
              words={words}
              errorOf={(field) => wrong[field] ?? refused[field] ?? asked[field]}
              readOnly={!decides}
              change={change}
            />
            <Variables />
            <Group justify="flex-end" gap="sm" display={decides ? "flex" : "none"}>
              <BackToOurs
                isOwn={is_own}
                isTyped={draft.isDirty}
                pending={remove.isPending}
                onConfirm={() =>
                  is_own
                    ? remove.mutate(undefined, {
                        onSuccess: () => {
                          forget();
                          notifySuccess(TEXT_TEXTS.removed);
                        },
                        onError: (error) =>
                          notifyFailure(TEXT_TEXTS.failed, describeError(error, TEXT_TEXTS.failed).reason),
                      })
                    : forget()
                }
              />
              <Button
                type="submit"
                loading={save.isPending}
                disabled={!read.success || (is_own && !draft.isDirty)}
              >
                {TEXT_TEXTS.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Surface>
      <div aria-live="polite" className={isReadable && !preview.isError ? undefined : classes["stale"]}>
        <Invented mail={preview.data} />
      </div>
    </div>
  );
}

/** What somebody else has saved while one's own was typed, to save over it knowingly or to take it up. */
function ChangedMeanwhile({ theirs, onTake }: { theirs: ReminderTextView; onTake: () => void }) {
  return (
    <Notice tone="warning" title={TEXT_TEXTS.changedTitle}>
      <Stack gap="xs" align="flex-start">
        <span>{theirs.is_own ? TEXT_TEXTS.changed : TEXT_TEXTS.removedMeanwhile}</span>
        {theirs.is_own ? (
          <blockquote className={classes["theirs"]}>
            {[theirs.subject, theirs.opening, theirs.closing].filter(Boolean).join("\n\n")}
          </blockquote>
        ) : null}
        <Button variant="default" size="xs" onClick={onTake}>
          {theirs.is_own ? TEXT_TEXTS.takeTheirs : TEXT_TEXTS.remove}
        </Button>
      </Stack>
    </Notice>
  );
}

interface WordFieldsProps {
  words: ReminderWords;
  errorOf: (field: keyof ReminderWords) => string | undefined;
  readOnly: boolean;
  change: (part: Partial<ReminderWords>) => void;
}

function WordFields({ words, errorOf, readOnly, change }: WordFieldsProps) {
  return (
    <>
      <TextInput
        label={TEXT_TEXTS.subject}
        value={words.subject}
        maxLength={WORDS_MAX.subject}
        error={errorOf("subject")}
        readOnly={readOnly}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={TEXT_TEXTS.opening}
        value={words.opening}
        maxLength={WORDS_MAX.opening}
        error={errorOf("opening")}
        readOnly={readOnly}
        rows={7}
        onChange={(event) => change({ opening: event.currentTarget.value })}
      />
      <Textarea
        label={TEXT_TEXTS.closing}
        value={words.closing}
        maxLength={WORDS_MAX.closing}
        error={errorOf("closing")}
        readOnly={readOnly}
        rows={5}
        onChange={(event) => change({ closing: event.currentTarget.value })}
      />
    </>
  );
}

interface BackToOursProps {
  isOwn: boolean;
  isTyped: boolean;
  pending: boolean;
  onConfirm: () => void;
}

/** Asks before a saved text is deleted, or what is typed is given up. */
function BackToOurs({ isOwn, isTyped, pending, onConfirm }: BackToOursProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button
        variant="default"
        loading={pending}
        onClick={() => (isOwn || isTyped ? setAsking(true) : onConfirm())}
      >
        {TEXT_TEXTS.remove}
      </Button>
      {asking && !isOwn ? <DiscardDialog onDiscard={confirm} close={close} /> : null}
      {asking && isOwn ? (
        <ConfirmDialog
          opened
          title={TEXT_TEXTS.removeTitle}
          confirmLabel={TEXT_TEXTS.removeConfirm}
          danger
          onConfirm={confirm}
          close={close}
        >
          <Text>{TEXT_TEXTS.removeQuestion}</Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Invented({ mail }: { mail: MailPreview | undefined }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {TEXT_TEXTS.invented}
      </Text>
      {mail ? (
        <MailPreviewView mail={mail} />
      ) : (
        <Box component="output" display="block" aria-label="Chargement…">
          <Skeleton height={320} />
        </Box>
      )}
    </div>
  );
}

/** What may stand in braces, and what it stands for. */
function Variables() {
  return (
    <section aria-label={TEXT_TEXTS.variables}>
      <Text size="sm" fw={500} mb={4}>
        {TEXT_TEXTS.variables}
      </Text>
      <div className={classes["variables"]}>
        {REMINDER_VARIABLE_NAMES.map((name) => (
          <Text key={name} size="xs" component="span">
            <code>{`{${name}}`}</code> {REMINDER_VARIABLES[name]}
          </Text>
        ))}
      </div>
    </section>
  );
}
