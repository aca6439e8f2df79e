import { isDeepStrictEqual } from "node:util";
import {
  type Canary,
  type HostBuild,
  type RegistryRemote,
  type Release,
  type RemoteBuild,
} from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import { compressedForms } from "./file-encodings.ts";
import { pruneHostFiles } from "./host-files.ts";
import {
  BuildRefusal,
  type CheckedBuild,
  checkFiles,
  MANIFEST,
  parseManifest,
  readBuild,
} from "./remote-build.ts";
import {
  type CanaryAudience,
  emptyPointer,
  followsDisk,
  promoted,
  prunable,
  pruned,
  published,
  RegistryRefusal,
  type RemotePointer,
  rolledBack,
  withCanary,
  withoutCanary,
} from "./remote-pointer.ts";
import { forgetOldHosts, hostStopped, recordHost, type ServedHost, servedHosts } from "./registry-hosts.ts";
import { type LedgerEntry, type Pointers, registryLedger } from "./registry-ledger.ts";
import type { RegistryStorage } from "./registry-storage.ts";

/** Removing the files of a build takes less. */
const PRUNING_MS = 10 * 60_000;
/** A build without its manifest that has not moved for so long is what a killed command left. */
const LEFT_OVER_MS = 24 * 3_600_000;
const PUBLISH_AGAIN = "publish the build again";
const BUILD_KEY = /^([a-z][a-z0-9-]*)\/([a-f0-9]{12,64})\/(.+)$/;

/** Who asks, when and why: what the ledger keeps. */
export interface By {
  readonly who: string;
  readonly now: Date;
  readonly reason?: string | undefined;
}

export interface StoredBuild {
  readonly remote: string;
  readonly build: string;
  readonly publishedAt: Date;
}

/** A host that could not run a build, and why. */
export interface Obstacle {
  readonly host: ServedHost;
  readonly reasons: readonly string[];
}

export type RegistryStore = ReturnType<typeof registryStore>;

/**
 * The registry: builds lie under their own hash and never change; small pointers say which of them pages are told. Every
 * function checks first, decides in one step (registry-ledger.ts) and leaves its line in the ledger.
 */
