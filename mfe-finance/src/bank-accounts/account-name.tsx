import { Group } from "@mantine/core";
import { AccountDot } from "./account-dot.tsx";
import { useBankAccounts } from "./bank-accounts.queries.ts";

/** The name of an account, behind its colour; of a name that two accounts have, nobody knows whose it is (BANK-38). */
export function AccountName({ label }: { label: string }) {
  const named = useBankAccounts().filter((account) => account.label === label);
  const colour = named.length === 1 ? (named[0]?.colour ?? "") : "";
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <AccountDot colour={colour} />
      {label}
    </Group>
  );
}
