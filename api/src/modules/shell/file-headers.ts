import { extname } from "node:path";

/** What pages load of a build. None of it is a document that runs scripts, but for a drawing, which has a policy of its own. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".cjs": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};

/** An opened file runs nothing and is of no origin. A drawing in a page still has its own styles and pictures. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/**
 * Headers of a file of the registry: whoever opens its address sees nothing that runs on the product's origin, whatever lies there (FED-35).
 * A script that is opened is text; its own policy is that of a worker, which a page may make of it.
 */
export function fileHeaders(key: string): Record<string, string> {
  const type = TYPES[extname(key).toLowerCase()];
  return {
    "content-type": type ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    ...(type?.startsWith("text/javascript") ? {} : { "content-security-policy": SANDBOX }),
    ...(type === undefined ? { "content-disposition": "attachment" } : {}),
  };
}
