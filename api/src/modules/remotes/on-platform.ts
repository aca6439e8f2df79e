import { inTransaction, type Tx } from "../../db/scope.ts";
import { type AuditSource, auditSourceOf } from "../../http/audit.ts";
import type { RequestContext } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";

export type Caller = Pick<RequestContext, "request"> & {
  readonly user?: { readonly id: number } | undefined;
};

/** Modules, tokens and keys are of no distributor. */
export const onPlatform = <T>({ pool }: Pick<Services, "pool">, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, { kind: "all" }, work);

/** What concerns all distributors is in the log of none. */
export const sourceOf = ({ request, user }: Caller): AuditSource =>
  auditSourceOf({ request, user, distributorId: undefined });
