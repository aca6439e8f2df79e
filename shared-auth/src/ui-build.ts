/** A part of the page and the build that it runs. */
export interface MountedBuild {
  readonly name: string;
  readonly build: string;
}

/** Builds in the page: the host's, and those of the remotes whose screens are mounted. */
const builds: MountedBuild[] = [];
const watchers = new Set<() => void>();

/**
 * Says that a part of the page is of this build, for as long as it is mounted: calls carry it (`X-Front-Build`), and the
 * server keeps it with what the user does (FED-10).
 * @returns to be called when the part goes away
 */
export function announceBuild(name: string, build: string): () => void {
  const mounted = { name, build };
  builds.push(mounted);
  for (const notify of watchers) notify();
  return () => {
    const index = builds.indexOf(mounted);
    if (index !== -1) builds.splice(index, 1);
  };
}

/** `host@b6925dfed7df, mfe-finance@b9305913d1bb`; empty before the host has said its own. */
export const announcedBuilds = (): string =>
  [...new Set(builds.map(({ name, build }) => `${name}@${build}`))].join(", ");

/** What the page runs now. A remote's panel and its screen are two entries. */
export const mountedBuilds = (): readonly MountedBuild[] => [...builds];

/** Tells when a part of the page has been mounted. @returns how to stop */
export function whenBuildMounts(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
