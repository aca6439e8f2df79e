import { API_LEVEL } from "@bobine/contract/api-level";
import { createHash } from "node:crypto";
import type { HostBuild } from "@bobine/contract/registry";
import { isForApiOf } from "@bobine/contract/remote-choice";
import type { Deployability } from "./deployability.ts";
import { eachOf } from "./each-of.ts";
import { hostFileKey, recordedHosts, saveHostFiles, storedHost } from "./host-files.ts";
import { asGiven, followingDisk, givenHost, hostRolledBack, insistedOn } from "./host-pointer.ts";
import { HOST, type HostSeals } from "./host-seals.ts";
import type { StoredBuild } from "./registry-builds.ts";
import {
  type By,
  decisionOf,
  forcedOf,
  refusePruned,
  refuseWithdrawn,
  type Rollback,
} from "./registry-decision.ts";
import { servedHosts } from "./registry-hosts.ts";
import type { Pointers, RegistryLedger } from "./registry-ledger.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { BuildRefusal, readHostBuild, servedBy } from "./remote-build.ts";
import {
  type CanaryAudience,
  promoted,
  published,
  RegistryRefusal,
  type RemotePointer,
  wasLive,
  withCanary,
  withoutCanary,
} from "./remote-pointer.ts";

const READ_AT_ONCE = 16;

/** Why a host may not be given: a remote that it could not run, or the API, which it could not speak with. */
export interface HostObstacle {
  /** `host` of what is not about a remote. */
  readonly remote: string;
  readonly build: string;
  readonly reasons: readonly string[];
}

interface Ways {
  readonly from: string;
  readonly to?: string | undefined;
}

interface WayBack {
  /** As it stood. */
  readonly pointer: RemotePointer;
  readonly next: RemotePointer;
  /** The build that comes back. */
  readonly live: string;
  /** What servers give of their own then, and did not before. */
  readonly own: readonly HostBuild[];
  /** Whether any server gives the build that comes back. */
  readonly isGiven: boolean;
}

/** Whether a host may be given to pages. */
function hostChecks(
  storage: RegistryStorage,
  seals: HostSeals,
  { obstaclesOfHost }: Pick<Deployability, "obstaclesOfHost">,
) {
  /** The pointer that a decision starts from. */
  async function standing(pointer: RemotePointer, from?: string): Promise<RemotePointer> {
    const [noted, kept] = await Promise.all([servedHosts(storage), recordedHosts(storage)]);
    const served = noted.map(({ host, since, seenAt }) => ({ build: host.build, since: since ?? seenAt }));
    return asGiven(pointer, { served, kept }, from);
  }

  /** @throws RegistryRefusal when it is not kept, BuildRefusal when it is not whole or not of this installation */
  async function checkKept(build: string): Promise<HostBuild> {
    const stored = await storedHost(storage, build);
    if (stored === undefined)
      throw new RegistryRefusal(
        `there is no host ${build}: a server that gives it, or publish, puts it into the registry`,
        `Il n’y a pas de build ${build} de l’application\u00a0: publiez-le d’abord.`,
      );
    await seals.check(stored, storage);
    await eachOf(Object.entries(stored.host.integrity), READ_AT_ONCE, async ([name, expected]) => {
      const key = hostFileKey(name);
      if (key === undefined) return;
      const content = await storage.read(key);
      const hash = `sha384-${createHash("sha384")
        .update(content ?? "")
        .digest("base64")}`;
      if (content === undefined || hash !== expected)
        throw new BuildRefusal(`host ${build}: ${name} is not what its hash says: publish the build again`);
    });
    return servedBy(stored.host);
  }

  async function obstaclesOf(host: HostBuild, all: Pointers): Promise<HostObstacle[]> {
    const remotes = await obstaclesOfHost(host, all);
    if (isForApiOf({ api: host.speaks }, host)) return remotes;
    const reason = `API\u00a0: l’application demande le niveau ${host.speaks ?? ""}, le serveur a le niveau ${API_LEVEL}.`;
    return [{ remote: HOST, build: host.build, reasons: [reason] }, ...remotes];
  }

  /**
   * @param known why it may not be given, where that was asked already
   * @returns what somebody insists on, for the ledger
   */
  async function checkGivable(
    pointer: RemotePointer,
    build: string,
    by: By,
    force: boolean,
    all: Pointers,
    known?: readonly HostObstacle[],
  ): Promise<object> {
    const obstacles = known ?? (await obstaclesOf(await checkKept(build), all));
    if (obstacles.length === 0) return forcedOf(pointer, build, []);
    const sentences = obstacles.flatMap(({ remote, reasons }) =>
      reasons.map((reason) => `  ${remote}: ${reason}`),
    );
    if (!force)
      throw new RegistryRefusal(
        `this host cannot run what is live:\n${sentences.join("\n")}`,
        `Cette application ne peut pas exécuter ce qui est en service\u00a0:\n${sentences.join("\n")}`,
      );
    if (!by.reason) throw new RegistryRefusal("--force needs --reason", "Dites pourquoi.");
    return forcedOf(pointer, build, obstacles);
  }

  /**
   * Back, and the hosts that servers then give of their own and did not before.
   * @param decided as it was before
   * @returns the pointer after it, before what servers give then is checked
   */
  async function wayBack(decided: RemotePointer, ways: Ways, at: string): Promise<WayBack> {
    const pointer = await standing(decided, ways.from);
    const served = (await servedHosts(storage)).map(({ host }) => host);
    const onDisks = served.map(({ build }) => build);
    const next = hostRolledBack(pointer, ways, at, onDisks);
    const live = next.live?.build ?? "";
    const isOwn = (build: string, one: RemotePointer) => givenHost(one, build) === build;
    const own = served.filter(({ build }) => build !== live && isOwn(build, next) && !isOwn(build, decided));
    return { pointer, next, live, own, isGiven: onDisks.some((build) => givenHost(next, build) === live) };
  }

  /**
   * Checks what servers give after a way back: the build that comes back, or what lies on their disks, where it is given by none of them.
   * @returns the pointer after it, what is given then, and what somebody insists on, for the ledger
   */
  async function checkReturn(
    { next, live, own, isGiven }: WayBack,
    decided: RemotePointer,
    by: By,
    force: boolean,
    all: Pointers,
  ): Promise<{ readonly next: RemotePointer; readonly given: string; readonly forced: object }> {
    const [newest] = isGiven ? [] : own;
    const ofOwn = await Promise.all(
      [...new Map(own.map((host) => [host.build, host])).values()].map((host) => obstaclesOfHost(host, all)),
    );
    const ofLive = newest === undefined ? await obstaclesOf(await checkKept(live), all) : [];
    const forced = await checkGivable(decided, live, by, force, all, [...ofLive, ...ofOwn.flat()]);
    return {
      next: ofLive.length > 0 ? insistedOn(next, live, API_LEVEL) : next,
      given: newest?.build ?? live,
      forced,
    };
  }

  return { standing, checkKept, obstaclesOf, checkGivable, wayBack, checkReturn };
}

