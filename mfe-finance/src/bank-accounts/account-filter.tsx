import { Select, type SelectProps } from "@mantine/core";
import { AccountDot } from "./account-dot.tsx";
import { useBankAccounts } from "./bank-accounts.queries.ts";

export const ACCOUNT_FILTER_TEXTS = { account: "Compte bancaire", all: "Tous les comptes" } as const;

const ALL = "";

/** Shows what is of one account; who has one account is not asked (BANK-35). */
export function AccountFilter({
  value,
  onChange,
  ...props
}: Pick<SelectProps, "label" | "aria-label" | "className" | "maw" | "mb" | "mt"> & {
  /** Its id, undefined for all. */
  value: number | undefined;
  onChange: (account: number | undefined) => void;
}) {
  const accounts = useBankAccounts();
  const colour = accounts.find(({ id }) => id === value)?.colour ?? "";
  if (accounts.length < 2 && value === undefined) return null;
  return (
    <Select
      data={[
        { value: ALL, label: ACCOUNT_FILTER_TEXTS.all },
        ...accounts.map(({ id, label, ledger_account }) => ({
          value: String(id),
          label: `${label} (${ledger_account})`,
        })),
      ]}
      value={value === undefined ? ALL : String(value)}
      leftSection={colour === "" ? undefined : <AccountDot colour={colour} />}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : Number(chosen))}
      allowDeselect={false}
      {...props}
    />
  );
}
