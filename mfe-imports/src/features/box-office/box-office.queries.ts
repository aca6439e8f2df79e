import { uploadBoxOffice } from "@bobine/contract/box-office";
import { uploadFile } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useBoxOfficeUpload(kind: string) {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadBoxOffice, file, { params: { kind }, onProgress });
    // It may create cinemas, not validated yet; its invoices move the figures of the dashboard.
    await Promise.all(
      [["invoices"], ["cinemas"], ["admin", "cinemas"], ["dashboard"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    return answer;
  });
}
