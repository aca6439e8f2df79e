import { EXPORT_FORMATS, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import { callBinary, useAction } from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";

/** Fetches an export and saves it under the name of EXP-1. */
export function useExport() {
  return useAction({
    mutationFn: async (format: ExportFormat) => {
      const { blob } = await callBinary(exportRoutes[format]);
      saveFile(blob, EXPORT_FORMATS[format].fileName);
    },
  });
}
