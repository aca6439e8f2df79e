import { COMMENT_TEXT_MAX } from "@bobine/contract/comments";
import { commentsPolicy } from "@bobine/contract/policy/comments";
import { type Draft, describeError, useDraft, useMay } from "@bobine/shared-auth";
import { Button, Group, Text } from "@mantine/core";
import { useRef } from "react";
import { type Subject, commentDraft, useAddComment, useMentionable } from "./comments.queries.ts";
import { TEXTS } from "./comments.texts.ts";
import { MentionField } from "./mention-field.tsx";
import { UnsentText } from "./unsent-text.tsx";

/** From here on it is said how much room is left. */
const LITTLE_LEFT = 200;

/** Where one writes of a subject. What is typed stays until the server has it, also when the role to send it is gone meanwhile. */
export function CommentForm({ subject }: { subject: Subject }) {
  const draft = useDraft(commentDraft(subject), "", TEXTS.label);
  if (useMay(commentsPolicy.write)) return <WritingForm subject={subject} draft={draft} />;
  if (draft.value === "") return null;
  return <UnsentText text={draft.value} why={TEXTS.mayNoMore} giveUp={draft.discard} />;
}

function WritingForm({ subject, draft }: { subject: Subject; draft: Draft<string> }) {
  const people = useMentionable(true).data ?? [];
  const add = useAddComment(subject);
  const text = draft.value.trim();
  const failure = add.error ? describeError(add.error, TEXTS.sendFailed) : undefined;
  const form = useRef<HTMLFormElement>(null);
  const send = (): void => {
    if (text === "" || add.isPending) return;
    add.mutate(text, {
      onSuccess: () => {
        draft.set(() => "");
        // The button that had the focus goes with the text; while it worked, the panel or nothing at all had it.
        const active = document.activeElement;
        if (form.current?.contains(active) || active?.contains(form.current))
          form.current?.querySelector("textarea")?.focus({ preventScroll: true });
      },
    });
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionField
        label={TEXTS.label}
        placeholder={TEXTS.placeholder}
        value={draft.value}
        people={people}
        readOnly={add.isPending}
        onChange={(next) => draft.set(() => next)}
        onSubmit={send}
        error={
          failure ? <span role="alert">{failure.fieldErrors["text"] ?? failure.message}</span> : undefined
        }
      />
      {draft.value === "" ? null : (
        <Group justify="space-between" mt={6} gap="xs">
          <Room text={draft.value} />
          <Button type="submit" size="compact-sm" loading={add.isPending} disabled={text === ""}>
            {TEXTS.send}
          </Button>
        </Group>
      )}
    </form>
  );
}

/** How much may still be typed, when that is little; else the keys that send. */
export function Room({ text }: { text: string }) {
  const left = COMMENT_TEXT_MAX - text.length;
  return (
    <Text size="xs" c="dimmed" aria-live="polite">
      {left <= LITTLE_LEFT ? TEXTS.left(left) : TEXTS.sendKeys}
    </Text>
  );
}
