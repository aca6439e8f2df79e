import { type ExportFormat, exportFileName, exportRoutes } from "@bobine/contract/exports";
import { callBinary, useAction } from "@bobine/shared-auth";
import type { DateRange } from "@bobine/shared-ui/dates";
import { saveFile } from "@bobine/shared-ui/csv";

interface Asked extends DateRange {
  readonly format: ExportFormat;
  readonly account: string | undefined;
}

/** Fetches an export, of one account of the books and of days where they are chosen, and saves it under the name of EXP-1. */
export function useExport() {
  return useAction({
    mutationFn: async ({ format, account, from, to }: Asked) => {
      const { blob } = await callBinary(exportRoutes[format], { query: { account, from, to } });
      saveFile(blob, exportFileName(format, account));
    },
  });
}
