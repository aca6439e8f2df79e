/*
 * What may run in this page: the files that the registry in index.html names, each under its hash. Runs before any chunk is
 * asked for and carries no library, so that nothing can come first.
 */

/** Address of the host's own files; the build's `HOST_PUBLIC_PATH`. */
const HOST_FILES = "/assets/host/";

interface Files {
  baseUrl?: unknown;
  integrity?: unknown;
}

declare global {
  /** Absolute address of a file → its sha384. The chunk loaders of the host and of the remotes read it. */
  var __BOBINE_INTEGRITY__: Readonly<Record<string, string>> | undefined;
  /** Read by every copy of zod in the page, the remotes' too. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/** An address was to be loaded as a script and the registry does not name it. */
export class UnlistedScriptError extends Error {
  override readonly name = "UnlistedScriptError";
}

/**
 * The hashes of every file of the host and of every release that the registry names, by absolute address.
 * What is not of the registry's form is left out, and thereby refused; its schema is checked later.
 * @param registry the parsed JSON of index.html, not yet checked
 * @param base address of the page
 */
export function integrityByAddress(registry: unknown, base: string): Record<string, string> {
  const { host, remotes } = asRecord(registry);
  const releases = (Array.isArray(remotes) ? remotes : []).map(asRecord);
  const folders: Files[] = [
    { baseUrl: HOST_FILES, integrity: asRecord(host)["integrity"] },
    ...releases,
    ...releases.flatMap(({ previous, canary }) => [asRecord(previous), asRecord(canary)]),
  ];
  const hashes: Record<string, string> = {};
  for (const { baseUrl, integrity } of folders) {
    if (typeof baseUrl !== "string") continue;
    for (const [file, hash] of Object.entries(asRecord(integrity))) {
      if (typeof hash === "string" && URL.canParse(`${baseUrl}${file}`, base))
        hashes[new URL(`${baseUrl}${file}`, base).href] = hash;
    }
  }
  return hashes;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The rules of the page's only Trusted Types policy (FED-5).
 * A script is loaded only from an address of the registry. Text becomes HTML only if it holds no markup: Mantine writes its
 * CSS variables that way, and text without `<` makes no element. Text never becomes code.
 */
export const trustRules = (hashes: Readonly<Record<string, string>>, base: string) => ({
  createScriptURL(address: string): string {
    const url = new URL(address, base).href;
    if (!Object.hasOwn(hashes, url)) throw new UnlistedScriptError(`not in the registry: ${url}`);
    return address;
  },
  createHTML(text: string): string {
    if (text.includes("<")) throw new TypeError("markup from text is refused");
    return text;
  },
});

/** The part of the browser's API that the compiler's DOM library does not know. */
interface TrustedTypes {
  createPolicy(name: string, rules: ReturnType<typeof trustRules>): unknown;
}

/**
 * Fixes what may be loaded for the life of the page, but for the next builds of a developer's remote (`trustNextBuild`). The policy is named `default`: it sees each string that any code, ours or
 * a library's, hands to a place that would run it. Browsers without Trusted Types still have the hashes and the CSP.
 * @param registry the parsed JSON of index.html, not yet checked
 * @param hasOverrides whether a remote of it comes from a developer's machine
 */
export function installTrustedScripts(page: Document, registry: unknown, hasOverrides = false): void {
  const hashes = integrityByAddress(registry, page.baseURI);
  if (!hasOverrides) Object.freeze(hashes);
  // Not writable: a script that got in otherwise must not widen what the chunk loaders accept.
  Object.defineProperty(globalThis, "__BOBINE_INTEGRITY__", { value: hashes, writable: false });
  // zod tries whether it may compile text: the answer is no, and each try would be reported as a violation.
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", trustRules(hashes, page.baseURI));
}

/**
 * Lets the next build of a developer's remote run in this page (FED-22).
 * @param entry its `remote.json` with its address, not yet checked
 * @throws TypeError in a page that takes no remote from elsewhere: there what may be loaded is fixed
 */
export function trustNextBuild(entry: unknown, base: string): void {
  Object.assign(globalThis.__BOBINE_INTEGRITY__ ?? {}, integrityByAddress({ remotes: [entry] }, base));
}

/** The JSON that the server put in the page; undefined when it is none. Its schema is checked later, by the shell. */
export function embeddedRegistry(page: Document): unknown {
  try {
    return JSON.parse(page.getElementById("registry")?.textContent ?? "");
  } catch {
    return undefined;
  }
}
