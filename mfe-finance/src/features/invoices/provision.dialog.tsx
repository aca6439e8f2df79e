import {
  PROVISION_ACCOUNT_FIELDS,
  type Provision,
  type setProvision,
  wrongProvisionAccount,
} from "@bobine/contract/invoice-detail";
import { type BodyOf } from "@bobine/contract/route";
import { centsFromWire, centsToWire } from "@bobine/contract/money";
import { useDraft } from "@bobine/shared-auth";
import { formatMoney, Notice } from "@bobine/shared-ui";
import { type FieldErrors, FormDialog, useFieldErrors } from "@bobine/shared-ui/forms";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { centsTyped } from "../../typed-amount.ts";
import { type ProvisionForm, provisionDraft, rateOf, typedText } from "./provision.draft.ts";
import { PROVISION_TEXTS as TEXTS } from "./provision.texts.ts";

interface ProvisionDialogProps {
  id: number;
  number: string;
  provision: Provision;
  pending: boolean;
  error: string | undefined;
  /** The same object as long as it is the same answer. */
  fieldErrors: FieldErrors;
  onConfirm: (body: BodyOf<typeof setProvision>) => void;
  close: () => void;
}

const RATES = [25, 50, 100];

/** « Provisionner » an invoice in default (EXP-19): an amount before tax, or a rate of what is due. */
export function ProvisionDialog(props: ProvisionDialogProps) {
  const { id, number, provision, pending, error, fieldErrors, onConfirm, close } = props;
  const base = centsFromWire(provision.base);
  const before = centsFromWire(provision.amount);
  const saved: ProvisionForm = {
    amount: before === 0 ? "" : typedText(before),
    provision_account: provision.provision_account,
    charge_account: provision.charge_account,
    release_account: provision.release_account,
  };
  const title = TEXTS.title(number);
  const draft = useDraft(provisionDraft(id), saved, title);
  const { errors, setWrong, mend } = useFieldErrors(fieldErrors);
  const typed = draft.value;
  const type = (part: Partial<ProvisionForm>) => {
    for (const field of Object.keys(part)) mend(field);
    mend("accounts");
    draft.set((form) => ({ ...form, ...part }));
  };
  const submit = (): boolean => {
    const amount = centsTyped(typed.amount);
    const wrong: Record<string, string> = {};
    if (amount === undefined || amount > base) wrong["amount"] = TEXTS.amountWrong(formatMoney(base));
    const accounts = {
      provision_account: typed.provision_account.trim(),
      charge_account: typed.charge_account.trim(),
      release_account: typed.release_account.trim(),
    };
    // What was begun keeps its accounts, of whatever class: no field shows them.
    const fields = provision.is_begun ? [] : PROVISION_ACCOUNT_FIELDS;
    for (const field of fields) {
      const message = wrongProvisionAccount(field, accounts[field]);
      if (message) wrong[field] = message;
    }
    setWrong(wrong);
    if (amount === undefined || Object.keys(wrong).length > 0) return false;
    const isChanged = fields.some((field) => accounts[field] !== provision[field]);
    onConfirm({ amount: centsToWire(amount), ...(isChanged ? { accounts } : {}) });
    return true;
  };
  const refused = errors["accounts"] ?? error;
  return (
    <FormDialog
      title={title}
      submitLabel={TEXTS.save}
      size="min(560px, 94vw)"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TEXTS.hint(formatMoney(base))}</Text>
      <TextInput
        label={TEXTS.amount}
        description={TEXTS.amountHint}
        inputMode="decimal"
        autoComplete="off"
        rightSection="€"
        maw={260}
        readOnly={pending}
        value={typed.amount}
        onChange={({ currentTarget: { value } }) => type({ amount: value })}
        error={errors["amount"]}
        data-autofocus
      />
      <Group component="section" gap="xs" aria-label={TEXTS.rates}>
        {RATES.map((percent) => (
          <Button
            key={percent}
            size="compact-sm"
            variant="default"
            disabled={pending}
            onClick={() => type({ amount: typedText(rateOf(base, percent)) })}
          >
            {TEXTS.rate(percent)}
          </Button>
        ))}
        {before > 0 ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            onClick={() => type({ amount: "0,00" })}
          >
            {TEXTS.withdraw}
          </Button>
        ) : null}
      </Group>
      {provision.is_begun ? (
        <Text size="sm" c="dimmed">
          {TEXTS.accountsKept(PROVISION_ACCOUNT_FIELDS.map((field) => provision[field]).join(", "))}
        </Text>
      ) : (
        <section aria-label={TEXTS.accounts}>
          <Group align="start" gap="sm">
            {PROVISION_ACCOUNT_FIELDS.map((field) => (
              <TextInput
                key={field}
                label={TEXTS[field]}
                inputMode="numeric"
                autoComplete="off"
                w={140}
                readOnly={pending}
                value={typed[field]}
                onChange={({ currentTarget: { value } }) => type({ [field]: value })}
                error={errors[field]}
              />
            ))}
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {TEXTS.accountsHint}
          </Text>
        </section>
      )}
      {refused ? <Notice tone="error">{refused}</Notice> : null}
    </FormDialog>
  );
}
