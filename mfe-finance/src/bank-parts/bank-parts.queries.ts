import {
  acceptInternalTransfer,
  type AccountChoice,
  type RequestedPart,
  decideParts,
  listAccountChoices,
  readParts,
  replaceAccountChoices,
} from "@bobine/contract/bank-parts";
import { listCinemas } from "@bobine/contract/cinemas";
import { ownDistributor, updateOwnDistributor } from "@bobine/contract/distributors";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { type Cents, centsToWire } from "@bobine/contract/money";
import {
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { offeredInvoice } from "./part-line.ts";
import { type FoundTargets, NOTHING_FOUND } from "./part-options.ts";

/** What a bank line may be split into. */
export const useParts = (id: number, isWanted = true) =>
  useQuery({ ...routeQuery(readParts, { params: { id } }), enabled: isWanted });

export function useDecideParts(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (parts: RequestedPart[]) => callApi(decideParts, { params: { id }, body: { parts } }),
    onSettled: () => void invalidateAfter(client, decideParts),
  });
}

/** Both sides of a transfer between own accounts at once (LET-43). */
export function useAcceptTransfer(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (other_transaction_id: number) =>
      callApi(acceptInternalTransfer, { params: { id }, body: { other_transaction_id } }),
    onSettled: () => void invalidateAfter(client, acceptInternalTransfer),
  });
}

/** The distributor's own accounts for bank lines. */
export function useAccountChoices() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listAccountChoices), enabled: hasAccess });
}

/** Saves the list, and the limit when it is another. Twice is as once: what failed half-way is saved again whole. */
interface SavedChoices {
  readonly accounts: AccountChoice[];
  /** Only what changed. */
  readonly limit?: Cents;
  readonly words?: string[];
}

export function useSaveAccountChoices() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ accounts, limit, words }: SavedChoices) => {
      await callApi(replaceAccountChoices, { body: { accounts } });
      const settings = {
        ...(limit === undefined ? {} : { write_off_limit: centsToWire(limit) }),
        ...(words === undefined ? {} : { contrary_words: words }),
      };
      if (Object.keys(settings).length > 0)
        client.setQueryData(
          routeKey(ownDistributor),
          await callApi(updateOwnDistributor, { body: settings }),
        );
    },
    onSettled: () => void invalidateAfter(client, replaceAccountChoices),
  });
}

/** One letter finds half of everything. */
const SHORTEST_SEARCH = 2;
/** Of each; who looks for another types more. */
const MOST_TARGETS = 20;

/** Unpaid invoices and cinemas that a word finds. What could not be read is not found: the line's own choices stay. */
export function useTargets(search: string): FoundTargets {
  const { hasAccess } = useDistributorScope();
  const enabled = hasAccess && search.length >= SHORTEST_SEARCH;
  const invoices = useQuery({
    ...routeQuery(searchUnpaidInvoices, { query: { search, page: "1" } }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const cinemas = useQuery({
    ...routeQuery(listCinemas, { query: { page: "1", search, ordering: "name" } }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return useMemo(
    () =>
      enabled
        ? {
            invoices: (invoices.data?.results ?? []).slice(0, MOST_TARGETS).map(offeredInvoice),
            cinemas: (cinemas.data?.results ?? [])
              .slice(0, MOST_TARGETS)
              .map(({ id, name }) => ({ id, name })),
          }
        : NOTHING_FOUND,
    [enabled, invoices.data, cinemas.data],
  );
}
