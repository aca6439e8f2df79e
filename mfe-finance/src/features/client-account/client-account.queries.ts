import {
  exportAccountMovements,
  listAccountMovements,
  mailStatement,
  previewStatementMail,
  printStatementOfAccount,
  readClientAccount,
  statementFileName,
} from "@bobine/contract/client-accounts";
import {
  callApi,
  callBinary,
  invalidateAfter,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import type { DateRange } from "@bobine/shared-ui/dates";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { untilMailsLeft } from "../../mail-polling.ts";

export interface AccountView extends DateRange {
  readonly account: string;
  readonly page: number;
}

/** What the client owes at the end of a period, or today; who it is and what was written to it. */
export function useClientAccount({ account, to }: Pick<AccountView, "account" | "to">) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readClientAccount, { query: { account, on: to } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      untilMailsLeft(data && [...data.reminders, ...data.statements], dataUpdatedAt),
  });
}

export function useAccountMovements({ account, from, to, page }: AccountView) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listAccountMovements, { query: { account, from, to, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** The statement of account of a period, as a file. */
export const readAccountCsv = async ({ account, from, to }: Omit<AccountView, "page">): Promise<Blob> =>
  (await callBinary(exportAccountMovements, { query: { account, from, to } })).blob;

/** Draws the statement of account of a period, and saves it. */
export const useStatementPdf = () =>
  useAction({
    mutationFn: async ({ account, from, to }: Omit<AccountView, "page">) => {
      const { blob } = await callBinary(printStatementOfAccount, { query: { account, from, to } });
      saveFile(blob, statementFileName(account, "pdf"));
    },
  });

/** The mail that the statement of a period would go with: made anew each time that it is opened. */
export const useStatementMailPreview = (body: Omit<AccountView, "page">) =>
  useQuery({ ...routeQuery(previewStatementMail, { body }), gcTime: 0, retry: false });

export function useMailStatement() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: Omit<AccountView, "page">) => callApi(mailStatement, { body }),
    onSuccess: () => invalidateAfter(client, mailStatement),
  });
}
