import { uploadBoxOffice } from "@bobine/contract/box-office";
import { invalidateAfter, uploadFile } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useBoxOfficeUpload(kind: string) {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadBoxOffice, file, { params: { kind }, onProgress });
    await invalidateAfter(client, uploadBoxOffice);
    return answer;
  });
}
