import {
  applyCredit,
  type ClientCredit,
  type CreditId,
  listCredits,
  undoCreditUse,
} from "@bobine/contract/client-credits";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { centsFromWire } from "@bobine/contract/money";
import { exportCreditList } from "@bobine/contract/list-exports";
import {
  callApi,
  callBinary,
  invalidateAfter,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
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

const filterQuery = ({ search, all }: Omit<CreditFilter, "page">) => ({
  search: search || undefined,
  open: all ? undefined : ("true" as const),
});

/** Every credit that the filter finds, as a file. */
export const readCreditsCsv = async (filter: Omit<CreditFilter, "page">): Promise<Blob> =>
  (await callBinary(exportCreditList, { query: filterQuery(filter) })).blob;

export function useCredits({ page, ...filter }: CreditFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listCredits, {
      query: { ...filterQuery(filter), page: String(page) },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/**
 * The open invoices that a text finds of a credit's client: of its account, whichever the cinema, and of the credit's own cinema
 * (LET-24). Of a credit whose client nobody knows, of all of them.
 */
export function usePayables(
  { client_account, cinema_id }: Pick<ClientCredit, "client_account" | "cinema_id">,
  search: string,
) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(searchUnpaidInvoices, {
      query: {
        search: search === "" ? undefined : search,
        page: "1",
        cinema: cinema_id?.toString(),
        client_account: client_account || undefined,
      },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    select: ({ results }): Payable[] =>
      results.map(({ id, invoice_number, cinema_name, week_display, outstanding }) => ({
        id,
        name: APPLY_TEXTS.option(
          invoice_number,
          cinema_name,
          week_display.split(" – ")[0] ?? "",
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
