import type { Deployability } from "./deployability.ts";
import { rolledBackFor } from "./host-generation.ts";
import { type By, decisionOf, refusePruned } from "./registry-decision.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import type { RegistryLedger } from "./registry-ledger.ts";
import { automatically, newcomer, withoutFailedCanary } from "./remote-pointer.ts";

/** What the registry made of it: what is live in its place, or that nobody is given the build any more. */
export type AutomaticReturn = { readonly is: "back"; readonly to: string } | { readonly is: "over" };

/** What the product decides by itself of a build that fails in browsers (FED-27). */
export function automaticReturns(
  ledger: RegistryLedger,
  builds: RegistryBuilds,
  { checkDeployable, hosts, refuseTakenClaims }: Deployability,
) {
  return {
    /**
     * Takes a bad build from everybody: the one before comes back, or the canary ends. Asked again it changes nothing and answers the
     * same.
     * @throws RegistryRefusal when there is nothing to go back to, or what was before cannot run in a served host
     */
    async takeBack(remote: string, build: string, by: By, figures: object): Promise<AutomaticReturn> {
      const at = by.now.toISOString();
      let made: AutomaticReturn = { is: "over" };
      await ledger.change(remote, by.now, async (pointer, all) => {
        const known = newcomer(pointer, build);
        if (pointer.builds[build]?.isAutomatic === true && pointer.live !== null && known === undefined)
          made = { is: "back", to: pointer.live.build };
        if (known === undefined) return undefined;
        if (known.isCanary) {
          made = { is: "back", to: pointer.live?.build ?? "" };
          return {
            pointer: automatically(withoutFailedCanary(pointer, build, at), build),
            decision: decisionOf(by, "automatic-end-canary", remote, build, figures),
          };
        }
        const { next, live } = await rolledBackFor(
          builds,
          await hosts(),
          remote,
          pointer,
          { from: build },
          at,
        );
        refusePruned(pointer, live);
        await checkDeployable(remote, live, by, false, next);
        await refuseTakenClaims(await builds.described(remote, live), all, { from: build });
        made = { is: "back", to: live };
        return {
          pointer: automatically(next, build),
          decision: decisionOf(by, "automatic-rollback", remote, live, { from: build, ...figures }),
        };
      });
      return made;
    },
  };
}
