import type { BankAccount } from "@bobine/contract/bank-accounts";
import { Select, Text } from "@mantine/core";
import { TEXTS } from "./bank-statements.texts.ts";

interface AccountSelectProps {
  /** The first one first. */
  accounts: readonly BankAccount[];
  isUnread: boolean;
  /** Null: the first one. */
  value: number | null;
  onChange: (account: number) => void;
  disabled: boolean;
}

/** Of which account a statement is that does not say it itself (BANK-15). Who has one account is not asked. */
export function AccountSelect({ accounts, isUnread, value, onChange, disabled }: AccountSelectProps) {
  if (isUnread)
    return (
      <Text component="output" size="sm" c="dimmed">
        {TEXTS.accountsUnread}
      </Text>
    );
  const [first] = accounts;
  if (!first || accounts.length < 2) return null;
  return (
    <Select
      label={TEXTS.account}
      description={TEXTS.accountHint}
      data={accounts.map(({ id, label, ledger_account }) => ({
        value: String(id),
        label: `${label} (${ledger_account})`,
      }))}
      value={String(value ?? first.id)}
      onChange={(chosen) => (chosen === null ? undefined : onChange(Number(chosen)))}
      allowDeselect={false}
      disabled={disabled}
      maw={420}
    />
  );
}
