import { type ExportFormat, exportFileName, exportRoutes } from "@bobine/contract/exports";
import { callBinary, useAction } from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";

/** Fetches an export, of one account of the books where one is chosen, and saves it under the name of EXP-1. */
export function useExport() {
  return useAction({
    mutationFn: async ({ format, account }: { format: ExportFormat; account: string | undefined }) => {
      const { blob } = await callBinary(exportRoutes[format], { query: { account } });
      saveFile(blob, exportFileName(format, account));
    },
  });
}
