import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { centsToWire } from "@bobine/contract/money";
import { describeError, dropDraft, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { DayField } from "@bobine/shared-ui/dates";
import { FormDialog, HINT_BELOW, useFieldErrors } from "@bobine/shared-ui/forms";
import { SimpleGrid, Text, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { balanceDraft, balanceTyped } from "./bank-account.draft.ts";
import { useStateBalance } from "./banks.queries.ts";
import { ACCOUNT_TEXTS, BALANCE_TEXTS as TEXTS } from "./banks.texts.ts";

const NONE = {};

/** What a person reads on the statement, where the file does not say it (EXP-15). */
export function BankBalanceDialog({
  accountId,
  label,
  date: proposed,
  close,
}: {
  accountId: number | null;
  label: string;
  date: CivilDate;
  close: () => void;
}) {
  const state = useStateBalance();
  const { error } = state;
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  const kind = balanceDraft(accountId, proposed);
  const draft = useDraft(kind, { date: proposed, balance: "" }, TEXTS.title);
  const { date, balance } = draft.value;
  const { errors, setWrong, mend } = useFieldErrors(described?.fieldErrors ?? NONE);
  const submit = (): boolean => {
    const value = balance.trim() === "" ? null : balanceTyped(balance);
    const wrong = {
      ...(isCivilDate(date) ? {} : { date: TEXTS.notDate }),
      ...(value === undefined ? { balance: ACCOUNT_TEXTS.notAmount } : {}),
    };
    setWrong(wrong);
    if (!isCivilDate(date) || value === undefined) return false;
    state.mutate(
      { account_id: accountId, date, balance: value === null ? null : centsToWire(value) },
      {
        onSuccess: () => {
          dropDraft(kind);
          notifySuccess(TEXTS.saved);
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.save}
      size="min(480px, 94vw)"
      pending={state.isPending}
      draft={draft}
      errors={errors}
      failure={described?.message}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {TEXTS.intro(label)}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DayField
          label={TEXTS.date}
          required
          readOnly={state.isPending}
          day={isCivilDate(date) ? date : undefined}
          onDay={(day) => {
            mend("date");
            draft.set((form) => ({ ...form, date: day ?? "" }));
          }}
          error={errors["date"]}
        />
        <TextInput
          label={TEXTS.balance}
          description={TEXTS.hint}
          inputWrapperOrder={HINT_BELOW}
          autoComplete="off"
          placeholder="1 234,56"
          readOnly={state.isPending}
          value={balance}
          onChange={({ currentTarget: { value } }) => {
            mend("balance");
            draft.set((form) => ({ ...form, balance: value }));
          }}
          error={errors["balance"]}
          data-autofocus
        />
      </SimpleGrid>
      {described && Object.keys(errors).length === 0 ? (
        <Notice tone="error">{described.message}</Notice>
      ) : null}
    </FormDialog>
  );
}
