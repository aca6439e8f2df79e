import { type Registry, type RegistryRemote, registrySchema } from "@bobine/contract/registry";
import { matchPath } from "react-router-dom";

/** The registry in index.html is missing or is not one: without it no remote can be found. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
}

/** Reads the registry that the server put in the page (FEDERATION L1), checked by its schema. */
export function readRegistry(page: Document): Registry {
  const text = page.getElementById("registry")?.textContent;
  if (!text) throw new RegistryError("index.html carries no registry");
  return parseRegistry(text);
}

export function parseRegistry(text: string): Registry {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new RegistryError("the registry is not JSON", { cause });
  }
  const parsed = registrySchema.safeParse(json);
  if (!parsed.success)
    throw new RegistryError("the registry does not follow its schema", { cause: parsed.error });
  return {
    ...parsed.data,
    remotes: parsed.data.remotes.map((remote) => nameReportKind(remote, parsed.data.settings.boxOfficeKind)),
  };
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

/** True for addresses whose menu entry is the super admins' only (SPEC §2.1). */
export const isSuperAdminPath = (registry: Registry, pathname: string): boolean =>
  registry.remotes.some((remote) =>
    remote.nav.some(
      (entry) =>
        entry.superAdminOnly === true && matchPath({ path: entry.path, end: false }, pathname) !== null,
    ),
  );
