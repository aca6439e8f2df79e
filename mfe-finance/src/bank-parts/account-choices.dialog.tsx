import { type AccountChoice, MOST_ACCOUNTS } from "@bobine/contract/bank-parts";
import { LARGEST_WRITE_OFF_LIMIT } from "@bobine/contract/distributors";
import type { Cents } from "@bobine/contract/money";
import { useDraft } from "@bobine/shared-auth";
import { formatMoney, Notice } from "@bobine/shared-ui";
import { type FieldErrors, FormDialog, useFieldErrors } from "@bobine/shared-ui/forms";
import { Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  ACCOUNTS_DRAFT,
  accountsForm,
  changedChoices,
  isFull,
  joinedForm,
  moved,
  wrongAccounts,
} from "./account-choices.draft.ts";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";
import { AccountRow } from "./account-row.tsx";
import { centsTyped } from "../typed-amount.ts";
import type { SavedChoices } from "./bank-parts.queries.ts";
import classes from "./bank-parts.module.css";

interface AccountChoicesDialogProps {
  accounts: readonly AccountChoice[];
  /** The largest difference of an invoice that may be written off. */
  limit: Cents;
  /** The distributor's own, that speak of something else than an invoice (LET-37). */
  words: readonly string[];
  pending: boolean;
  /** Of the last attempt, in French. */
  error: string | undefined;
  /** Field → message of the server; the same object as long as it is the same answer. */
  fieldErrors: FieldErrors;
  /** @param join to be called with the list that somebody else has saved meanwhile */
  onConfirm: (changed: SavedChoices, join: (now: readonly AccountChoice[]) => void) => void;
  close: () => void;
}

/** The distributor's own list of accounts for bank lines (LET-20): added, renamed, put in order, removed, saved as a whole. */
export function AccountChoicesDialog(props: AccountChoicesDialogProps) {
  const { accounts, limit, words, pending, error, fieldErrors, onConfirm, close } = props;
  const draft = useDraft(ACCOUNTS_DRAFT, accountsForm(accounts, limit, words), TEXTS.title);
  /** Of the last attempt: somebody else's changes are in what is typed. */
  const [isJoined, setIsJoined] = useState(false);
  const { errors, setWrong, mend } = useFieldErrors(fieldErrors);
  const typed = draft.value.accounts;
  const typedLimit = centsTyped(draft.value.limit);
  /** Places change: what was wrong with a place says nothing of the one that is there now. */
  const arrange = (change: (list: readonly AccountChoice[]) => AccountChoice[]) => {
    setWrong({});
    mend("accounts");
    draft.set((form) => ({ ...form, accounts: change(form.accounts) }));
  };
  const rename = (place: number, part: Partial<AccountChoice>) => {
    for (const field of Object.keys(part)) mend(`${field}-${place}`);
    mend("accounts");
    draft.set((form) => ({
      ...form,
      accounts: form.accounts.map((one, index) => (index === place ? { ...one, ...part } : one)),
    }));
  };
  const submit = (): boolean => {
    const isLimit = typedLimit !== undefined && typedLimit <= LARGEST_WRITE_OFF_LIMIT;
    const wrong = {
      ...wrongAccounts(typed),
      ...(isLimit ? {} : { write_off_limit: TEXTS.limitWrong(formatMoney(LARGEST_WRITE_OFF_LIMIT)) }),
    };
    setWrong(wrong);
    if (Object.keys(wrong).length > 0 || typedLimit === undefined) return false;
    setIsJoined(false);
    onConfirm(changedChoices(draft.value, typedLimit), (now) => {
      setIsJoined(true);
      draft.set((form) => joinedForm(form, now));
    });
    return true;
  };
  const refused = isJoined ? TEXTS.joined : (errors["accounts"] ?? error);
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.save}
      size="min(640px, 94vw)"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {TEXTS.hint}
      </Text>
      <ol className={classes["accounts"]}>
        {typed.map((account, place) => (
          // The place is what an account is known by: while it is typed its number is any text.
          <AccountRow
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            account={account}
            place={place}
            count={typed.length}
            errors={errors}
            pending={pending}
            onRename={(part) => rename(place, part)}
            onMove={(to) => arrange((list) => moved(list, place, to))}
            onRemove={() => arrange((list) => list.filter((_, index) => index !== place))}
          />
        ))}
      </ol>
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          disabled={pending || isFull(typed)}
          onClick={() => arrange((list) => [...list, { code: "", label: "" }])}
        >
          {TEXTS.add}
        </Button>
        {isFull(typed) ? (
          <Text size="sm" c="dimmed">
            {TEXTS.full(MOST_ACCOUNTS)}
          </Text>
        ) : null}
      </Group>
      <TextInput
        label={TEXTS.limit}
        description={TEXTS.limitHint}
        inputMode="decimal"
        autoComplete="off"
        rightSection="€"
        maw={320}
        readOnly={pending}
        value={draft.value.limit}
        onChange={({ currentTarget: { value } }) => {
          mend("write_off_limit");
          draft.set((form) => ({ ...form, limit: value }));
        }}
        error={errors["write_off_limit"]}
      />
      <Textarea
        label={TEXTS.words}
        description={TEXTS.wordsHint}
        rows={3}
        readOnly={pending}
        value={draft.value.words}
        onChange={({ currentTarget: { value } }) => {
          mend("contrary_words");
          draft.set((form) => ({ ...form, words: value }));
        }}
        error={errors["contrary_words"]}
      />
      {refused ? <Notice tone="error">{refused}</Notice> : null}
    </FormDialog>
  );
}
