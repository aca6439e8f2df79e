import { uploadTransactions } from "@bobine/contract/banking";
import { invalidateAfter, uploadFile } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useStatementUpload() {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadTransactions, file, { onProgress });
    await invalidateAfter(client, uploadTransactions);
    return answer;
  });
}
