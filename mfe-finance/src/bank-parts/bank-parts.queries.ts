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
import { listCredits } from "@bobine/contract/client-credits";
import { ownDistributor, updateOwnDistributor } from "@bobine/contract/distributors";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { type Cents, centsToWire } from "@bobine/contract/money";
import {
  callApi,
  describeError,
  invalidateAfter,
  isApiError,
  routeKey,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { PARTS_TEXTS, TRANSFER_TEXTS } from "./bank-parts.texts.ts";
import { offeredCredit, offeredInvoice, type PartLine } from "./part-line.ts";
import { type FoundTargets, NOTHING_FOUND } from "./part-options.ts";

/** What a bank line may be split into. */
export const useParts = (id: number, isWanted = true) =>
  useQuery({ ...routeQuery(readParts, { params: { id } }), enabled: isWanted });

/**
 * @param place a dialog goes with what it is about, whatever refused it; of what stays there a card's is seen
 * @param onDecided also told when what asked has gone, to whoever goes on with the next line
 */
export function useDecideParts(id: number, place: RefusalPlace = "card", onDecided?: () => void) {
  const client = useQueryClient();
  const { forget, ...told } = useToldOnceGone(PARTS_TEXTS.saveFailed, place);
  const decide = useAction({
    ...told,
    mutationFn: (parts: RequestedPart[]) => callApi(decideParts, { params: { id }, body: { parts } }),
    onSuccess: () => onDecided?.(),
    onSettled: () => void invalidateAfter(client, decideParts),
  });
  return { ...decide, /** Its refusal was seen. */ forget };
}

type RefusalPlace = "dialog" | "card";

/** A colleague has decided the line, its action, or the other side. */
const TAKING_AWAY = ["already_reconciled", "action_closed", "no_internal_transfer"];

/** A colleague's decision takes away what shows the refusal of one's own, maybe before it comes: it is told where it stays (TXT-1). */
function useToldOnceGone(text: string, place: RefusalPlace) {
  const isHere = useRef(false);
  const untold = useRef<Error>(undefined);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (untold.current) notifyFailure(text, describeError(untold.current, text).reason);
    };
  }, [text]);
  const forget = (): void => {
    untold.current = undefined;
  };
  return {
    forget,
    onMutate: forget,
    onError: (error: Error): void => {
      const isGoing = place === "dialog" || (isApiError(error) && TAKING_AWAY.includes(error.code ?? ""));
      if (isHere.current) untold.current = isGoing ? error : undefined;
      // Not to another session.
      else if (!(isApiError(error) && error.failure === "stale"))
        notifyFailure(text, describeError(error, text).reason);
    },
  };
}

/**
 * Both sides of a transfer between own accounts at once (LET-43).
 * @param onAccepted as `onDecided` of `useDecideParts`
 */
export function useAcceptTransfer(id: number, place: RefusalPlace, onAccepted: (message: string) => void) {
  const client = useQueryClient();
  const { forget, ...told } = useToldOnceGone(TRANSFER_TEXTS.failed, place);
  const accept = useAction({
    ...told,
    mutationFn: (other_transaction_id: number) =>
      callApi(acceptInternalTransfer, { params: { id }, body: { other_transaction_id } }),
    onSuccess: ({ message }) => onAccepted(message),
    onSettled: () => void invalidateAfter(client, acceptInternalTransfer),
  });
  return { ...accept, /** Its refusal was seen. */ forget };
}

/** The distributor's own accounts for bank lines. */
export function useAccountChoices() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listAccountChoices), enabled: hasAccess });
}

/** Only what changed, beside what had been read of it. */
export interface SavedChoices {
  readonly accounts?: { readonly known: AccountChoice[]; readonly now: AccountChoice[] };
  readonly limit?: Cents;
  readonly words?: { readonly known: string[]; readonly now: string[] };
}

/** What somebody else has added to the words meanwhile, or taken from them, stays so. */
async function joinedWords({ known, now }: NonNullable<SavedChoices["words"]>): Promise<string[]> {
  const { contrary_words: current } = await callApi(ownDistributor);
  const kept = now.filter((word) => current.includes(word) || !known.includes(word));
  return [...kept, ...current.filter((word) => !known.includes(word) && !now.includes(word))];
}

/** Saves what changed of the list, the limit and the words. Twice is as once: what failed half-way is saved again whole. */
export function useSaveAccountChoices() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ accounts, limit, words }: SavedChoices) => {
      if (accounts)
        await callApi(replaceAccountChoices, {
          body: { accounts: accounts.now, known_accounts: accounts.known },
        });
      const settings = {
        ...(limit === undefined ? {} : { write_off_limit: centsToWire(limit) }),
        ...(words === undefined ? {} : { contrary_words: await joinedWords(words) }),
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

/**
 * What a word finds of the distributor (UI-3): for a receipt unpaid invoices and cinemas, for an expense, which pays no invoice and is no
 * client's advance, open credits that it may give back (LET-27). What could not be read is not found: the line's own choices stay.
 * @param listsCredits also without a word: a credit is to be chosen
 */
export function useTargets(
  search: string,
  { amount, date }: Pick<PartLine, "amount" | "date">,
  listsCredits: boolean,
): FoundTargets {
  const { hasAccess, distributorId } = useDistributorScope();
  const isSearch = hasAccess && search.length >= SHORTEST_SEARCH;
  const enabled = isSearch && amount > 0;
  const findsCredits = amount < 0 && (isSearch || (hasAccess && listsCredits));
  const credits = useQuery({
    ...routeQuery(listCredits, {
      query: { open: "true", page: "1", to: date, ...(isSearch ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
    enabled: findsCredits,
  });
  const invoices = useQuery({
    ...routeQuery(searchUnpaidInvoices, { query: { search, page: "1" } }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const cinemas = useQuery({
    ...routeQuery(listCinemas, {
      query: { page: "1", search, ordering: "name", distributors__id: distributorId?.toString() },
    }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return useMemo(() => {
    if (findsCredits) {
      const found = credits.data?.results ?? [];
      return { ...NOTHING_FOUND, credits: found.slice(0, MOST_TARGETS).map(offeredCredit) };
    }
    return enabled
      ? {
          ...NOTHING_FOUND,
          invoices: (invoices.data?.results ?? []).slice(0, MOST_TARGETS).map(offeredInvoice),
          cinemas: (cinemas.data?.results ?? []).slice(0, MOST_TARGETS).map(({ id, name }) => ({ id, name })),
        }
      : NOTHING_FOUND;
  }, [enabled, findsCredits, invoices.data, cinemas.data, credits.data]);
}
