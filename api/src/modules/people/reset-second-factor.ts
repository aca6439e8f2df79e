import { FACTOR_HOLDERS_MAX, type FactorHolder } from "@bobine/contract/second-factor";
import sql from "sql-template-tag";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { spendLinks } from "../auth/auth.repository.ts";
import { spendRegistrations } from "../auth/registration.repository.ts";
import { proveSecondFactor } from "../second-factor/prove-second-factor.ts";
import { removeFactor } from "../second-factor/second-factor.repository.ts";
import { endSessionsOf, type LockedPerson, lockedPeople } from "./people.repository.ts";

/**
 * Takes somebody's second factor away (SEC-24): a super admin whose own code says that nobody else sits at this session. Who has none keeps
 * nothing less.
 * @throws 400 on `totp_code`, 404 nobody, 409 oneself, 429 after too many wrong codes
 */
export async function resetSecondFactor(
  services: Services,
  asked: { readonly actorId: number; readonly targetId: number; readonly code: string },
  source: AuditSource,
): Promise<FactorHolder> {
  const { actorId, targetId, code } = asked;
  if (actorId === targetId) throw errors.secondFactor.ownFactor();
  await proveSecondFactor(services, actorId, code, source);
  return await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const people = await lockedPeople(tx, actorId, targetId);
    const target = people.find(({ id }) => id === targetId);
    if (!target) throw errors.notFound();
    const wasThere = await takeFactorAway(tx, target, services.clock.now(), {
      source: { ...source, distributorId: target.distributor_id },
      action: "Second facteur retiré par un super administrateur",
    });
    if (wasThere)
      await services.jobs.enqueue(tx, {
        name: "mail-second-factor",
        data: { user_id: targetId, is_enabled: false },
      });
    const [holder] = await holders(tx, actorId, targetId);
    // Somebody of a distributor without a factor is on no list, and told all the same.
    if (!holder) throw errors.notFound();
    return holder;
  });
}

/**
 * The factor goes, with the sessions that it opened and the links that wait: who held them may be who took the telephone.
 * @returns whether there was one
 */
export async function takeFactorAway(
  tx: Tx,
  target: Pick<LockedPerson, "id" | "email">,
  now: Date,
  { source, action }: { readonly source: AuditSource; readonly action: string },
): Promise<boolean> {
  if ((await removeFactor(tx, target.id)) === 0) return false;
  await endSessionsOf(tx, target.id, null, now);
  await spendLinks(tx, target.id, now);
  await spendRegistrations(tx, target.email, now);
  await writeAudit(tx, source, "updated_user", { email: target.email, action });
  return true;
}

/** Super admins first, then by name. */
export const factorHolders = (tx: Tx, viewerId: number): Promise<FactorHolder[]> =>
  holders(tx, viewerId, null);

const holders = (tx: Tx, viewerId: number, onlyId: number | null): Promise<FactorHolder[]> =>
  tx.many<FactorHolder>(sql`
    select u.id, u.first_name, u.last_name, u.email, u.system_role = 'super_admin' as is_super_admin,
      case when u.system_role = 'super_admin' then '' else coalesce(d.name, '') end as distributor,
      f.enabled_at, u.id = ${viewerId} as is_oneself
    from app_user u left join distributor d on d.id = u.distributor_id
      left join second_factor f on f.user_id = u.id and f.enabled_at is not null
    where case when ${onlyId}::bigint is null
      then u.disabled_at is null and (u.system_role = 'super_admin' or f.user_id is not null) else u.id = ${onlyId} end
    order by u.system_role = 'super_admin' desc, u.last_name, u.first_name, u.id limit ${FACTOR_HOLDERS_MAX}`);
