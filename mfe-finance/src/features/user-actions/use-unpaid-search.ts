import type { UnpaidInvoice } from "@bobine/contract/lettering";
import { loadFailure } from "@bobine/shared-auth";
import { textValue } from "@bobine/shared-ui/lists";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useUnpaidInvoices } from "./user-actions.queries.ts";
import { DIALOG_TEXTS } from "./user-actions.texts.ts";

const DEBOUNCE_MS = 200;

/** What a person types to find unpaid invoices, and what the server found. */
export interface UnpaidSearch {
  typed: string;
  type: (text: string) => void;
  /** Undefined while the first ones load. */
  found: readonly UnpaidInvoice[] | undefined;
  /** What shows is not yet what was typed. */
  isBehind: boolean;
  error: string | undefined;
  retry: () => void;
  /** Undefined when all of them show. */
  showMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** @param listsAll shows the first unpaid invoices when nothing is typed */
export function useUnpaidSearch(listsAll: boolean): UnpaidSearch {
  const [typed, setTyped] = useState("");
  // As long as a search may be: a bank label is longer.
  const wanted = textValue.read([typed.trim()]);
  const [debounced] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const invoices = useUnpaidInvoices(debounced, listsAll || debounced !== "");
  const found = useMemo(() => invoices.data?.pages.flatMap((page) => page.results), [invoices.data]);
  return {
    typed,
    type: setTyped,
    found,
    isBehind: wanted !== debounced || invoices.isPlaceholderData || invoices.isPending,
    error: loadFailure(invoices, DIALOG_TEXTS.loadFailed),
    retry: () => void invoices.refetch(),
    showMore: invoices.hasNextPage ? () => void invoices.fetchNextPage() : undefined,
    isLoadingMore: invoices.isFetchingNextPage,
  };
}
