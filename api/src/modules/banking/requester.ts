import type { RouteContract } from "@bobine/contract/route";
import { auditSourceOf } from "../../http/audit.ts";
import type { RequestContext } from "../../http/mount-route.ts";

type RequesterSource = Pick<
  RequestContext<RouteContract & { access: "distributor" }>,
  "services" | "user" | "distributorId" | "request"
>;

/** Who asks for a change of the ledger, for which distributor, and when: what is kept of it. */
export const requesterOf = (context: RequesterSource) => ({
  distributorId: context.distributorId,
  userId: context.user.id,
  at: context.services.clock.now(),
  source: auditSourceOf(context),
});

/** The same for many changes, of which each has its own instant. */
export const requesterOfMany = (context: RequesterSource) => ({
  ...requesterOf(context),
  at: () => context.services.clock.now(),
});
