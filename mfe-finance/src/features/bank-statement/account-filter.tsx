import { Select } from "@mantine/core";
import { useBankAccounts } from "./original-statement.queries.ts";
import { TEXTS } from "./original-statement.texts.ts";

const ALL = "";

/** Shows the lines of one account; who has one account is not asked. */
export function AccountFilter({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (account: string | null) => void;
}) {
  const accounts = useBankAccounts().data?.results ?? [];
  if (accounts.length < 2 && value === null) return null;
  return (
    <Select
      label={TEXTS.account}
      data={[
        { value: ALL, label: TEXTS.allAccounts },
        ...accounts.map(({ id, label, ledger_account }) => ({
          value: String(id),
          label: `${label} (${ledger_account})`,
        })),
      ]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
      allowDeselect={false}
      maw={420}
      mb="md"
    />
  );
}
