import type { Registry, RegistryRemote } from "@bobine/contract/registry";
import { incompatibilities, releaseFor, type Viewer } from "@bobine/contract/remote-choice";
import { paths } from "../paths.ts";
import { remoteForPanel, remoteForPath } from "./registry.ts";

/** The part of the browser's API that the compiler's DOM library does not know. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The remote behind a menu entry: the dashboard is the host's page around a remote's panel. */
export const remoteBehind = (registry: Registry, path: string): RegistryRemote | undefined =>
  path === "/" || path === paths.dashboard()
    ? remoteForPanel(registry, "dashboard")
    : remoteForPath(registry, path);

/**
 * The remote that will likely be wanted next: that of the first menu entry, below the present one and then from the top, that
 * another remote brings. People work down the menu, and come back up.
 * @param menu the addresses of the menu in its order
 */
export function likelyNext(
  registry: Registry,
  menu: readonly string[],
  pathname: string,
  isKnown: (remote: RegistryRemote) => boolean,
): RegistryRemote | undefined {
  const present = remoteBehind(registry, pathname);
  const at = menu.indexOf(pathname);
  return [...menu.slice(at + 1), ...menu.slice(0, at + 1)]
    .map((path) => remoteBehind(registry, path))
    .find((remote) => remote !== undefined && remote.name !== present?.name && !isKnown(remote));
}

/** A user who saves data, or whose network is slow, gets what they ask for and nothing else. */
export const mayPrefetch = ({ saveData, effectiveType }: Connection = {}): boolean =>
  saveData !== true && effectiveType?.endsWith("2g") !== true;

type Fetch = (address: string, integrity: string) => Promise<unknown>;

/**
 * Puts scripts and styles of remotes into the browser's cache before they are wanted, each once. Nothing of it runs: the loader
 * asks for the same addresses later, under the same hashes, and only then decides.
 */
export function createPrefetch({
  registry,
  fetch = fetchQuietly,
  connection = browserConnection,
}: {
  registry: Registry;
  fetch?: Fetch;
  connection?: () => Connection | undefined;
}) {
  const requested = new Set<string>();
  return {
    isKnown: (remote: RegistryRemote): boolean => requested.has(remote.name),
    /** All of it, exposed modules and pages: a remote is smaller than a photograph. */
    remote(remote: RegistryRemote, viewer: Viewer): void {
      if (requested.has(remote.name) || !mayPrefetch(connection())) return;
      const release = releaseFor(remote, viewer);
      if (incompatibilities(release, registry.host).length > 0) return;
      requested.add(remote.name);
      for (const [file, hash] of Object.entries(release.integrity)) {
        if (!/\.(js|css)$/.test(file)) continue;
        // The loader will say it if it is still so when the remote is wanted.
        fetch(`${release.baseUrl}${file}`, hash).catch(() => undefined);
      }
    },
  };
}

export type Prefetch = ReturnType<typeof createPrefetch>;

/** As bytes, which cannot run; the browser compares them with the hash. */
const fetchQuietly: Fetch = async (address, integrity) => {
  // oxlint-disable-next-line no-restricted-globals -- a file of a build is no call of the API
  await fetch(address, { integrity, priority: "low" });
};

const browserConnection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;
