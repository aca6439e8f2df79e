import { applyCredit, type CreditId, listCredits, undoCreditUse } from "@bobine/contract/client-credits";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { centsFromWire } from "@bobine/contract/money";
import { callApi, invalidateAfter, routeQuery, useAction, useDistributorScope } from "@bobine/shared-auth";
import { formatMoney } from "@bobine/shared-ui";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@bobine/contract/route";
import type { Payable } from "./apply-credit.dialog.tsx";
import { APPLY_TEXTS } from "./credits.texts.ts";

export interface CreditFilter {
  readonly search: string;
  /** Those that are used up too. */
  readonly all: boolean;
  readonly page: number;
}

export function useCredits({ search, all, page }: CreditFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listCredits, {
      query: { search: search || undefined, open: all ? undefined : "true", page: String(page) },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** The open invoices of a client that a text finds; of a credit whose client nobody knows, of all of them. */
export function usePayables(cinema: number | null, search: string) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(searchUnpaidInvoices, {
      query: {
        search: search === "" ? undefined : search,
        page: "1",
        cinema: cinema === null ? undefined : String(cinema),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    select: ({ results }): Payable[] =>
      results.map(({ id, invoice_number, cinema_name, week_display, outstanding }) => ({
        id,
        name: APPLY_TEXTS.option(
          invoice_number,
          cinema === null ? cinema_name : (week_display.split(" – ")[0] ?? ""),
          formatMoney(outstanding),
        ),
        outstanding: centsFromWire(outstanding),
      })),
  });
}

export function useApplyCredit(id: CreditId) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof applyCredit>) => callApi(applyCredit, { params: { id }, body }),
    onSettled: () => void invalidateAfter(client, applyCredit),
  });
}

export function useUndoCreditUse() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: string) => callApi(undoCreditUse, { params: { id } }),
    onSettled: () => void invalidateAfter(client, undoCreditUse),
  });
}
