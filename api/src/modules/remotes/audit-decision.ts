import { audienceText, REMOTE_DECISION_LABELS } from "@bobine/contract/remote-labels";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import type { LedgerEntry } from "../shell/registry-ledger.ts";
import type { RegistryStore } from "../shell/registry-store.ts";
import { type Caller, onPlatform, sourceOf } from "./on-platform.ts";

/** Who asks, as the registry's log calls them. */
export interface Decider {
  readonly caller: Caller;
  readonly name: string;
  readonly team?: string | undefined;
}

interface Said {
  readonly decision: keyof typeof REMOTE_DECISION_LABELS;
  readonly build: string;
  readonly reason?: string | undefined;
  readonly team?: string | undefined;
  /** What only some decisions have. */
  readonly more?: { readonly audience?: string; readonly forced?: string };
}

/** Who, from where, what and why: the registry's own log says it too. */
export const auditDecision = (
  services: Services,
  caller: Caller,
  remote: string,
  said: Said,
): Promise<void> => onPlatform(services, (tx) => writeEntry(tx, caller, caller.request.id, remote, said));

/**
 * A decision is in the registry before it is in the audit log, and whoever asks may have got no answer in between: asked again, it is made
 * already. What its entry would have told is written then (FED-25).
 */
export async function completeAudit(
  services: Services,
  store: Pick<RegistryStore, "ledger">,
  remote: string,
  { caller, name, team }: Decider,
): Promise<void> {
  const made = (await store.ledger()).findLast((entry) => entry.remote === remote);
  const { request, who, action, reason, at } = made ?? {};
  if (!made || request === undefined || who !== name || !isDecision(action)) return;
  await onPlatform(services, async (tx) => {
    const known = await tx.maybe(sql`
      select from audit_log where created_at > ${at}::timestamptz - interval '1 day' and distributor_id is null
        and request_id = ${request} and action_details ->> 'remote' = ${remote}`);
    if (!known)
      await writeEntry(tx, caller, request, remote, { decision: action, ...detailsOf(made), reason, team });
  });
}

const isDecision = (action: string | undefined): action is Said["decision"] =>
  action !== undefined && Object.hasOwn(REMOTE_DECISION_LABELS, action);

/** As the call would have said it: a way back names the build that it leaves, what is about all of a remote names none. */
function detailsOf({ action, build, details }: LedgerEntry): Pick<Said, "build" | "more"> {
  const { from, forced, share, distributors } = details as {
    from?: string;
    forced?: unknown;
    share?: number;
    distributors?: number[];
  };
  return {
    build: action === "rollback" ? (from ?? "") : action === "promote" || action === "canary" ? build : "",
    more: {
      ...(action === "canary" ? { audience: audienceText({ share, distributors }) } : {}),
      ...(forced === undefined ? {} : { forced: "Oui" }),
    },
  };
}

const writeEntry = (tx: Tx, caller: Caller, requestId: string, remote: string, said: Said): Promise<void> =>
  writeAudit(tx, { ...sourceOf(caller), requestId }, "other", {
    remote,
    decision: REMOTE_DECISION_LABELS[said.decision],
    ...(said.build ? { build: said.build } : {}),
    ...(said.team === undefined ? {} : { team: said.team }),
    ...said.more,
    ...(said.reason ? { reason: said.reason } : {}),
    ip_address: caller.request.ip,
  });
