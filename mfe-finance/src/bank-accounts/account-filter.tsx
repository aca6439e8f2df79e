import { Group, Select, type SelectProps } from "@mantine/core";
import { AccountDot } from "./account-dot.tsx";
import { useBankAccounts } from "./bank-accounts.queries.ts";

export const ACCOUNT_FILTER_TEXTS = {
  account: "Compte bancaire",
  all: "Tous les comptes",
  gone: "Compte introuvable",
} as const;

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
  const colourOf = (id: string): string => accounts.find((one) => String(one.id) === id)?.colour ?? "";
  const colour = colourOf(String(value));
  if (accounts.length < 2 && value === undefined) return null;
  const isGone = value !== undefined && accounts.length > 0 && accounts.every(({ id }) => id !== value);
  return (
    <Select
      data={[
        { value: ALL, label: ACCOUNT_FILTER_TEXTS.all },
        ...accounts.map(({ id, label, ledger_account }) => ({
          value: String(id),
          label: `${label} (${ledger_account})`,
        })),
        // Of an old link, or a saved filter.
        ...(isGone ? [{ value: String(value), label: ACCOUNT_FILTER_TEXTS.gone }] : []),
      ]}
      value={value === undefined ? ALL : String(value)}
      leftSection={colour === "" ? undefined : <AccountDot colour={colour} />}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <AccountDot colour={colourOf(option.value)} />
          {option.label}
        </Group>
      )}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : Number(chosen))}
      allowDeselect={false}
      {...props}
    />
  );
}
