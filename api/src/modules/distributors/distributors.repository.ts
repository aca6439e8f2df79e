import type { DistributorOption, PickerOption } from "@bobine/contract/distributor-options";
import { type DistributorRow, ONBOARDING_PERCENTAGE } from "@bobine/contract/distributors";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { ADMIN_EMAIL } from "../company/profile.repository.ts";

/** @param userId the reader: somebody of a distributor who became a super admin is still linked to it (UI-3) */
export async function distributorOptions(tx: Tx, userId: number): Promise<PickerOption[]> {
  const rows = await tx.many<DistributorOption & { linked: boolean; prospect: boolean }>(sql`
    select d.id, d.name, u.id is not null as linked, d.validation_status = 'prospect' as prospect
    from distributor d left join app_user u on u.id = ${userId} and u.distributor_id = d.id
    order by search_key(d.name), d.id`);
  return rows.map(({ linked, prospect, ...option }) => ({
    ...option,
    ...(linked ? { linked } : {}),
    ...(prospect ? { prospect } : {}),
  }));
}

/** A change of IBAN that waits is told beside (bank-details/pending-view.ts). */
type Row = Omit<DistributorRow, "pending_bank_details">;

export const distributorRows = (tx: Tx): Promise<Row[]> => rowsWhere(tx, empty);

export const distributorRow = async (tx: Tx, id: number): Promise<Row | undefined> =>
  (await rowsWhere(tx, sql`where d.id = ${id}`))[0];

async function rowsWhere(tx: Tx, where: Sql): Promise<Row[]> {
  const rows = await tx.many<Omit<Row, "onboarding_progress_percentage">>(sql`
    select d.id, d.name, ${ADMIN_EMAIL} as admin_email, d.communication_email, d.onboarding_status, d.validation_status, d.created_at,
           coalesce(u.users, '[]') as users, coalesce(u.user_count, 0)::integer as user_count
    from distributor d
    left join (
      select distributor_id, count(*) as user_count,
             json_agg(json_build_object('id', id, 'user_name', trim(first_name || ' ' || last_name), 'user_email', email,
               'role', role, 'is_onboarding_contact', is_onboarding_contact) order by is_onboarding_contact desc, id) as users
      from app_user
      where distributor_id is not null and disabled_at is null
      group by distributor_id
    ) u on u.distributor_id = d.id
    ${where}
    order by search_key(d.name), d.id`);
  return rows.map((row) => ({
    ...row,
    onboarding_progress_percentage: ONBOARDING_PERCENTAGE[row.onboarding_status],
  }));
}
