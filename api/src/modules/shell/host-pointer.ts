import type { HostBuild } from "@bobine/contract/registry";
import { isForApiOf } from "@bobine/contract/remote-choice";
import type { RecordedHost } from "./host-files.ts";
import { type RemotePointer, rolledBack } from "./remote-pointer.ts";

/**
 * The host that a server gives to everybody (FED-31): the one that a person has promoted; else the one on its disk, or, when that was rolled
 * back from, the one that took its place.
 * @param own build of the host on the server's disk
 */
export function givenHost({ live, builds }: Pick<RemotePointer, "live" | "builds">, own: string): string {
  if (live === null) return own;
  return live.by === "operator" || builds[own]?.state === "withdrawn" ? live.build : own;
}

/** Notes that somebody insists on giving a host to servers of a level of the API that it does not speak. */
export const insistedOn = (pointer: RemotePointer, build: string, level: string): RemotePointer => ({
  ...pointer,
  live: pointer.live?.build === build ? { ...pointer.live, insistedOn: level } : pointer.live,
  canary: pointer.canary?.build === build ? { ...pointer.canary, insistedOn: level } : pointer.canary,
});

/**
 * Whether a server of this level of the API gives a host that is decided about: its pages can call it (FED-32), or somebody insisted on exactly
 * that.
 */
export const isForServer = (
  { speaks }: Pick<HostBuild, "speaks">,
  api: string | undefined,
  ref: RemotePointer["live"],
): boolean => isForApiOf({ api: speaks }, { api }) || (api !== undefined && ref?.insistedOn === api);

/** What is known of hosts beside what was decided. */
export interface HostFacts {
  /** On the disks of servers, the most recently seen first. */
  readonly served: readonly { readonly build: string; readonly since: string }[];
  readonly kept: readonly RecordedHost[];
}

/**
 * The pointer as it is when each server gives what is on its disk, for a decision to start from: that host is live, made so by a start, and those that
 * were given before it are what one goes back to. One that a person has promoted stands as it is.
 * @param from the build that is decided about, when several are given
 */
export function asGiven(pointer: RemotePointer, { served, kept }: HostFacts, from?: string): RemotePointer {
  if (pointer.live?.by === "operator") return pointer;
  const given = served.map((own) => ({ build: givenHost(pointer, own.build), since: own.since }));
  const { build, since: noted } = given.find((one) => one.build === from) ?? given[0] ?? {};
  if (build === undefined || noted === undefined) return pointer;
  const since = kept.find((host) => host.build === build)?.since;
  const before = kept
    .flatMap((host) => (host.since === undefined ? [] : [{ ...host, since: host.since }]))
    .filter((host) => host.build !== build && (since === undefined || host.since < since))
    .filter((host) => isGood(pointer, host.build))
    // Of those the one that was given last: a product that was set back gave an older one after a newer one.
    .sort((one, other) => (one.servedAt < other.servedAt ? 1 : -1))
    .map((host) => ({ build: host.build, deployedAt: host.since, by: "start" as const }));
  const isSame = pointer.live?.build === build;
  return {
    ...pointer,
    live: isSame ? pointer.live : { build, deployedAt: since ?? noted, by: "start" },
    history: before,
  };
}

const isGood = ({ builds }: RemotePointer, build: string): boolean => {
  const state = builds[build]?.state;
  return state !== "withdrawn" && state !== "pruned";
};

/**
 * Back from a bad host. What a start had made live is left by the servers that have it on their disk, and by no other; what a person has promoted, by all.
 * @param pointer as `asGiven` makes it
 * @throws as `rolledBack` of a remote
 */
export function hostRolledBack(
  pointer: RemotePointer,
  ways: { readonly from: string; readonly to?: string | undefined },
  at: string,
): RemotePointer {
  const next = rolledBack(pointer, ways, at);
  if (next.live === null) return next;
  const known = pointer.history.find(({ build }) => build === next.live?.build);
  const by = pointer.live?.by === "start" ? "start" : (known?.by ?? "operator");
  return { ...next, live: { ...next.live, by } };
}

/** Each server gives the host on its disk again, but for those that were rolled back from. @param pointer as `asGiven` makes it of one without a promotion */
export const followingDisk = (pointer: RemotePointer): RemotePointer =>
  pointer.live === null ? pointer : { ...pointer, live: { ...pointer.live, by: "start" }, canary: null };
