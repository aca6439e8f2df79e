import { type AskedPart, decideParts, readParts } from "@bobine/contract/bank-parts";
import { callApi, invalidateAfter, routeQuery, useAction } from "@bobine/shared-auth";
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
