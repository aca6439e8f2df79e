import { RegistryRefusal, type RemotePointer } from "./remote-pointer.ts";

/** Removing the files of a build takes less. */
const PRUNING_MS = 10 * 60_000;

/** Who asks, when and why: what the ledger keeps. */
export interface By {
  readonly who: string;
  readonly now: Date;
  readonly reason?: string | undefined;
  /** The id of the call that asked, by which its entry of the audit log is found. */
  readonly request?: string | undefined;
}

/** A line of the ledger. */
export const decisionOf = (by: By, action: string, remote: string, build: string, details: object = {}) => ({
  who: by.who,
  action,
  remote,
  build,
  reason: by.reason ?? "",
  ...(by.request === undefined ? {} : { request: by.request }),
  details: { ...details },
});

/**
 * What somebody insisted on, for the details of a line.
 * @param build it may be one that the product took back
 */
export function forcedOf(
  { builds }: RemotePointer,
  build: string,
  obstacles: readonly { readonly reasons: readonly string[] }[],
): { readonly forced?: readonly string[] } {
  const forced = [
    ...(builds[build]?.isAutomatic === true ? ["Retiré automatiquement après des pannes."] : []),
    ...obstacles.flatMap(({ reasons }) => reasons),
  ];
  return forced.length > 0 ? { forced } : {};
}

/** How somebody rolls back. */
export interface Rollback {
  /** Somebody insists. */
  readonly force?: boolean | undefined;
  /** For who may only go back (SEC-26): what a build is answered with that was never live, as to bring it is to promote it. */
  readonly refuseNew?: (() => Error) | undefined;
}

/** The files that are there may be gone a moment later. */
export function refuseWhilePruned({ builds }: RemotePointer, build: string, now: Date): void {
  const known = builds[build];
  if (known?.state === "pruned" && now.getTime() - Date.parse(known.since) < PRUNING_MS)
    throw new RegistryRefusal(
      "the files of this build are being removed: try again in ten minutes",
      "Les fichiers de ce build sont en cours de suppression\u00a0: réessayez dans dix minutes.",
    );
}

export function refusePruned(pointer: RemotePointer, build: string): void {
  if (pointer.builds[build]?.state === "pruned")
    throw new RegistryRefusal(
      "the files of this build were removed: publish it again",
      "Les fichiers de ce build ont été supprimés\u00a0: publiez-le à nouveau.",
    );
}

/**
 * @param force somebody insists
 * @throws RegistryRefusal when the build was rolled back from and no reason is given, or nobody insists on one that the product took back
 */
export function refuseWithdrawn({ builds }: RemotePointer, build: string, by: By, force: boolean): void {
  if (builds[build]?.isAutomatic === true && !force)
    throw new RegistryRefusal(
      "this build failed in browsers and was taken back automatically: --force --reason brings it back",
      "Ce build a été retiré automatiquement après des pannes\u00a0: il ne revient que si vous le forcez, avec une raison.",
    );
  if (builds[build]?.state === "withdrawn" && !by.reason)
    throw new RegistryRefusal(
      "this build was rolled back from: say why it may come back with --reason",
      "Ce build a été retiré après un incident\u00a0: dites pourquoi il peut revenir.",
    );
}
