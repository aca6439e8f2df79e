import { type Override, readOverrides } from "./dev-overrides.ts";
import type { Federation } from "./federation-context.ts";
import { readRegistry } from "./registry.ts";
import { trustNextBuild } from "./trusted-scripts.ts";

/**
 * The page with what the developer's servers have built since (FED-22): registry and menu are read again, and each remote that has another build
 * is loaded when it is next drawn. What was typed in its screens is gone, the rest of the page stays.
 * @param read asks the servers; each override has been readable before
 * @returns undefined when a server does not answer, or has nothing newer
 */
export async function withNextBuilds(
  { loader, overrides = [] }: Federation,
  page: Document,
  read: (requested: Record<string, string>) => Promise<Override[]> = readOverrides,
): Promise<Federation | undefined> {
  const asked = overrides.filter(({ entry }) => entry !== undefined);
  const now = await read(Object.fromEntries(asked.map(({ remote, address }) => [remote, address])));
  const newer = now.filter(
    ({ remote, entry }) => entry && buildOf(entry) !== buildOf(entryOf(asked, remote)),
  );
  if (newer.length === 0) return undefined;
  const next = overrides.map(
    (override) => newer.find(({ remote }) => remote === override.remote) ?? override,
  );
  for (const { entry } of newer) trustNextBuild(entry, page.baseURI);
  const registry = readRegistry(page, next);
  for (const { remote: name } of newer) {
    const remote = registry.remotes.find((one) => one.name === name);
    if (remote) loader.forget(remote);
  }
  return { registry, loader, overrides: next };
}

/** Styles that a remote had in its builds before: a rule that is gone from the sources would still hold. */
export function removeStylesOf(
  before: readonly Override[],
  after: readonly Override[],
  page: Document,
): void {
  const current = after.map(baseUrlOf);
  const gone = before.flatMap((one) => baseUrlOf(one) ?? []).filter((url) => !current.includes(url));
  for (const link of page.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (gone.some((url) => link.href.startsWith(url))) link.remove();
}

const entryOf = (overrides: readonly Override[], remote: string): Override["entry"] =>
  overrides.find((one) => one.remote === remote)?.entry;
const buildOf = (entry: Override["entry"]): unknown => entry?.["build"];

/** Where the files of its build are; undefined when it could not be read. */
export function baseUrlOf({ entry }: Override): string | undefined {
  const baseUrl = entry?.["baseUrl"];
  return typeof baseUrl === "string" ? baseUrl : undefined;
}
