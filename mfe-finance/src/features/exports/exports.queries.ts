import { EXPORT_FORMATS, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import { callBinary } from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import { useMutation } from "@tanstack/react-query";

/** Fetches an export and saves it under the name of SPEC §7. */
export function useExport() {
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { blob } = await callBinary(exportRoutes[format]);
      saveFile(blob, EXPORT_FORMATS[format].fileName);
    },
  });
}
