import type { RegistryStore } from "./registry-store.ts";
import { RegistryRefusal } from "./remote-pointer.ts";

/**
 * A build by its first characters, if they name one only.
 * @returns its whole name
 * @throws RegistryRefusal when there is none, or several
 */
export async function wholeBuild(
  store: Pick<RegistryStore, "builds">,
  remote: string,
  start: string,
): Promise<string> {
  const found = (await store.builds()).filter(
    (each) => each.remote === remote && each.build.startsWith(start),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.build;
  if (found.length === 0)
    throw new RegistryRefusal(
      `there is no build ${start} of ${remote}: publish it first, or look at the list`,
      `Il n’y a pas de build ${start} de ${remote}\u00a0: publiez-le d’abord.`,
    );
  const builds = found.map(({ build }) => build);
  throw new RegistryRefusal(
    `${start} may be ${builds.join(" or ")}: write more of it`,
    `${start} peut être ${builds.join(" ou ")}\u00a0: écrivez-en davantage.`,
  );
}
