import type { Deployability, Obstacle } from "./deployability.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import { rolledBackFor } from "./host-generation.ts";
import {
  type By,
  decisionOf,
  forcedOf,
  refusePruned,
  refuseWithdrawn,
  type Rollback,
} from "./registry-decision.ts";
import type { RegistryLedger } from "./registry-ledger.ts";
import {
  type CanaryAudience,
  emptyPointer,
  promoted,
  RegistryRefusal,
  type RemotePointer,
  retired,
  wasLive,
  withCanary,
  withoutCanary,
} from "./remote-pointer.ts";

/** What an operator decides of published builds: which one is live, and which some users try. */
export function promotions(
  ledger: RegistryLedger,
  builds: RegistryBuilds,
  { checkDeployable, hindered, hosts, obstaclesOf, refuseTakenClaims, told }: Deployability,
) {
  async function pointerOf(remote: string): Promise<RemotePointer> {
    const all = await ledger.pointers();
    return (Object.hasOwn(all, remote) ? all[remote] : undefined) ?? emptyPointer;
  }

  return {
    /**
     * Makes a published build live for everybody.
     * @returns false when it is already
     * @throws RegistryRefusal when it is not there, when a live host cannot run it, when it claims what belongs to another
     * remote, or when it was rolled back from and no reason is given
     */
    async promote(remote: string, build: string, by: By, { force = false } = {}): Promise<boolean> {
      const before = await pointerOf(remote);
      const obstacles = await checkDeployable(remote, build, by, force, before);
      let moved = false;
      await ledger.change(remote, by.now, async (pointer, all) => {
        refusePruned(pointer, build);
        refuseWithdrawn(pointer, build, by, force);
        await refuseTakenClaims(await builds.described(remote, build), all);
        const next = promoted(pointer, build, by.now.toISOString(), {
          told: await told(remote, pointer, by.now),
        });
        moved = pointer.live?.build !== build;
        if (next === pointer) return undefined;
        return {
          pointer: next,
          decision: decisionOf(by, "promote", remote, build, {
            from: pointer.live?.build ?? null,
            ...forcedOf(pointer, build, obstacles),
          }),
        };
      });
      return moved;
    },

    /**
     * Back from a bad build to the one that was live before, or to `to`.
     * @param ways.from the bad build, in full: it must be live, or be what a served host of another contract gives to its pages, so
     * that two people who see one failure go back one step
     * @returns the build that is live now, for those hosts
     * @throws RegistryRefusal when `from` is not live (any more), and as promote does
     */
    async rollback(
      remote: string,
      ways: { readonly from: string; readonly to?: string | undefined },
      by: By,
      { force = false, refuseNew }: Rollback = {},
    ): Promise<string> {
      if (!by.reason) throw new RegistryRefusal("a rollback needs --reason", "Dites pourquoi.");
      let live = "";
      await ledger.change(remote, by.now, async (pointer, all) => {
        const back = await rolledBackFor(builds, await hosts(), remote, pointer, ways, by.now.toISOString());
        const { next } = back;
        live = back.live;
        if (refuseNew !== undefined && !wasLive(pointer, live)) throw refuseNew();
        refusePruned(pointer, live);
        refuseWithdrawn(pointer, live, by, force);
        const obstacles = await checkDeployable(remote, live, by, force, next);
        await refuseTakenClaims(await builds.described(remote, live), all, { from: ways.from });
        const details = { from: ways.from, ...forcedOf(pointer, live, obstacles) };
        return {
          pointer: next,
          decision: decisionOf(by, "rollback", remote, live, details),
        };
      });
      return live;
    },

    /** Takes a remote out of the pages; what it claimed is free for others. @throws RegistryRefusal when nothing is live */
    async retire(remote: string, by: By): Promise<void> {
      if (!by.reason) throw new RegistryRefusal("to retire a remote needs --reason", "Dites pourquoi.");
      await ledger.change(remote, by.now, async (pointer) => ({
        pointer: retired(pointer, by.now.toISOString()),
        decision: decisionOf(by, "retire", remote, pointer.live?.build ?? ""),
      }));
    },

    /** Gives a published build to some users, or changes to whom. @returns false when they have it already */
    async canary(
      remote: string,
      build: string,
      audience: CanaryAudience,
      by: By,
      { force = false } = {},
    ): Promise<boolean> {
      const obstacles = await checkDeployable(remote, build, by, force, await pointerOf(remote));
      return await ledger.change(remote, by.now, async (pointer, all) => {
        refusePruned(pointer, build);
        refuseWithdrawn(pointer, build, by, force);
        await refuseTakenClaims(await builds.described(remote, build), all);
        const next = withCanary(pointer, build, audience, by.now.toISOString());
        if (next === pointer) return undefined;
        const details = { ...audience, ...forcedOf(pointer, build, obstacles) };
        return { pointer: next, decision: decisionOf(by, "canary", remote, build, details) };
      });
    },

    /** Everybody gets the live build again. @param build as `withoutCanary` has it */
    async endCanary(remote: string, by: By, build?: string): Promise<void> {
      await ledger.change(remote, by.now, async (pointer) => ({
        pointer: withoutCanary(pointer, by.now.toISOString(), build),
        decision: decisionOf(by, "end-canary", remote, pointer.canary?.build ?? ""),
      }));
    },

    /** @returns the live hosts that could not run the build; none = it may be deployed */
    async canIDeploy(remote: string, build: string): Promise<Obstacle[]> {
      const manifest = await builds.checkStored(remote, build);
      return hindered(manifest, await obstaclesOf(manifest), await pointerOf(remote));
    },
  };
}
