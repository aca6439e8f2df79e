import { uploadInvoices } from "@bobine/contract/invoices";
import { uploadFile } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

export function useInvoiceListUpload() {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadInvoices, file, { onProgress });
    // It may create cinemas, not validated yet; what is unpaid moves the figures of the dashboard.
    await Promise.all(
      [["invoices"], ["cinemas"], ["admin", "cinemas"], ["dashboard"], ["user-actions"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    return answer;
  });
}
