import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { uploadTransactions } from "@bobine/contract/banking";
import type { ChosenLayout } from "@bobine/contract/statement-columns";
import {
  dropStatementPreview,
  importPreviewedStatement,
  previewStatement,
  readStatementPreview,
  type StatementPreview,
} from "@bobine/contract/statement-previews";
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
import { TEXTS } from "./bank-statements.texts.ts";
import { accountQuery } from "./columns.queries.ts";
import { useUploadTask } from "../../upload-task.ts";

export function useBankAccounts() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listBankAccounts), enabled: hasAccess });
}

/**
 * @param account of a statement that names none; null: the first one
 * @param layouts asked for when the file is sent: what was said of its columns (BANK-30)
 */
export function useStatementUpload(account: number | null, layouts: () => readonly ChosenLayout[]) {
  const client = useQueryClient();
  return useUploadTask(TEXTS.title, async (file, onProgress) => {
    const layout = layouts();
    const answer = await uploadFile(uploadTransactions, file, {
      onProgress,
      query: accountQuery(account),
      ...(layout.length > 0 ? { fields: { layout } } : {}),
    });
    await invalidateAfter(client, uploadTransactions);
    return answer;
  });
}

const previewRequest = (id: string, account: number | null) => ({
  params: { id },
  query: accountQuery(account),
});

/**
 * @param account of a statement that names none; null: the first one
 * @param layouts asked for when the file is sent: what was said of its columns (BANK-30)
 * @param onKept told of the statement once it is kept, with its first preview
 */
export function usePreviewUpload(
  account: number | null,
  layouts: () => readonly ChosenLayout[],
  onKept: (preview: StatementPreview) => void,
) {
  const client = useQueryClient();
  return useUploadTask(TEXTS.title, async (file, onProgress) => {
    const layout = layouts();
    const preview = await uploadFile(previewStatement, file, {
      onProgress,
      query: accountQuery(account),
      ...(layout.length > 0 ? { fields: { layout } } : {}),
    });
    client.setQueryData(routeKey(readStatementPreview, previewRequest(preview.id, account)), preview);
    onKept(preview);
    return preview;
  });
}

/** @param account of what the file leaves without one; null: the first one */
export function useStatementPreview(id: string, account: number | null) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readStatementPreview, previewRequest(id, account)),
    enabled: hasAccess,
    placeholderData: keepPreviousData,
    // Reading the file anew is work, and what it says changes by what people do here.
    staleTime: 60_000,
  });
}

export interface PreviewToImport {
  readonly id: string;
  readonly body: { readonly bank_account?: number; readonly days_confirmed?: boolean };
}

export function useImportPreview() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ id, body }: PreviewToImport) => {
      const answer = await callApi(importPreviewedStatement, { params: { id }, body });
      await invalidateAfter(client, importPreviewedStatement);
      return answer;
    },
  });
}

export function useDropPreview(id: string) {
  return useAction({ mutationFn: () => callApi(dropStatementPreview, { params: { id } }) });
}