/** Whether a server has given it from its disk. */
export const wasOnDisk = async (storage: RegistryStorage, build: string): Promise<boolean> =>
  (await recordedHosts(storage)).some((kept) => kept.build === build && kept.since !== undefined);

/** @param forced what somebody insists on, as `forcedOf` says it */
const withInsistence = (next: RemotePointer, build: string, forced: object): RemotePointer =>
  "forced" in forced ? insistedOn(next, build, API_LEVEL) : next;

/** What an operator decides about the host, in the words of remotes (FED-31). */
export function hostDecisions(
  storage: RegistryStorage,
  ledger: RegistryLedger,
  seals: HostSeals,
  checks: Pick<Deployability, "obstaclesOfHost">,
) {
  const gate = hostChecks(storage, seals, checks);
  const { standing, checkKept, obstaclesOf, checkGivable, wayBack, checkReturn } = gate;
  return {
    /** How the host stands: what a person has decided, or what servers have on their disks. */
    hostPointer: async (): Promise<RemotePointer> => standing(await ledger.hostPointer()),

    /** The hosts that any server can give. */
    async hostBuilds(): Promise<StoredBuild[]> {
      const kept = await recordedHosts(storage);
      return kept.map(({ build, since, servedAt }) => ({
        remote: HOST,
        build,
        publishedAt: new Date(since ?? servedAt),
      }));
    },

    /** Copies a built host in, for a canary or a promotion; nobody gets it yet. */
    async publishHost(dist: string, by: By): Promise<HostBuild> {
      seals.refuseBlind();
      const host = await readHostBuild(dist);
      await saveHostFiles(storage, dist, host, by.now, { seals, isServed: false });
      await checkKept(host.build);
      await ledger.change(HOST, by.now, async (pointer) => {
        const next = published(pointer, host.build, by.now.toISOString());
        return next === pointer
          ? undefined
          : { pointer: next, decision: decisionOf(by, "publish", HOST, host.build) };
      });
      return host;
    },

    async promoteHost(build: string, by: By, { force = false } = {}): Promise<boolean> {
      let moved = false;
      await ledger.change(HOST, by.now, async (decided, all) => {
        const pointer = await standing(decided);
        refusePruned(pointer, build);
        refuseWithdrawn(pointer, build, by, force);
        const forced = await checkGivable(pointer, build, by, force, all);
        const next = withInsistence(promoted(pointer, build, by.now.toISOString()), build, forced);
        moved = pointer.live?.build !== build;
        if (next === pointer) return undefined;
        const details = { from: pointer.live?.build ?? null, ...forced };
        return { pointer: next, decision: decisionOf(by, "promote", HOST, build, details) };
      });
      return moved;
    },

    async rollbackHost(ways: Ways, by: By, { force = false, refuseNew }: Rollback = {}): Promise<string> {
      if (!by.reason) throw new RegistryRefusal("a rollback needs --reason", "Dites pourquoi.");
      let live = "";
      await ledger.change(HOST, by.now, async (decided, all) => {
        const back = await wayBack(decided, ways, by.now.toISOString());
        if (refuseNew !== undefined)
          for (const build of [back.live, ...back.own.map((host) => host.build)])
            if (!wasLive(back.pointer, build) && !(await wasOnDisk(storage, build))) throw refuseNew();
        refusePruned(back.pointer, back.live);
        refuseWithdrawn(back.pointer, back.live, by, force);
        const { next, given, forced } = await checkReturn(back, decided, by, force, all);
        live = given;
        return {
          pointer: next,
          decision: decisionOf(by, "rollback", HOST, live, { from: ways.from, ...forced }),
        };
      });
      return live;
    },

    /** Ends what a person has promoted: each server gives the host on its disk again. */
    async releaseHost(by: By): Promise<void> {
      if (!by.reason) throw new RegistryRefusal("to retire needs --reason", "Dites pourquoi.");
      await ledger.change(HOST, by.now, async (pointer) => {
        if (pointer.live?.by !== "operator")
          throw new RegistryRefusal(
            "no host is promoted: each server gives the one that it has",
            "Aucun build de l’application n’a été mis en service à la main\u00a0: chaque serveur donne le sien.",
          );
        return {
          pointer: followingDisk(pointer, by.now.toISOString()),
          decision: decisionOf(by, "retire", HOST, pointer.live.build),
        };
      });
    },

    ...hostTrials(ledger, gate),

    /**
     * Why a host may not be given; none = it may.
     * @param host one that is kept, by its build, or one that is built
     */
    canIDeployHost: async (host: HostBuild | string): Promise<HostObstacle[]> =>
      obstaclesOf(typeof host === "string" ? await checkKept(host) : host, await ledger.pointers()),
  };
}

