import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { uploadTransactions } from "@bobine/contract/banking";
import type { ChosenLayout } from "@bobine/contract/statement-columns";
import { invalidateAfter, routeQuery, uploadFile, useDistributorScope } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";
import { accountQuery } from "./columns.queries.ts";

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
  return useUploadTask(async (file, onProgress) => {
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
