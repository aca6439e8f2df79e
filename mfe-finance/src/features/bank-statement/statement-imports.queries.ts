import {
  downloadStatement,
  listStatementImports,
  previewStatementAgain,
  type StatementImport,
  takeBackStatement,
} from "@bobine/contract/statement-imports";
import {
  callApi,
  callBinary,
  invalidateAfter,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

export function useStatementImports(page: number) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listStatementImports, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** Fetches the file of an import and saves it under its name. */
export const useStatementFile = () =>
  useAction({
    mutationFn: async ({ id, file_name }: Pick<StatementImport, "id" | "file_name">) => {
      const { blob } = await callBinary(downloadStatement, { params: { id } });
      saveFile(blob, file_name);
    },
  });

export function useTakeBack() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(takeBackStatement, { params: { id } }),
    // Also when it failed: somebody else may have done it.
    onSettled: () => invalidateAfter(client, takeBackStatement),
  });
}

/** @returns the id of a new preview of the same file */
export const usePreviewAgain = () =>
  useAction({ mutationFn: (id: number) => callApi(previewStatementAgain, { params: { id } }) });
