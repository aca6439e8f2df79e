import { confirmCinemas, discardCinemas, listCinemasToConfirm } from "@bobine/contract/invoice-confirmations";
import { uploadInvoices } from "@bobine/contract/invoices";
import { callApi, uploadFile, useAction } from "@bobine/shared-auth";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";

const TO_CONFIRM = ["invoices", "to-confirm"];

/** It may create cinemas, not validated yet; what is unpaid moves the figures of the dashboard. */
const refresh = (client: QueryClient) =>
  Promise.all(
    [["invoices"], ["cinemas"], ["admin", "cinemas"], ["dashboard"], ["user-actions"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

export function useInvoiceListUpload() {
  const client = useQueryClient();
  return useUploadTask(async (file, onProgress) => {
    const answer = await uploadFile(uploadInvoices, file, { onProgress });
    await refresh(client);
    return answer;
  });
}

export const useCinemasToConfirm = (page: number) =>
  useQuery({
    queryKey: [...TO_CONFIRM, page],
    queryFn: ({ signal }) => callApi(listCinemasToConfirm, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export function useConfirmCinemas() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (cinemas: number[]) => callApi(confirmCinemas, { body: { cinemas } }),
    // Also when it failed: somebody else may have confirmed them.
    onSettled: () => refresh(client),
  });
}

export function useDiscardCinemas() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (cinemas: number[]) => callApi(discardCinemas, { body: { cinemas } }),
    onSettled: () => client.invalidateQueries({ queryKey: TO_CONFIRM }),
  });
}
