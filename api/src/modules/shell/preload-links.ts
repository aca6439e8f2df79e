import type { Registry, RegistryRemote } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import { escapeHtml } from "../../escape-html.ts";
import { must } from "../../domain/must.ts";

const HOST_FILES = "/assets/host/";

/** Screens that hold a part of a remote that does not own their address (FED-14): address → the part's name. */
const PANELS: Readonly<Record<string, string>> = {
  "/": "dashboard",
  "/dashboard": "dashboard",
  "/account/overview": "bank-connection",
};

/**
 * The links by which a browser asks for the first files of the remote that the address belongs to, while it still reads the
 * page: not one after the other once the host runs. Under the hash and in the mode in which the host will ask for them, so
 * that they are fetched once; a link runs nothing.
 * While a canary runs there are none: whose release it will be is known in the browser only.
 * @param url path of the request, with or without its query
 * @returns HTML, empty when nothing is known of the address
 */
export function preloadLinks(registry: Registry, url: string): string {
  const path = must(url.split(/[?#]/, 1)[0], "path");
  return remotesOf(registry, path)
    .filter(({ canary }) => canary === null)
    .filter((remote) => incompatibilities(remote, registry.host).length === 0)
    .flatMap((remote) => linksOf(remote, registry, path))
    .join("");
}

function linksOf(remote: RegistryRemote, { host, settings }: Registry, path: string): string[] {
  const pages = remote.pages.filter(({ for: users }) => users.some((user) => isUser(user, settings, path)));
  // What the host lends these screens on demand, it would ask for only once they are there.
  const late = pages.flatMap((page) => page.late).flatMap((share) => ownOf(host.late ?? {}, share) ?? []);
  return [
    ...linksIn(HOST_FILES, host.integrity, late),
    ...linksIn(remote.baseUrl, remote.integrity, [...remote.preload, ...pages.flatMap(({ files }) => files)]),
  ];
}

const linksIn = (folder: string, integrity: Record<string, string>, files: readonly string[]): string[] =>
  [...new Set(files)].flatMap((file) => {
    const hash = ownOf(integrity, file);
    return hash === undefined ? [] : [linkOf(`${folder}${file}`, hash)];
  });

const ownOf = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const linkOf = (address: string, hash: string): string =>
  `<link rel="preload" as="${address.endsWith(".css") ? "style" : "script"}" href="${escapeHtml(address)}" ` +
  `integrity="${escapeHtml(hash)}" crossorigin="anonymous">`;

/** Whether the screen at this address needs what `pages` says for a route or a panel. */
function isUser(user: string, settings: Registry["settings"], path: string): boolean {
  if (!user.startsWith("/")) return Object.hasOwn(PANELS, path) && PANELS[path] === user;
  return isOfRoute(user.replaceAll("{boxOfficeKind}", settings.boxOfficeKind), path);
}

/** The one that owns the address, and the one of a part in its screen. */
function remotesOf(registry: Registry, path: string): RegistryRemote[] {
  const kind = registry.settings.boxOfficeKind;
  const owner = registry.remotes.find(({ routes }) =>
    routes.some((route) => isOfRoute(route.replaceAll("{boxOfficeKind}", kind), path)),
  );
  const panel = Object.hasOwn(PANELS, path) ? PANELS[path] : undefined;
  const ofPanel = registry.remotes.find(({ panels }) => panel !== undefined && panels.includes(panel));
  return [...new Set([owner, ofPanel])].filter((remote) => remote !== undefined);
}

/** As the host's router matches: `:name` is one segment, `*` at the end is the rest, letters are the same in both sizes. */
function isOfRoute(route: string, path: string): boolean {
  const wanted = segmentsOf(route);
  const given = segmentsOf(path);
  const isOpen = wanted.at(-1) === "*";
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  return (
    (isOpen ? given.length >= fixed.length : given.length === fixed.length) &&
    fixed.every((segment, index) => segment.startsWith(":") || segment === given[index])
  );
}

const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "");
