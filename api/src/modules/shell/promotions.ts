import type { Deployability, Obstacle } from "./deployability.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import { type By, decisionOf, refusePruned, refuseWithdrawn } from "./registry-decision.ts";
import type { RegistryLedger } from "./registry-ledger.ts";
import {
  type CanaryAudience,
  promoted,
  RegistryRefusal,
  rolledBack,
  withCanary,
  withoutCanary,
} from "./remote-pointer.ts";

/** What an operator decides of published builds: which one is live, and which some users try. */
export function promotions(
  ledger: RegistryLedger,
  builds: RegistryBuilds,
  { checkDeployable, obstaclesOf }: Deployability,
) {
  return {
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
        refuseWithdrawn(pointer, build, by);
        const next = promoted(pointer, build, by.now.toISOString());
        if (next === pointer) return undefined;
        return {
          pointer: next,
          decision: decisionOf(by, "promote", remote, build, {
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
          decision: decisionOf(by, "rollback", remote, live, { from: pointer.live?.build }),
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
        refuseWithdrawn(pointer, build, by);
        return {
          pointer: withCanary(pointer, build, audience, by.now.toISOString()),
          decision: decisionOf(by, "canary", remote, build, { ...audience }),
        };
      });
    },

    /** Everybody gets the live build again. */
    async endCanary(remote: string, by: By): Promise<void> {
      await ledger.change(remote, by.now, async (pointer) => ({
        pointer: withoutCanary(pointer, by.now.toISOString()),
        decision: decisionOf(by, "end-canary", remote, pointer.canary?.build ?? ""),
      }));
    },

    /** @returns the live hosts that could not run the build; none = it may be deployed */
    async canIDeploy(remote: string, build: string, now: Date): Promise<Obstacle[]> {
      return obstaclesOf(await builds.checkStored(remote, build), now);
    },
  };
}
