import type { Registry, Release } from "@bobine/contract/registry";

/** Files that a page loads under a hash; a font or a picture is never asked for with one. */
const CODE = /\.(js|css)$/;

/**
 * The registry as index.html carries it: without what only servers read (`preload`, `pages`) and without the hashes that no
 * browser compares. Hashes do not compress, and each first load carries them.
 * @returns JSON that `registrySchema` reads
 */
export function pageRegistry(registry: Registry): string {
  const { host, remotes } = registry;
  return JSON.stringify({
    ...registry,
    host: { ...host, integrity: ofCode(host.integrity) },
    remotes: remotes.map(({ previous, canary, ...live }) => ({
      ...slim(live),
      previous: previous && slim(previous),
      canary: canary && slim(canary),
    })),
  });
}

const slim = ({ preload: _preload, pages: _pages, ...release }: Release): object => ({
  ...release,
  integrity: ofCode(release.integrity),
});

const ofCode = (integrity: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(integrity).filter(([file]) => CODE.test(file)));
