/*
 * A developer's remote in the place of the live one (FED-7): `?mfe.finance=http://localhost:3002/`. The registry's
 * settings say whether this page may; a production server never says so, and its CSP refuses the address anyway.
 * Runs before any chunk is asked for and carries no library.
 */

const KEY = "bobine.overrides";
const PARAMETER = "mfe.";
const MANIFEST = "remote.json";
/** A dev server builds when it is asked for the first time. */
const MANIFEST_TIMEOUT_MS = 60_000;

/** A remote that this tab takes from elsewhere, as it was when the page was loaded. */
export interface Override {
  readonly remote: string;
  /** As it was asked for. */
  readonly address: string;
  /** Its entry in the registry, not yet checked by the schema; absent when it could not be read. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** Why it could not be read, in French. */
  readonly problem?: string;
}

type Tab = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * The overrides that the address asks for, on top of those that this tab already has. An empty one takes its remote back.
 * Only remotes of the registry, only from this machine; nothing at all where the settings do not allow it.
 * @param registry the parsed JSON of index.html, not yet checked
 * @param search `location.search`
 * @returns remote → address
 */
export function requestedOverrides(registry: unknown, search: string, tab: Tab): Record<string, string> {
  const { settings, remotes } = asRecord(registry);
  if (asRecord(settings)["devOverrides"] !== true) return {};
  const known = new Set((Array.isArray(remotes) ? remotes : []).map((remote) => asRecord(remote)["name"]));
  const wanted = readStored(tab);
  for (const [parameter, address] of new URLSearchParams(search)) {
    if (!parameter.startsWith(PARAMETER)) continue;
    const id = parameter.slice(PARAMETER.length);
    wanted[known.has(id) ? id : `mfe-${id}`] = address;
  }
  const overrides: Record<string, string> = {};
  for (const [remote, address] of Object.entries(wanted))
    if (known.has(remote) && isOfThisMachine(address)) overrides[remote] = address;
  save(tab, overrides);
  return overrides;
}

/** The search part of an address without what asks for overrides: a later « Réinitialiser » must not meet it again. */
export function withoutOverrides(search: string): string {
  const parameters = Array.from(new URLSearchParams(search));
  const rest = new URLSearchParams(parameters.filter(([name]) => !name.startsWith(PARAMETER))).toString();
  return rest === "" ? "" : `?${rest}`;
}

/** Only http://localhost, whatever its port. */
function isOfThisMachine(address: unknown): address is string {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return protocol === "http:" && hostname === "localhost" && username === "" && password === "";
}

/**
 * Asks each address for its `remote.json`. A redirection tells where the build's files are.
 * @param requested remote → address
 */
export const readOverrides = (
  requested: Readonly<Record<string, string>>,
  ask: (url: string) => Promise<Response> = requestManifest,
): Promise<Override[]> =>
  Promise.all(
    Object.entries(requested).map(async ([remote, address]) => {
      try {
        return { remote, address, entry: await readEntry(remote, address, ask) };
      } catch (error) {
        return { remote, address, problem: error instanceof OverrideProblem ? error.message : UNREACHABLE };
      }
    }),
  );

const UNREACHABLE = "L’adresse ne répond pas\u00a0: le serveur de développement est-il démarré\u202f?";

class OverrideProblem extends Error {
  override readonly name = "OverrideProblem";
}

async function readEntry(
  remote: string,
  address: string,
  ask: (url: string) => Promise<Response>,
): Promise<Record<string, unknown>> {
  const manifest = new URL(MANIFEST, address);
  const answer = await ask(manifest.href);
  if (!answer.ok)
    throw new OverrideProblem(`${manifest.href} répond par une erreur (${answer.status.toString()}).`);
  const found = new URL(answer.url === "" ? manifest : answer.url);
  if (found.origin !== manifest.origin)
    throw new OverrideProblem(`${manifest.href} renvoie vers une autre adresse.`);
  const build = asRecord(await answer.json().catch(() => undefined));
  if (build["name"] !== remote)
    throw new OverrideProblem(`${manifest.href} n’est pas la description du module ${remote}.`);
  // No release takes its place: a developer must see that it fails.
  return { ...build, baseUrl: new URL(".", found).href, deployedAt: "", previous: null, canary: null };
}

const requestManifest = (url: string): Promise<Response> =>
  // oxlint-disable-next-line no-restricted-globals -- a file of a build, not a call of the API
  fetch(url, {
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(MANIFEST_TIMEOUT_MS),
  });

/**
 * The registry as this page uses it: each override in the place of the live entry. One that could not be read leaves the menu
 * as it is and has no code.
 * @param registry the parsed JSON of index.html, not yet checked
 */
export function withOverrides(registry: unknown, overrides: readonly Override[]): unknown {
  const page = asRecord(registry);
  if (overrides.length === 0 || !Array.isArray(page["remotes"])) return registry;
  return {
    ...page,
    remotes: page["remotes"].map((live: unknown) => {
      const override = overrides.find(({ remote }) => remote === asRecord(live)["name"]);
      if (!override) return live;
      return (
        override.entry ?? {
          ...asRecord(live),
          baseUrl: override.address,
          integrity: {},
          previous: null,
          canary: null,
        }
      );
    }),
  };
}

let active: readonly Override[] = [];

/** Fixes the overrides for the life of the page. Called once, by the first script. */
export function activateOverrides(overrides: readonly Override[]): void {
  active = overrides;
}

export const activeOverrides = (): readonly Override[] => active;

/** « Réinitialiser »: this tab takes every remote from the registry again. */
export function resetOverrides(): void {
  try {
    sessionStorage.removeItem(KEY);
  } finally {
    window.location.reload();
  }
}

function readStored(tab: Tab): Record<string, unknown> {
  try {
    return { ...asRecord(JSON.parse(tab.getItem(KEY) ?? "{}")) };
  } catch {
    return {};
  }
}

function save(tab: Tab, overrides: Record<string, string>): void {
  try {
    if (Object.keys(overrides).length === 0) tab.removeItem(KEY);
    else tab.setItem(KEY, JSON.stringify(overrides));
  } catch {
    // A browser that keeps nothing has them until the next page.
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
