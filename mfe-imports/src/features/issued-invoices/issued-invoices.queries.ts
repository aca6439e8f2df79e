import { confirmCinemas, discardCinemas, listCinemasToConfirm } from "@bobine/contract/invoice-confirmations";
import { type ImportAccounting, uploadInvoices } from "@bobine/contract/invoices";
import { callApi, invalidateAfter, routeQuery, uploadFile, useAction } from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";
import { TEXTS } from "./issued-invoices.texts.ts";

export function useInvoiceListUpload(accounting: ImportAccounting) {
  const client = useQueryClient();
  return useUploadTask(TEXTS.title, async (file, onProgress) => {
    const answer = await uploadFile(uploadInvoices, file, { onProgress, query: { accounting } });
    await invalidateAfter(client, uploadInvoices);
    return answer;
  });
}

export const useCinemasToConfirm = (page: number) =>
  useQuery({
    ...routeQuery(listCinemasToConfirm, { query: { page } }),
    placeholderData: keepPreviousData,
  });

export function useConfirmCinemas() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (cinemas: number[]) => callApi(confirmCinemas, { body: { cinemas } }),
    // Also when it failed: somebody else may have confirmed them.
    onSettled: () => invalidateAfter(client, confirmCinemas),
  });
}

export function useDiscardCinemas() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (cinemas: number[]) => callApi(discardCinemas, { body: { cinemas } }),
    onSettled: () => invalidateAfter(client, discardCinemas),
  });
}
