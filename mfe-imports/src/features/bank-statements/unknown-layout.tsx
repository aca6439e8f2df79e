import type { StatementPreview } from "@bobine/contract/statement-previews";
import { Notice } from "@bobine/shared-ui";

/** A table of which nobody knows yet which column is what. */
export function UnknownLayout({
  preview,
}: {
  preview: Extract<StatementPreview, { outcome: "unknown_layout" }>;
}) {
  return (
    <Notice tone="warning" title={preview.file_name}>
      {preview.message}
    </Notice>
  );
}
