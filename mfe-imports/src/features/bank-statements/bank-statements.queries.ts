import { uploadTransactions } from "@bobine/contract/banking";
import { uploadFile } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useStatementUpload() {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadTransactions, file, { onProgress });
    await Promise.all(
      [["invoices"], ["user-actions"], ["transactions"], ["dashboard"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    return answer;
  });
}
