import { useEffect, useMemo } from "react";

const RELEASE_AFTER_MS = 60_000;

/** An address for the bytes of a PDF in memory. The type is ours, never the content's own idea (SEC-9). */
export function usePdfUrl(content: Blob | undefined): string | undefined {
  const url = useMemo(
    () => (content ? URL.createObjectURL(new Blob([content], { type: "application/pdf" })) : undefined),
    [content],
  );
  useEffect(
    () => () => {
      // The frame may still be reading.
      if (url) setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
    },
    [url],
  );
  return url;
}
