import type { Canary, HostBuild, RegistryRemote, Release } from "./registry.ts";
import { satisfies } from "./semver-range.ts";

/** Whom a screen is for; null before it is known. */
export interface Viewer {
  readonly userId: number | null;
  readonly distributorId: number | null;
}

/**
 * The release of a remote that this person gets: the canary for its distributors and for its share of the users, else the
 * live one. The same person gets the same answer in every tab for as long as the canary is that build, and a larger share
 * keeps those who had it already.
 */
export function releaseFor(remote: RegistryRemote, viewer: Viewer): Release {
  return remote.canary !== null && isForCanary(remote.canary, viewer) ? remote.canary : remote;
}

/** Whether a person gets the canary of a remote, or of the host (FED-31). */
export function isForCanary(
  canary: Pick<Canary, "name" | "build"> & {
    readonly share?: number | undefined;
    readonly distributors?: readonly number[] | undefined;
  },
  { userId, distributorId }: Viewer,
): boolean {
  if (distributorId !== null && canary.distributors?.includes(distributorId) === true) return true;
  if (userId === null || canary.share === undefined) return false;
  // In hundredths of a per cent. The build is in the hash so that it is not always the same people who go first.
  return hash32(`${userId}/${canary.name}/${canary.build}`) % 10_000 < canary.share * 100;
}

/** FNV-1a with MurmurHash3's last steps, which spread neighbouring ids over the whole range. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether a build is made for hosts of this contract and for this level of the API, whatever else it needs (FED-23, FED-32). */
export const isForContractOf = (
  release: Pick<Release, "contract" | "api">,
  host: Pick<HostBuild, "contract" | "api">,
): boolean => satisfies(host.contract, release.contract) && isForApiOf(release, host);

/** What does not say its level is taken for one that fits. */
export const isForApiOf = ({ api }: Pick<Release, "api">, host: Pick<HostBuild, "api">): boolean =>
  api === undefined || host.api === undefined || satisfies(host.api, api);

/**
 * The gate before a single byte of a remote runs, and before a promotion (FED-3): the contract, the level of the API, then each library
 * that host and remote must have one copy of, then each name that the remote takes from what is lent.
 * @returns reasons in French for the card and the operator; none = the build may run in this host
 */
export function incompatibilities(
  release: Pick<Release, "contract" | "api" | "shared" | "uses">,
  host: Pick<HostBuild, "contract" | "api" | "shared" | "lends">,
): string[] {
  const reasons: string[] = [];
  if (!satisfies(host.contract, release.contract))
    reasons.push(
      `Contrat : le module demande la version ${release.contract}, l’application a la version ${host.contract}.`,
    );
  if (!isForApiOf(release, host))
    reasons.push(
      `API\u00a0: le module demande le niveau ${release.api ?? ""}, le serveur a le niveau ${host.api ?? ""}.`,
    );
  for (const [name, range] of Object.entries(release.shared)) {
    const version = Object.hasOwn(host.shared, name) ? host.shared[name] : undefined;
    if (version === undefined)
      reasons.push(
        `${name} : le module demande la version ${range}, l’application ne fournit pas cette bibliothèque.`,
      );
    else if (!satisfies(version, range))
      reasons.push(
        `${name} : le module demande la version ${range}, l’application fournit la version ${version}.`,
      );
  }
  for (const [module, names] of Object.entries(namesNotLent(release, host)))
    reasons.push(`${module} : le module utilise ${names.join(", ")}, que l’application ne fournit pas.`);
  return reasons;
}

/**
 * What a build takes that its host does not lend (FED-19).
 * @returns module → names; a module that is not lent at all has its names too
 */
export function namesNotLent(
  { uses }: Pick<Release, "uses">,
  { lends }: Pick<HostBuild, "lends">,
): Record<string, string[]> {
  if (lends === undefined) return {};
  return Object.fromEntries(
    Object.entries(uses)
      .map(([module, names]): [string, string[]] => {
        const lent = new Set(Object.hasOwn(lends, module) ? lends[module] : []);
        return [module, names.filter((name) => !lent.has(name))];
      })
      .filter(([, missing]) => missing.length > 0),
  );
}
