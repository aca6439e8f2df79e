import type { HostBuild, Registry, Release } from "@bobine/contract/registry";
import { namesNotLent } from "@bobine/contract/remote-choice";

/** Files that a page loads under a hash; a font or a picture is never asked for with one. */
const CODE = /\.(js|css)$/;

/**
 * The registry as index.html carries it: without what only servers read (`preload`, `pages`, `late`) and without the hashes that no
 * browser compares. Hashes do not compress, and each first load carries them. Of the names that remotes use it has those that this host does not lend:
 * the page's gate answers as the server's does, from 0 kB instead of 14. A developer's remote is compared with all of them.
 * @returns JSON that `registrySchema` reads
 */
export function pageRegistry(registry: Registry): string {
  const { host, remotes, settings } = registry;
  const lends = host.lends === undefined || settings.devOverrides === true ? host.lends : {};
  const slim = slimFor(host);
  return JSON.stringify({
    ...registry,
    host: { ...host, lends, late: undefined, integrity: ofCode(host.integrity) },
    remotes: remotes.map(({ previous, canary, ...live }) => ({
      ...slim(live),
      previous: previous && slim(previous),
      canary: canary && slim(canary),
    })),
  });
}

const slimFor =
  (host: HostBuild) =>
  ({ preload: _preload, pages: _pages, ...release }: Release): object => ({
    ...release,
    uses: namesNotLent(release, host),
    integrity: ofCode(release.integrity),
  });

const ofCode = (integrity: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(integrity).filter(([file]) => CODE.test(file)));
