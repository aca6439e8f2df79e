import { EXPORT_FORMATS, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import { callBinary } from "@bobine/shared-auth";
import { useMutation } from "@tanstack/react-query";
import { saveBlob } from "../../save-blob.ts";

/** Fetches an export and saves it under the name of SPEC §7. */
export function useExport() {
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { blob } = await callBinary(exportRoutes[format]);
      saveBlob(blob, EXPORT_FORMATS[format].fileName);
    },
  });
}
