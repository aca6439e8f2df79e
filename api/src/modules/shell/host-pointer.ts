import type { HostBuild } from "@bobine/contract/registry";
import { isForApiOf } from "@bobine/contract/remote-choice";
import type { RecordedHost } from "./host-files.ts";
import { leftNow, type RemotePointer, rolledBack } from "./remote-pointer.ts";

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
  const isSame = pointer.live?.build === build;
  const earlier = kept.filter(
    (host) => since === undefined || host.since === undefined || host.since < since,
  );
  const { refs, until } = decidedBefore(pointer, earlier, isSame);
  const onDisks = earlier
    .flatMap((host) => (host.since === undefined ? [] : [{ ...host, since: host.since }]))
    // Of those the one that was given last: a product that was set back gave an older one after a newer one.
    .sort((one, other) => (one.servedAt < other.servedAt ? 1 : -1))
    .map((host) => ({
      isLater: host.servedAt > until,
      ref: { build: host.build, deployedAt: host.since, by: "start" as const },
    }));
  const before = [
    ...onDisks.filter(({ isLater }) => isLater).map(({ ref }) => ref),
    ...refs,
    ...onDisks.map(({ ref }) => ref),
  ];
  return {
    ...pointer,
    live: isSame ? pointer.live : { build, deployedAt: since ?? noted, by: "start" },
    history: before.filter(
      (ref, index) =>
        ref.build !== build &&
        isGood(pointer, ref.build) &&
        before.findIndex((one) => one.build === ref.build) === index,
    ),
  };
}

/**
 * What decisions gave before servers gave theirs again, the last first, and until when: a host that a person had promoted was given by all, whatever
 * lay on their disks.
 * @param earlier hosts that no disk had later than the one that is decided about
 * @param isSame what was decided last is what is given
 */
function decidedBefore(
  { live, history, builds }: RemotePointer,
  earlier: HostFacts["kept"],
  isSame: boolean,
): { readonly refs: RemotePointer["history"]; readonly until: string } {
  if (live === null) return { refs: [], until: "" };
  const refs = (isSame ? history : [live, ...history]).flatMap((ref) => {
    const known = earlier.find(({ build }) => build === ref.build);
    if (known === undefined) return [];
    // One that lies on no disk comes back for all or for nobody.
    return [known.since === undefined ? { ...ref, by: "operator" as const } : ref];
  });
  return { refs, until: builds[live.build]?.since ?? live.deployedAt };
}

const isGood = ({ builds }: RemotePointer, build: string): boolean => {
  const state = builds[build]?.state;
  return state !== "withdrawn" && state !== "pruned";
};

/**
 * Back from a bad host. What a start had made live is left by the servers that have it on their disk, and by no other; what a person has promoted, by all:
 * they give their own again, but for a host that was promoted before it, or that is named and that none of them has (any more).
 * @param pointer as `asGiven` makes it
 * @param onDisks builds of the hosts on the disks of servers
 * @throws as `rolledBack` of a remote
 */
export function hostRolledBack(
  pointer: RemotePointer,
  ways: { readonly from: string; readonly to?: string | undefined },
  at: string,
  onDisks: readonly string[],
): RemotePointer {
  const next = rolledBack(pointer, ways, at);
  if (next.live === null) return next;
  const known = pointer.history.find(({ build }) => build === next.live?.build);
  const isOnDisk = ways.to !== undefined && onDisks.includes(ways.to);
  const isKept = ways.to === undefined || isOnDisk;
  const ofPromoted = (isKept ? known?.by : undefined) ?? (isOnDisk ? "start" : "operator");
  return { ...next, live: { ...next.live, by: pointer.live?.by === "start" ? "start" : ofPromoted } };
}

/**
 * Each server gives the host on its disk again, but for those that were rolled back from. Tabs go on with what they were given until now.
 * @param pointer as `asGiven` makes it of one without a promotion
 */
export function followingDisk(pointer: RemotePointer, at: string): RemotePointer {
  const { live, canary } = pointer;
  if (live === null) return pointer;
  const next = leftNow(pointer, live.build, at);
  return {
    ...(canary === null ? next : leftNow(next, canary.build, at)),
    live: { ...live, by: "start" },
    canary: null,
  };
}
