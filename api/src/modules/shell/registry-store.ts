import type { HostBuild, RegistryRemote } from "@bobine/contract/registry";
import { deployability } from "./deployability.ts";
import { liveRemotes } from "./live-remotes.ts";
import { promotions } from "./promotions.ts";
import { pruneBuilds } from "./prune-builds.ts";
import { publications } from "./publications.ts";
import { registryBuilds, type StoredBuild } from "./registry-builds.ts";
import type { By } from "./registry-decision.ts";
import { hostStopped, recordHost, type ServedHost, servedHosts } from "./registry-hosts.ts";
import { type LedgerEntry, type Pointers, registryLedger } from "./registry-ledger.ts";
import type { RegistryStorage } from "./registry-storage.ts";

export type RegistryStore = ReturnType<typeof registryStore>;

/**
 * The registry: builds lie under their own hash and never change; small pointers say which of them pages are told. Every
 * function checks first, decides in one step (registry-ledger.ts) and leaves its line in the ledger.
 */
export function registryStore(storage: RegistryStorage) {
  const ledger = registryLedger(storage);
  const builds = registryBuilds(storage);
  const checks = deployability(storage, builds);
  return {
    storage,
    live: async (): Promise<RegistryRemote[]> => liveRemotes(builds, await ledger.pointers()),
    pointers: (): Promise<Pointers> => ledger.pointers(),
    ledger: (): Promise<LedgerEntry[]> => ledger.entries(),
    builds: (): Promise<StoredBuild[]> => builds.all(),
    hosts: (now: Date): Promise<ServedHost[]> => servedHosts(storage, now),
    recordHost: (node: string, host: HostBuild, now: Date): Promise<string> =>
      recordHost(storage, node, host, now),
    hostStopped: (node: string, host: HostBuild, now: Date): Promise<void> =>
      hostStopped(storage, node, host, now),

    /** Every build whose files are there, sorted by remote and hash. */
    async builds(): Promise<StoredBuild[]> {
      const objects = (await storage.list("")).sort((a, b) => (a.key < b.key ? -1 : 1));
      return objects.flatMap(({ key, modified }) => {
        const [, remote = "", build = "", file] = BUILD_KEY.exec(key) ?? [];
        return file === MANIFEST ? [{ remote, build, publishedAt: modified }] : [];
      });
    },

    /**
     * Copies the folder of a build in. Nothing goes live. What is there already and was damaged is mended.
     * @throws when remote.json is wrong or a file is not what its hash says: nothing is published then
     */
    async publish(dist: string, by: By): Promise<RemoteBuild> {
      const build = await store(dist, by.now, { mend: true });
      await ledger.change(build.name, by.now, async (pointer) => {
        refuseWhilePruned(pointer, build.build, by.now);
        const next = published(pointer, build.build, by.now.toISOString());
        return next === pointer
          ? undefined
          : { pointer: next, decision: decision(by, "publish", build.name, build.build) };
      });
      return build;
    },

    /**
     * Makes a published build live for everybody.
     * @returns false when it is already
     * @throws RegistryRefusal when it is not there, when a live host cannot run it, or when it was rolled back from and no
     * reason is given
     */
    async promote(remote: string, build: string, by: By, { force = false } = {}): Promise<boolean> {
      const obstacles = await checkDeployable(remote, build, by, force);
      return ledger.change(remote, by.now, async (pointer) => {
        refusePruned(pointer, build);
        if (pointer.builds[build]?.state === "withdrawn" && !by.reason)
          throw new RegistryRefusal(
            "this build was rolled back from: say why it may come back with --reason",
          );
        const next = promoted(pointer, build, by.now.toISOString());
        if (next === pointer) return undefined;
        return {
          pointer: next,
          decision: decision(by, "promote", remote, build, {
            from: pointer.live?.build ?? null,
            ...(obstacles.length > 0 ? { forced: obstacles.flatMap(({ reasons }) => reasons) } : {}),
          }),
        };
      });
    },

    /**
     * Back to the build that was live before.
     * @returns the build that is live now
     */
    async rollback(remote: string, by: By, { force = false } = {}): Promise<string> {
      if (!by.reason) throw new RegistryRefusal("a rollback needs --reason");
      let live = "";
      await ledger.change(remote, by.now, async (pointer) => {
        const next = rolledBack(pointer, by.now.toISOString());
        live = next.live?.build ?? "";
        await checkDeployable(remote, live, by, force);
        return {
          pointer: next,
          decision: decision(by, "rollback", remote, live, { from: pointer.live?.build }),
        };
      });
      return live;
    },

    /** Gives a published build to some users, or changes to whom. */
    async canary(
      remote: string,
      build: string,
      audience: CanaryAudience,
      by: By,
      { force = false } = {},
    ): Promise<void> {
      await checkDeployable(remote, build, by, force);
      await ledger.change(remote, by.now, async (pointer) => {
        refusePruned(pointer, build);
        if (pointer.builds[build]?.state === "withdrawn" && !by.reason)
          throw new RegistryRefusal(
            "this build was rolled back from: say why it may come back with --reason",
          );
        return {
          pointer: withCanary(pointer, build, audience, by.now.toISOString()),
          decision: decision(by, "canary", remote, build, { ...audience }),
        };
      });
    },

    /** Everybody gets the live build again. */
    async endCanary(remote: string, by: By): Promise<void> {
      await ledger.change(remote, by.now, async (pointer) => ({
        pointer: withoutCanary(pointer, by.now.toISOString()),
        decision: decision(by, "end-canary", remote, pointer.canary?.build ?? ""),
      }));
    },

    /**
     * Publishes the build that lies beside the product and makes it live, unless an operator has decided otherwise. When the
     * host that lies there too cannot run what is live, the build goes live whatever was decided: the older hosts that are
     * still served fall back to the build that they run now (docs/decisions/0009). So does the first build of a remote, which
     * no page of an older host has had (docs/decisions/0014).
     * @param own the host of this server, when it is known
     * @returns what was done: `live` when the pointer moved, `kept` when an operator's decision or the present build stands
     * @throws as publish and promote do
     */
    async followDisk(dist: string, by: By, own?: HostBuild): Promise<"live" | "kept"> {
      const manifest = await store(dist, by.now);
      const { name, build } = manifest;
      let moved = false;
      await ledger.change(name, by.now, async (pointer) => {
        refuseWhilePruned(pointer, build, by.now);
        const incompatibilities = own === undefined ? [] : await incompatibilitiesOf(own, manifest, pointer);
        const isLiveIncompatible = incompatibilities.length > 0;
        moved = followsDisk(pointer, build, isLiveIncompatible);
        if (!moved && pointer.disk === build) return undefined;
        const isFirst = moved && pointer.live === null && own !== undefined && canRun(own, manifest);
        const obstacles =
          isLiveIncompatible || isFirst
            ? await obstaclesOf(await checkStored(name, build), by.now)
            : moved
              ? await checkDeployable(name, build, by, false)
              : [];
        const at = by.now.toISOString();
        const next = moved ? promoted(pointer, build, at) : published(pointer, build, at);
        // What waits for its users in a canary was made for the host before, too.
        const ended = moved && isLiveIncompatible && next.canary !== null ? withoutCanary(next, at) : next;
        return {
          pointer: { ...ended, disk: build },
          decision: decision(by, moved ? "promote" : "publish", name, build, {
            from: pointer.live?.build ?? null,
            ...(moved && isLiveIncompatible ? { incompatible: incompatibilities } : {}),
            ...(obstacles.length > 0 ? { forced: obstacles.flatMap(({ reasons }) => reasons) } : {}),
          }),
        };
      });
      return moved ? "live" : "kept";
    },

    /** @returns the live hosts that could not run the build; none = it may be deployed */
    async canIDeploy(remote: string, build: string, now: Date): Promise<Obstacle[]> {
      return obstaclesOf(await checkStored(remote, build), now);
    },

    /**
     * Removes the files of builds that no page can ask for any more (remote-pointer.ts, `prunable`), and what killed commands
     * left.
     * @returns the builds that were removed
     */
    async prune(
      by: By,
      { keep, olderThanDays }: { keep: number; olderThanDays: number },
    ): Promise<StoredBuild[]> {
      const removed: StoredBuild[] = [];
      const all = await this.builds();
      for (const remote of new Set(all.map((build) => build.remote))) {
        const stored = all.filter((build) => build.remote === remote);
        let gone: string[] = [];
        await ledger.change(remote, by.now, async (pointer) => {
          const builds = stored.map(({ build, publishedAt }) => ({ build, at: publishedAt }));
          gone = prunable(pointer, builds, { keep, olderThanDays, now: by.now });
          if (gone.length === 0) return undefined;
          const next = pruned(pointer, gone, by.now.toISOString());
          return { pointer: next, decision: decision(by, "prune", remote, "", { builds: gone }) };
        });
        for (const build of gone) await removeFiles(remote, build);
        removed.push(...stored.filter(({ build }) => gone.includes(build)));
      }
      await removeLeftOvers(by.now);
      await storage.removeUnfinished(new Date(by.now.getTime() - LEFT_OVER_MS));
      await forgetOldHosts(storage, by.now);
      await pruneHostFiles(storage, by.now, olderThanDays);
      return removed;
    },
  };

  /** The manifest first: without it the rest is no build. */
  async function removeFiles(remote: string, build: string): Promise<void> {
    const place = `${remote}/${build}/`;
    manifests.delete(`${place}${MANIFEST}`);
    await storage.remove(`${place}${MANIFEST}`);
    for (const { key } of await storage.list(place)) await storage.remove(key);
  }

  async function removeLeftOvers(now: Date): Promise<void> {
    const places = new Map<string, { whole: boolean; newest: number }>();
    const objects = await storage.list("");
    for (const { key, modified } of objects) {
      const [, remote, build, file] = BUILD_KEY.exec(key) ?? [];
      if (remote === undefined) continue;
      const place = places.get(`${remote}/${build}/`) ?? { whole: false, newest: 0 };
      places.set(`${remote}/${build}/`, {
        whole: place.whole || file === MANIFEST,
        newest: Math.max(place.newest, modified.getTime()),
      });
    }
    for (const [place, { whole, newest }] of places) {
      if (whole || now.getTime() - newest < LEFT_OVER_MS) continue;
      for (const { key } of objects) if (key.startsWith(place)) await storage.remove(key);
    }
  }
}

function canaryOf(release: Release | undefined, { canary }: RemotePointer): Canary | null {
  if (release === undefined || canary === null) return null;
  return {
    ...release,
    ...(canary.share === undefined ? {} : { share: canary.share }),
    ...(canary.distributors === undefined ? {} : { distributors: canary.distributors }),
  };
}

/** The files that are there may be gone a moment later. */
function refuseWhilePruned({ builds }: RemotePointer, build: string, now: Date): void {
  const known = builds[build];
  if (known?.state === "pruned" && now.getTime() - Date.parse(known.since) < PRUNING_MS)
    throw new RegistryRefusal("the files of this build are being removed: try again in ten minutes");
}

function refusePruned(pointer: RemotePointer, build: string): void {
  if (pointer.builds[build]?.state === "pruned")
    throw new RegistryRefusal("the files of this build were removed: publish it again");
}

const canRun = (host: HostBuild, build: RemoteBuild): boolean => incompatibilities(build, host).length === 0;
