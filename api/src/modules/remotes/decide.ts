import type { RemoteRight } from "@bobine/contract/policy/remotes";
import type { RemoteDecision } from "@bobine/contract/remotes";
import { inTransaction } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import type { By } from "../shell/registry-decision.ts";
import type { RegistryStore } from "../shell/registry-store.ts";
import { wholeBuild } from "../shell/whole-build.ts";
import { unknownDistributors } from "./remote-tokens.repository.ts";
import { remotesErrors } from "./remotes.errors.ts";

/** What a token must allow for a decision: to give users another build, or to take one back from them. */
export const rightFor = ({ decision }: RemoteDecision): RemoteRight =>
  decision === "rollback" || decision === "end-canary" ? "rollback" : "promote";

/**
 * Carries a decision out.
 * @param refuseNew for who may not promote: a rollback to a build that nobody ever had would be a promotion (SEC-26)
 * @returns the build that it is about, empty for one about all of the remote, and whether anything changed
 * @throws RegistryRefusal, 400 for distributors that do not exist
 */
export async function decide(
  services: Pick<Services, "pool">,
  store: RegistryStore,
  remote: string,
  asked: RemoteDecision,
  by: By,
  refuseNew?: () => Error,
): Promise<{ readonly build: string; readonly changed: boolean }> {
  switch (asked.decision) {
    case "promote": {
      const build = await wholeBuild(store, remote, asked.build);
      return { build, changed: await store.promote(remote, build, by, { force: asked.force ?? false }) };
    }
    case "rollback": {
      const from = await wholeBuild(store, remote, asked.from);
      const to = asked.to === undefined ? undefined : await wholeBuild(store, remote, asked.to);
      await store.rollback(remote, { from, to }, by, { force: asked.force ?? false, refuseNew });
      return { build: from, changed: true };
    }
    case "retire":
      await store.retire(remote, by);
      return { build: "", changed: true };
    case "canary": {
      const { share, distributors } = asked;
      const unknown = await inTransaction(services.pool, { kind: "all" }, (tx) =>
        unknownDistributors(tx, distributors ?? []),
      );
      if (unknown.length > 0) throw remotesErrors.unknownDistributors(unknown);
      const build = await wholeBuild(store, remote, asked.build);
      const audience = { share, distributors };
      return {
        build,
        changed: await store.canary(remote, build, audience, by, { force: asked.force ?? false }),
      };
    }
    case "end-canary": {
      const tried = asked.build === undefined ? undefined : await wholeBuild(store, remote, asked.build);
      await store.endCanary(remote, by, tried);
      return { build: "", changed: true };
    }
  }
}
