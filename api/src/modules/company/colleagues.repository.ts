import type { Colleague } from "@bobine/contract/people";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** Who may sign in for a distributor, by name. A super admin who has a place there is none of its people. */
export const colleaguesOf = (tx: Tx, distributorId: number): Promise<Omit<Colleague, "is_oneself">[]> =>
  tx.many(sql`
    select id, first_name, last_name, email, role from app_user
    where distributor_id = ${distributorId} and system_role <> 'super_admin' and disabled_at is null
    order by first_name, last_name, id`);
