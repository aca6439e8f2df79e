import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { uploadTransactions } from "@bobine/contract/banking";
import { invalidateAfter, routeQuery, uploadFile, useDistributorScope } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useBankAccounts() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listBankAccounts), enabled: hasAccess });
}

/** @param account of a statement that names none; null: the first one */
export function useStatementUpload(account: number | null) {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const query = account === null ? {} : { bank_account: String(account) };
    const answer = await uploadFile(uploadTransactions, file, { onProgress, query });
    await invalidateAfter(client, uploadTransactions);
    return answer;
  });
}
