import {
  type Registry,
  type RegistryRemote,
  registryRemoteSchema,
  registrySchema,
  releaseSchema,
} from "@bobine/contract/registry";
import { matchPath } from "react-router-dom";
import { z } from "zod";
import { type Override, withOverrides } from "./dev-overrides.ts";

/** The registry in index.html is missing or is not one: without it no remote can be found. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
}

/**
 * Reads the registry that the server put in the page (FED-1), checked by its schema.
 * @param overrides remotes that this page takes from elsewhere
 */
export function readRegistry(page: Document, overrides: readonly Override[]): Registry {
  const text = page.getElementById("registry")?.textContent;
  if (!text) throw new RegistryError("index.html carries no registry");
  return parseRegistry(text, overrides);
}

export function parseRegistry(text: string, overrides: readonly Override[] = []): Registry {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new RegistryError("the registry is not JSON", { cause });
  }
  const parsed = pageSchema.safeParse(withOverrides(json, overrides));
  if (!parsed.success)
    throw new RegistryError("the registry does not follow its schema", { cause: parsed.error });
  const { remotes, ...page } = parsed.data;
  return {
    ...page,
    remotes: remotes
      .map(readRemote)
      .filter((remote) => remote !== undefined)
      .map((remote) => nameReportKind(remote, page.settings.boxOfficeKind)),
  };
}

/** The host cannot start without the rest; a wrong entry costs its own remote. */
const pageSchema = registrySchema.extend({ remotes: z.array(z.unknown()) });

/** What still makes a menu and a card of an entry that is wrong elsewhere; without hashes nothing of it can be loaded. */
const placeSchema = registryRemoteSchema.pick({ name: true, routes: true, nav: true, panels: true }).extend({
  version: z.string().catch("?"),
  build: z.string().min(1).catch("?"),
  owner: z.string().catch("?"),
  deployedAt: z.string().catch(""),
});

function readRemote(entry: unknown): RegistryRemote | undefined {
  const remote = registryRemoteSchema.safeParse(entry);
  if (remote.success) return remote.data;
  // oxlint-disable-next-line no-console -- for whoever published it; the user sees the card
  console.error("an entry of the registry is wrong", remote.error);
  const place = placeSchema.safeParse(entry);
  if (!place.success) return undefined;
  return {
    ...place.data,
    entry: "",
    baseUrl: "",
    shared: {},
    uses: {},
    contract: "*",
    integrity: {},
    preload: [],
    pages: [],
    previous: previousOf(entry),
    canary: null,
  };
}

/** The release before may be sound. */
function previousOf(entry: unknown): RegistryRemote["previous"] {
  const previous = releaseSchema.safeParse((entry as { previous?: unknown }).previous);
  return previous.success ? previous.data : null;
}

/** The installation decides the report kind (`cnc`): a build writes `{boxOfficeKind}` in its routes and labels. */
function nameReportKind(remote: RegistryRemote, kind: string): RegistryRemote {
  const name = (text: string) =>
    text.replaceAll("{boxOfficeKind}", kind).replaceAll("{BOX_OFFICE_KIND}", kind.toUpperCase());
  return {
    ...remote,
    routes: remote.routes.map(name),
    nav: remote.nav.map((entry) => ({ ...entry, label: name(entry.label), path: name(entry.path) })),
  };
}

/** The remote that owns an address, if any. */
export const remoteForPath = (registry: Registry, pathname: string): RegistryRemote | undefined =>
  registry.remotes.find((remote) => remote.routes.some((route) => matchPath(route, pathname) !== null));

/** The remote that brings a part of a host page (`dashboard`). */
export const remoteForPanel = (registry: Registry, panel: string): RegistryRemote | undefined =>
  registry.remotes.find((remote) => remote.panels.includes(panel));

/** True for addresses whose menu entry is the super admins' only (UI-2): of the remote that owns the address, no other says who opens it. */
export const isSuperAdminPath = (registry: Registry, pathname: string): boolean =>
  remoteForPath(registry, pathname)?.nav.some(
    (entry) =>
      entry.superAdminOnly === true && matchPath({ path: entry.path, end: false }, pathname) !== null,
  ) === true;
