import { type BankAccount, listBankAccounts } from "@bobine/contract/bank-accounts";
import { routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

const NONE: readonly BankAccount[] = [];

/** The bank accounts of the distributor; none while they are read, or cannot be: lists then show all lines. */
export function useBankAccounts(): readonly BankAccount[] {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listBankAccounts), enabled: hasAccess }).data?.results ?? NONE;
}