export function registryStore(storage: RegistryStorage) {
  const ledger = registryLedger(storage);
  /** Manifests never change once they are there. */
  const manifests = new Map<string, RemoteBuild>();

  async function manifestOf(remote: string, build: string): Promise<RemoteBuild | undefined> {
    const key = `${remote}/${build}/${MANIFEST}`;
    const known = manifests.get(key);
    if (known) return known;
    const content = await storage.read(key);
    if (content === undefined) return undefined;
    const manifest = parseManifest(content);
    manifests.set(key, manifest);
    return manifest;
  }

  async function releaseOf(
    remote: string,
    ref: { build: string; deployedAt: string } | null | undefined,
  ): Promise<Release | undefined> {
    if (!ref) return undefined;
    const manifest = await manifestOf(remote, ref.build).catch((error: unknown) => {
      // A storage that does not answer says nothing about the build.
      if (error instanceof BuildRefusal) return undefined;
      throw error;
    });
    return manifest && { ...manifest, baseUrl: `/r/${remote}/${ref.build}/`, deployedAt: ref.deployedAt };
  }

  async function remoteOf(remote: string, pointer: RemotePointer): Promise<RegistryRemote[]> {
    const [live, previous, canary] = await Promise.all([
      releaseOf(remote, pointer.live),
      releaseOf(remote, pointer.history[0]),
      releaseOf(remote, pointer.canary),
    ]);
    if (live) return [{ ...live, previous: previous ?? null, canary: canaryOf(canary, pointer) }];
    // Somebody deleted or damaged the files that are live: the menu and the routes stay as they were before (FED-2),
    // and without hashes nothing of the build itself can be loaded.
    const before = previous ?? (await newestSound(remote, pointer.history.slice(1)));
    if (!before || !pointer.live) return [];
    const { build, deployedAt } = pointer.live;
    const place = { ...before, version: "?", build, deployedAt, baseUrl: `/r/${remote}/${build}/` };
    return [
      {
        ...place,
        integrity: {},
        preload: [],
        pages: [],
        previous: before,
        canary: canaryOf(canary, pointer),
      },
    ];
  }

  async function newestSound(
    remote: string,
    history: RemotePointer["history"],
  ): Promise<Release | undefined> {
    for (const ref of history) {
      const release = await releaseOf(remote, ref);
      if (release) return release;
    }
    return undefined;
  }

  /**
   * Copies a checked build in, its manifest last: before that there is no build.
   * @param mend compare what is there already, and write again what was damaged
   */
  async function store(dist: string, now: Date, { mend = false } = {}): Promise<RemoteBuild> {
    const checked = await readBuild(dist);
    const { build, manifest, files } = checked;
    refuseWhilePruned((await ledger.pointers())[build.name] ?? emptyPointer, build.build, now);
    const place = `${build.name}/${build.build}`;
    const there = await storage.read(`${place}/${MANIFEST}`);
    if (there !== undefined && (!mend || (await isThere(checked, there)))) return build;
    for (const [name, content] of files) {
      await storage.write(`${place}/${name}`, content);
      for (const [form, bytes] of await compressedForms(name, content))
        await storage.write(`${place}/${form}`, bytes);
    }
    if (there === undefined) await storage.create(`${place}/${MANIFEST}`, manifest);
    else await storage.write(`${place}/${MANIFEST}`, manifest);
    return build;
  }

  /**
   * Whether the stored build is whole.
   * @throws BuildRefusal when it is another one under the same name: browsers have kept its files
   */
  async function isThere({ build }: CheckedBuild, manifest: Uint8Array): Promise<boolean> {
    try {
      const known = parseManifest(manifest);
      if (isDeepStrictEqual(known, build)) {
        await checkFiles(
          known,
          (name) => storage.read(`${build.name}/${build.build}/${name}`),
          PUBLISH_AGAIN,
        );
        return true;
      }
    } catch (error) {
      if (error instanceof BuildRefusal) return false;
      throw error;
    }
    throw new BuildRefusal(
      `${build.name} ${build.build} is there already, and is another one: build the remote again`,
    );
  }

  /** @throws when the build is not there whole, as it was published */
  async function checkStored(remote: string, build: string): Promise<RemoteBuild> {
    const manifest = await manifestOf(remote, build);
    if (manifest === undefined)
      throw new RegistryRefusal(`there is no build ${build} of ${remote}: publish it first`);
    await checkFiles(manifest, (name) => storage.read(`${remote}/${build}/${name}`), PUBLISH_AGAIN);
    return manifest;
  }

  async function obstaclesOf(manifest: RemoteBuild, now: Date): Promise<Obstacle[]> {
    return (await servedHosts(storage, now))
      .map((host) => ({ host, reasons: incompatibilities(manifest, host.host) }))
      .filter(({ reasons }) => reasons.length > 0);
  }

  /** Whole, and every live host can run it; with `force` and a reason, whole is enough. */
  async function checkDeployable(remote: string, build: string, by: By, force: boolean): Promise<Obstacle[]> {
    const obstacles = await obstaclesOf(await checkStored(remote, build), by.now);
    if (obstacles.length === 0) return obstacles;
    const told = obstacles.flatMap(({ host, reasons }) =>
      reasons.map((reason) => `  ${host.node}: ${reason}`),
    );
    if (!force) throw new RegistryRefusal(`a host that is live cannot run this build:\n${told.join("\n")}`);
    if (!by.reason) throw new RegistryRefusal("--force needs --reason");
    return obstacles;
  }

  /** Why a host cannot run what is live although it can run `manifest`; empty when it can, or when nothing is live. */
  async function incompatibilitiesOf(
    host: HostBuild,
    manifest: RemoteBuild,
    { live }: RemotePointer,
  ): Promise<readonly string[]> {
    const running = live === null ? undefined : await manifestOf(manifest.name, live.build);
    if (running === undefined || incompatibilities(manifest, host).length > 0) return [];
    return incompatibilities(running, host);
  }

  const decision = (by: By, action: string, remote: string, build: string, details: object = {}) => ({
    who: by.who,
    action,
    remote,
    build,
    reason: by.reason ?? "",
    details: { ...details },
  });

  return {
    storage,

    /** What pages are told, sorted by name. */
    async live(): Promise<RegistryRemote[]> {
      const pointers = Object.entries(await ledger.pointers()).sort(([a], [b]) => (a < b ? -1 : 1));
      return (await Promise.all(pointers.map(([name, pointer]) => remoteOf(name, pointer)))).flat();
    },

    pointers: (): Promise<Pointers> => ledger.pointers(),
    ledger: (): Promise<LedgerEntry[]> => ledger.entries(),
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
