/** Builds in the page: the host's, and those of the remotes whose screens are mounted. */
const builds: string[] = [];

/**
 * Says that a part of the page is of this build, for as long as it is mounted: calls carry it (`X-Front-Build`), and the
 * server keeps it with what the user does (FEDERATION M6).
 * @returns to be called when the part goes away
 */
export function announceBuild(name: string, build: string): () => void {
  const text = `${name}@${build}`;
  builds.push(text);
  return () => {
    const index = builds.indexOf(text);
    if (index !== -1) builds.splice(index, 1);
  };
}

/** `host@b6925dfed7df, mfe-finance@b9305913d1bb`; empty before the host has said its own. */
export const announcedBuilds = (): string => [...new Set(builds)].join(", ");
