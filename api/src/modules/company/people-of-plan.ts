import {
  type PeopleOfPlan,
  PLAN_IS_FULL,
  peopleOfPlanText,
  roomInPlan,
} from "@bobine/contract/people-of-plan";
import sql from "sql-template-tag";
import { lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";

/** What the plan that a distributor pays now says of its people; undefined where it limits nobody, or none is paid (SUB-3). */
export const peopleOfPlan = (tx: Tx, distributorId: number, now: Date): Promise<PeopleOfPlan | undefined> =>
  tx.maybe<PeopleOfPlan>(sql`
    select p.name as plan, p.people_max,
      (select count(*)::integer from app_user u
        where u.distributor_id = ${distributorId} and u.disabled_at is null and u.system_role <> 'super_admin') as active,
      (select count(*)::integer from invitation i where i.distributor_id = ${distributorId}
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}) as invited
    from (
      select plan_id from subscription where distributor_id = ${distributorId} and status in ('trialing', 'active', 'past_due')
      order by created_at desc, id desc limit 1) s
    join subscription_plan p on p.id = s.plan_id
    where p.people_max is not null`);

/**
 * Asked before one more may come, who is counted from then on: of two at once the second waits for the first.
 * @param more how many: none for who is counted already
 * @throws 409 when the plan comprises less
 */
export async function requireRoomInPlan(
  tx: Tx,
  distributorId: number,
  now: Date,
  more: 0 | 1 = 1,
): Promise<void> {
  await lockDistributorRow(tx, distributorId);
  const people = await peopleOfPlan(tx, distributorId, now);
  if (people && roomInPlan(people) < more)
    throw errors.conflict(`${peopleOfPlanText(people)} ${PLAN_IS_FULL}`, "plan_full");
}

/** Whether somebody who was invited may come: a plan that was lowered since may comprise nobody more. */
export async function hasRoomForInvited(tx: Tx, distributorId: number, now: Date): Promise<boolean> {
  await lockDistributorRow(tx, distributorId);
  const people = await peopleOfPlan(tx, distributorId, now);
  return !people || people.active < people.people_max;
}
