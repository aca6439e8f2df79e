import type { AuditActionType } from "@bobine/contract/audit";
import type { AuditDetailKey } from "@bobine/contract/audit-labels";
import type { FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import { prepared } from "../db/prepared.ts";
import type { Tx } from "../db/scope.ts";

/** Who did it: a person through a request, or the system in a job. */
export interface AuditSource {
  readonly actorId: number | null;
  readonly distributorId: number | null;
  readonly requestId: string;
  /** Build of the screen that asked for it (header X-Front-Build). */
  readonly uiBuild: string;
}

/** @param context of the request (mount-route.ts) */
export function auditSourceOf(context: {
  readonly user: { readonly id: number } | undefined;
  readonly distributorId: number | undefined;
  readonly request: FastifyRequest;
}): AuditSource {
  return {
    actorId: context.user?.id ?? null,
    distributorId: context.distributorId ?? null,
    requestId: context.request.id,
    uiBuild: uiBuildOf(context.request),
  };
}

/** What the screen says of its build, its length held: whoever asks may write it. */
export function uiBuildOf(request: Pick<FastifyRequest, "headers">): string {
  const uiBuild = request.headers["x-front-build"];
  return typeof uiBuild === "string" ? uiBuild.slice(0, 200) : "";
}

export const systemSource = (distributorId: number | null): AuditSource => ({
  actorId: null,
  distributorId,
  requestId: "",
  uiBuild: "",
});

/** The event of an entry that tells of a week which could not be decided: the log is asked whether people were told. */
export const WEEK_NOT_INVOICED = "week_not_invoiced";

/** Details that have a French label, in any number. */
export type AuditDetails = Readonly<Partial<Record<AuditDetailKey, unknown>>>;

/** The keys of one or several shapes of details that no label is known for. */
type Unlabelled<Details> = Details extends unknown ? Exclude<keyof Details, AuditDetailKey> : never;

/**
 * Writes an audit entry in the transaction of the change it tells, so that neither exists without the other.
 * @param details only what `AUDIT_DETAIL_LABELS` can say in French: another key, spread ones too, does not compile
 */
export async function writeAudit<Details extends object>(
  tx: Tx,
  source: AuditSource,
  type: AuditActionType,
  details: Details & Readonly<Record<Unlabelled<Details>, never>>,
): Promise<void> {
  await tx.run(
    prepared(sql`
    insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, ui_build)
    values (${source.distributorId}, ${source.actorId}, ${type}, ${JSON.stringify(details)}, ${source.requestId}, ${source.uiBuild})`),
  );
}
