import { type Diagnosis, textOf } from "./failures.ts";
import { UnlistedScriptError } from "./trusted-scripts.ts";

/** What one more look at a file found, from outside of the script that asked for it. */
export type Probe =
  | { state: "answered"; status: number; sha384: string | undefined; type: string }
  | { state: "unreachable" }
  | { state: "silent" };

/**
 * Says why code did not load. A browser tells a script only "error", be it the network, the server or a wrong hash
 * (FED-12), so the file is looked at once more.
 * @param entryUrl address of the remote's entry, blamed when the error names no other file
 * @param expected the registry's hash of an address, undefined when it names none
 * @param probe asks for the file again
 */
export async function diagnose(
  error: unknown,
  entryUrl: string,
  expected: (url: string) => string | undefined,
  probe: (url: string) => Promise<Probe>,
): Promise<Diagnosis> {
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof UnlistedScriptError || /not in the registry/.test(textOf(one))))
    return { kind: "unlisted" };
  const chunk = chain.find(isChunkError);
  const isEntry = chain.some((one) => /ScriptNetworkError|RUNTIME-008/.test(textOf(one)));
  if (chain.some((one) => /ScriptExecutionError/.test(textOf(one))))
    return { kind: "execution", url: entryUrl };
  if (!chunk && !isEntry) return { kind: "execution" };
  const url = chunk ? (requestOf(chunk) ?? entryUrl) : entryUrl;
  const hash = expected(url);
  if (hash === undefined) return { kind: "unlisted", url };
  if (chain.some((one) => /timed out|\(timeout:/i.test(textOf(one)))) return { kind: "timeout", url };
  return { kind: kindOf(await probe(url), url, hash), url };
}

/** Types under which browsers run a script or apply a style. */
const CODE = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i;
const STYLE = /^text\/css\b/i;

function kindOf(seen: Probe, url: string, hash: string): Diagnosis["kind"] {
  if (seen.state === "silent") return "timeout";
  if (seen.state === "unreachable") return "network";
  if (seen.status === 404 || seen.status === 410) return "missing";
  if (seen.status >= 400) return "server";
  if (!(url.split("?", 1)[0]?.endsWith(".css") ? STYLE : CODE).test(seen.type)) return "mime";
  // Outside a secure context there is no digest to compare; the browser has refused the file if it was altered.
  return seen.sha384 === undefined || seen.sha384 === hash ? "network" : "integrity";
}

/** True for a failure that may be gone a moment later. */
export const isTransient = ({ kind }: Diagnosis): boolean => kind === "network" || kind === "server";

/** True where nothing has answered: with a network that is away, it says nothing about the release. */
export const isOfNetwork = ({ kind }: Pick<Diagnosis, "kind">): boolean =>
  kind === "network" || kind === "timeout";

/** Webpack's errors of a script or style, by name, code and words: not each version sets each (FED-12). */
function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    (error as { code?: unknown }).code === "CSS_CHUNK_LOAD_FAILED" ||
    /Loading (CSS )?chunk \S+ failed/i.test(error.message)
  );
}

function requestOf(error: unknown): string | undefined {
  const { request } = error as { request?: unknown };
  return typeof request === "string"
    ? new URL(request, globalThis.location?.href ?? "http://localhost").href
    : undefined;
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && chain.length < 6; at = at instanceof Error ? at.cause : undefined)
    chain.push(at);
  return chain;
}

const PROBE_TIMEOUT_MS = 3_000;

/** Asks for a file again, past the cache, and takes its digest. */
export async function probeFile(url: string): Promise<Probe> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- a file of a build, not a call of the API
    const answer = await fetch(url, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const body = await answer.arrayBuffer();
    const type = answer.headers.get("content-type") ?? "";
    return { state: "answered", status: answer.status, sha384: await sha384(body), type };
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError"
      ? { state: "silent" }
      : { state: "unreachable" };
  }
}

async function sha384(body: ArrayBuffer): Promise<string | undefined> {
  // Absent outside a secure context, whatever the compiler's library says.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-384", body));
  return `sha384-${btoa(String.fromCodePoint(...digest))}`;
}
