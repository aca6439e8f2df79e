import {
  type AccountChoice,
  type AskedPart,
  decideParts,
  listAccountChoices,
  readParts,
  replaceAccountChoices,
} from "@bobine/contract/bank-parts";
import { callApi, invalidateAfter, routeQuery, useAction, useDistributorScope } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** What a bank line may be split into. */
export const useParts = (id: number) => useQuery(routeQuery(readParts, { params: { id } }));

export function useDecideParts(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (parts: AskedPart[]) => callApi(decideParts, { params: { id }, body: { parts } }),
    onSettled: () => void invalidateAfter(client, decideParts),
  });
}

/** The distributor's own accounts for bank lines. */
export function useAccountChoices() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listAccountChoices), enabled: hasAccess });
}

export function useReplaceAccountChoices() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (accounts: AccountChoice[]) => callApi(replaceAccountChoices, { body: { accounts } }),
    onSettled: () => void invalidateAfter(client, replaceAccountChoices),
  });
}