/** A host that had been promoted was given to all until it was left, whenever a trial of it begins. */
function sinceDecided(
  { live, builds }: RemotePointer,
  tried: RemotePointer["builds"],
): RemotePointer["builds"] {
  const left = live && builds[live.build];
  const known = live && tried[live.build];
  return left && known ? { ...tried, [live.build]: { ...known, since: left.since } } : tried;
}

/** A host for some people before the others. */
function hostTrials(
  ledger: RegistryLedger,
  { standing, checkGivable }: Pick<ReturnType<typeof hostChecks>, "standing" | "checkGivable">,
) {
  return {
    async canaryHost(
      build: string,
      audience: CanaryAudience,
      by: By,
      { force = false } = {},
    ): Promise<boolean> {
      return await ledger.change(HOST, by.now, async (decided, all) => {
        const pointer = await standing(decided);
        refusePruned(pointer, build);
        refuseWithdrawn(pointer, build, by, force);
        const forced = await checkGivable(pointer, build, by, force, all);
        const tried = withCanary(pointer, build, audience, by.now.toISOString());
        const isInsistedOn = !("forced" in forced) || pointer.canary?.insistedOn === API_LEVEL;
        if (tried === pointer && isInsistedOn) return undefined;
        const { canary, builds } = withInsistence(tried, build, forced);
        return {
          // What all are given was not decided by that: it stays what the last decision left, and until when it was given.
          pointer: { ...decided, canary, builds: sinceDecided(decided, builds) },
          decision: decisionOf(by, "canary", HOST, build, { ...audience, ...forced }),
        };
      });
    },

    async endHostCanary(by: By, build?: string): Promise<void> {
      await ledger.change(HOST, by.now, async (pointer) => ({
        pointer: withoutCanary(pointer, by.now.toISOString(), build),
        decision: decisionOf(by, "end-canary", HOST, pointer.canary?.build ?? ""),
      }));
    },
  };
}
