import { ACCOUNT_COLOURS, type BankAccount } from "@bobine/contract/bank-accounts";
import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import { describeError, dropDraft, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { DayField } from "@bobine/shared-ui/dates";
import { FormDialog, HINT_BELOW, useFieldErrors } from "@bobine/shared-ui/forms";
import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { AccountDot } from "../../bank-accounts/account-dot.tsx";
import { accountChange, accountDraft, type TypedAccount, typedAccount } from "./bank-account.draft.ts";
import { useSaveAccount } from "./banks.queries.ts";
import { ACCOUNT_TEXTS as TEXTS, COLOUR_NAMES } from "./banks.texts.ts";

const NONE = {};

/** A bank account that is added, or changed (BANK-15). */
export function BankAccountDialog({
  account,
  proposed,
  close,
}: {
  account: BankAccount | null;
  /** The opening balance that would fit. */
  proposed: { readonly date: CivilDate; readonly balance: Money } | null;
  close: () => void;
}) {
  const save = useSaveAccount(account?.id ?? null);
  const { error } = save;
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  const title = account ? TEXTS.edit : TEXTS.add;
  const kind = accountDraft(account?.id ?? null);
  const draft = useDraft(kind, typedAccount(account, proposed), title);
  const { errors, setWrong, mend } = useFieldErrors(described?.fieldErrors ?? NONE);
  const typed = draft.value;
  /** Both days may be missing: one that cannot be read is not saved as none (UI-24, BANK-33). */
  const [wrongDays, setWrongDays] = useState<Partial<Record<keyof TypedAccount, string>>>({});
  const field = (name: keyof TypedAccount, label: string, more: object = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      inputWrapperOrder={HINT_BELOW}
      readOnly={save.isPending}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => {
        mend(name);
        draft.set((form) => ({ ...form, [name]: value }));
      }}
      error={errors[name]}
      {...more}
    />
  );
  const day = (name: "opened_on" | "opening_date", label: string, more: object = {}) => (
    <DayField
      label={label}
      readOnly={save.isPending}
      day={isCivilDate(typed[name]) ? typed[name] : undefined}
      onDay={(chosen) => {
        mend(name);
        draft.set((form) => ({ ...form, [name]: chosen ?? "" }));
      }}
      onWrong={(message) =>
        setWrongDays(({ [name]: _before, ...others }) => ({
          ...others,
          ...(message ? { [name]: message } : {}),
        }))
      }
      error={errors[name]}
      {...more}
    />
  );
  const submit = (): boolean => {
    const result = accountChange(typed, account === null);
    const wrong = { ...("wrong" in result ? result.wrong : {}), ...wrongDays };
    setWrong(wrong);
    if ("wrong" in result || Object.keys(wrong).length > 0) return false;
    save.mutate(result.change, {
      onSuccess: () => {
        dropDraft(kind);
        notifySuccess(TEXTS.saved);
        close();
      },
    });
    return true;
  };
  const isPosted = account?.is_posted === true;
  return (
    <FormDialog
      title={title}
      submitLabel={TEXTS.save}
      size="min(560px, 94vw)"
      pending={save.isPending}
      draft={draft}
      errors={errors}
      failure={described?.message}
      onSubmit={submit}
      close={close}
    >
      {field("number", TEXTS.number, {
        description: TEXTS.numberHint,
        required: true,
        "data-autofocus": true,
      })}
      {field("label", TEXTS.label, { required: true, maxLength: 60 })}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {field("bank", TEXTS.bank, { maxLength: 60 })}
        <Select
          label={TEXTS.colour}
          data={[
            { value: "", label: TEXTS.noColour },
            ...ACCOUNT_COLOURS.map((colour) => ({ value: colour, label: COLOUR_NAMES[colour] })),
          ]}
          value={typed.colour}
          onChange={(colour) => draft.set((form) => ({ ...form, colour: colour ?? "" }))}
          leftSection={<AccountDot colour={typed.colour} />}
          readOnly={save.isPending}
          allowDeselect={false}
        />
        {field("currency", TEXTS.currency, {
          maxLength: 3,
          ...(account ? { readOnly: true } : {}),
        })}
      </SimpleGrid>
      {field("ledger_account", TEXTS.ledgerAccount, {
        description: isPosted ? TEXTS.posted : TEXTS.ledgerHint,
        inputMode: "numeric",
        placeholder: "512100",
        ...(isPosted ? { readOnly: true } : {}),
      })}
      <OpeningFields day={day} field={field} />
      {described && Object.keys(errors).length === 0 ? (
        <Notice tone="error">{described.message}</Notice>
      ) : null}
    </FormDialog>
  );
}

/** Since when the account is there, and what was on it (EXP-14, BANK-33). */
function OpeningFields({
  day,
  field,
}: {
  day: (name: "opened_on" | "opening_date", label: string, more?: object) => ReactNode;
  field: (name: "opening_balance", label: string, more: object) => ReactNode;
}) {
  return (
    <>
      {day("opened_on", TEXTS.openedOn, {
        description: TEXTS.openedOnHint,
        inputWrapperOrder: HINT_BELOW,
      })}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {day("opening_date", TEXTS.openingDate)}
        {field("opening_balance", TEXTS.openingBalance, {
          description: TEXTS.openingHint,
          inputMode: "text",
          placeholder: "1 234,56",
        })}
      </SimpleGrid>
    </>
  );
}
