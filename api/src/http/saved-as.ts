/** RFC 6266: a plain name for all, and the exact one where it has accents. */
export function fileNameParameter(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Kept by the browser only, and asked again each time whether it may still be shown. */
export const REVALIDATED_BY_BROWSER = {
  "cache-control": "private, no-cache",
  vary: "Authorization, X-Distributor-Id",
} as const;

/** Headers of a file that a person gave, and of which nothing is known: saved under its name, never shown in a page of ours. */
export const savedAs = (name: string): Record<string, string> => ({
  "content-type": "application/octet-stream",
  "content-disposition": `attachment; ${fileNameParameter(name)}`,
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  ...REVALIDATED_BY_BROWSER,
});
