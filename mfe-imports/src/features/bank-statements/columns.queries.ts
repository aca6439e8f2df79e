import {
  type ChosenLayout,
  type ColumnChoice,
  choiceProblems,
  describeStatement,
  forgetStatementLayout,
  listStatementLayouts,
  previewColumns,
  type StatementTable,
} from "@bobine/contract/statement-columns";
import {
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  uploadFile,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

/** The query of a bank account that a statement is chosen for; null: the first one. */
export const accountQuery = (account: number | null): Record<string, string> =>
  account === null ? {} : { bank_account: String(account) };

/**
 * How the tables of a file begin.
 * @param layout what is said of some of them already
 */
export function useStatementTables(file: File, account: number | null, layout: readonly ChosenLayout[]) {
  const query = accountQuery(account);
  const fileKey = { name: file.name, size: file.size, at: file.lastModified, layout };
  return useQuery({
    queryKey: routeKey(describeStatement, { query, body: fileKey }),
    queryFn: ({ signal }) => uploadFile(describeStatement, file, { query, fields: { layout }, signal }),
    // What is remembered may be another choice by the next time.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** How the rows of a table read under a choice of columns, as soon as enough of them are named. */
export function useRowPreview(rows: StatementTable["rows"], columns: ColumnChoice) {
  const body = { rows: rows.map(({ line, cells }) => ({ line, cells })), columns };
  return useQuery({
    ...routeQuery(previewColumns, { body }),
    enabled: Object.keys(choiceProblems(columns)).length === 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
  });
}

export function useStatementLayouts() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listStatementLayouts), enabled: hasAccess });
}

export function useForgetLayout() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(forgetStatementLayout, { params: { id: String(id) } }),
    onSettled: () => void invalidateAfter(client, forgetStatementLayout),
  });
}
