import {
  addOperationFile,
  downloadOperationFile,
  listOperationFiles,
  type OperationFile,
  removeOperationFile,
} from "@bobine/contract/operation-files";
import { callApi, callBinary, invalidateAfter, routeQuery, uploadFile, useAction } from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export const useOperationFiles = (transaction: number) =>
  useQuery(routeQuery(listOperationFiles, { params: { id: transaction } }));

/** Attaches one file. */
export function useAttach(transaction: number, onProgress: (percent: number) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (file: File) =>
      uploadFile(addOperationFile, file, { params: { id: transaction }, onProgress }),
    onSettled: () => invalidateAfter(client, addOperationFile),
  });
}

/** Fetches a file and saves it under its name. */
export const useSaveOperationFile = () =>
  useAction({
    mutationFn: async ({ id, file_name }: Pick<OperationFile, "id" | "file_name">) => {
      const { blob } = await callBinary(downloadOperationFile, { params: { id } });
      saveFile(blob, file_name);
    },
  });

export function useRemoveOperationFile() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(removeOperationFile, { params: { id } }),
    // Not waited for: with the new list the file is gone, and whoever asked from it would not hear that it is done.
    onSettled: () => void invalidateAfter(client, removeOperationFile),
  });
}
