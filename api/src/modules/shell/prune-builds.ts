import { pruneHostFiles } from "./host-files.ts";
import type { RegistryBuilds, StoredBuild } from "./registry-builds.ts";
import { type By, decisionOf } from "./registry-decision.ts";
import { buildsGivenTo } from "./host-generation.ts";
import { hostsOfTabs } from "./given-hosts.ts";
import { forgetOldHosts } from "./registry-hosts.ts";
import type { RegistryLedger } from "./registry-ledger.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { pruned, reachable, type RemotePointer, TAB_LIFE_DAYS } from "./remote-pointer.ts";

interface Registry {
  readonly storage: RegistryStorage;
  readonly ledger: RegistryLedger;
  readonly builds: RegistryBuilds;
}

/**
 * Removes the files of builds that no page can ask for any more (`prunable`), and what killed commands left.
 * @returns the builds that were removed
 */
export async function pruneBuilds(
  { storage, ledger, builds }: Registry,
  by: By,
  { keep, olderThanDays }: { keep: number; olderThanDays: number },
): Promise<StoredBuild[]> {
  const removed: StoredBuild[] = [];
  const all = await builds.all();
  // What a host of an older contract still gives to its pages, or gave to a tab that is open (FED-23).
  const host = await ledger.hostPointer();
  const hosts = await hostsOfTabs(storage, host, by.now);
  for (const remote of new Set(all.map((build) => build.remote))) {
    const stored = all.filter((build) => build.remote === remote);
    let gone: string[] = [];
    await ledger.change(remote, by.now, async (pointer) => {
      const listed = stored.map(({ build, publishedAt }) => ({ build, at: publishedAt }));
      const told = await buildsGivenTo(builds, hosts, remote, pointer);
      gone = prunable(pointer, listed, { keep, olderThanDays, now: by.now }, told);
      if (gone.length === 0) return undefined;
      const next = pruned(pointer, gone, by.now.toISOString());
      return { pointer: next, decision: decisionOf(by, "prune", remote, "", { builds: gone }) };
    });
    for (const build of gone) await builds.remove(remote, build);
    removed.push(...stored.filter(({ build }) => gone.includes(build)));
  }
  await builds.removeLeftOvers(by.now);
  await forgetOldHosts(storage, by.now);
  const lastGiven = new Map(Object.entries(host.builds).map(([build, { since }]) => [build, since]));
  for (const build of reachable(host)) lastGiven.set(build, by.now.toISOString());
  await pruneHostFiles(storage, by.now, olderThanDays, lastGiven);
  return removed;
}

/**
 * The builds whose files may go: not live, not fallen back to, no canary, not among the `keep` newest others, and out of
 * reach for longer than `olderThanDays`.
 * @param stored every build there is, with the instant at which it was published
 */
export function prunable(
  pointer: RemotePointer,
  stored: readonly { readonly build: string; readonly at: Date }[],
  { keep, olderThanDays, now }: { keep: number; olderThanDays: number; now: Date },
  others: readonly string[] = [],
): string[] {
  const inUse = new Set([...reachable(pointer), ...others]);
  const limit = now.getTime() - Math.max(olderThanDays, TAB_LIFE_DAYS) * 86_400_000;
  // Of a build from before this ledger nothing is known but that it was out of reach when the live one came.
  const atLeast = pointer.live === null ? 0 : Date.parse(pointer.live.deployedAt);
  return stored
    .filter(({ build }) => !inUse.has(build))
    .map(({ build, at }) => {
      const known = pointer.builds[build];
      return { build, since: known ? Date.parse(known.since) : Math.max(at.getTime(), atLeast) };
    })
    .sort((a, b) => b.since - a.since)
    .slice(keep)
    .filter(({ since }) => since < limit)
    .map(({ build }) => build);
}
