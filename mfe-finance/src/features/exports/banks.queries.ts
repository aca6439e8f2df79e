import { addBankAccount, changeBankAccount } from "@bobine/contract/bank-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import { readTies, stateBalance } from "@bobine/contract/ties";
import { callApi, invalidateAfter, routeQuery, useAction, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AccountChange } from "./bank-account.draft.ts";

const STALE_MS = 5 * 60_000;

/** Of a year, or of this one. The server compares all books for it: what changes it has it read again, coming back to the window does not. */
export function useTies(year: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readTies, { query: year === undefined ? {} : { year: String(year) } }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
    enabled: hasAccess,
  });
}

/** Adds an account, or changes the one that is given. */
export function useSaveAccount(id: number | null) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: AccountChange) =>
      id === null
        ? callApi(addBankAccount, { body })
        : callApi(changeBankAccount, { params: { id: String(id) }, body }),
    onSettled: () => void invalidateAfter(client, id === null ? addBankAccount : changeBankAccount),
  });
}

export function useStateBalance() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: { account_id: number | null; date: CivilDate; balance: Money | null }) =>
      callApi(stateBalance, { body }),
    onSettled: () => void invalidateAfter(client, stateBalance),
  });
}
