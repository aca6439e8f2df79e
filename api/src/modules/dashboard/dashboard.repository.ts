import type { CivilDate } from "@bobine/contract/civil-date";
import type { DashboardRow } from "@bobine/contract/dashboard";
import sql from "sql-template-tag";
import { OWED } from "../../db/invoice-statuses.ts";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";

/**
 * What cinemas owe a distributor, by group (DIST-6). Names that differ only in case, accents or blanks are one group, as `groupKey` has it, under
 * the name that most of its cinemas have. Independents are one group; invoices in default are a row of
 * their own and not in the total.
 * @param today what is due before it is late
 */
export async function pendingPayments(
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<DashboardRow[]> {
  return await tx.many<DashboardRow>(
    prepared(sql`
    -- By cinema first: the group of each is worked out once, not for each of its invoices.
    with of_cinema as (
      select i.cinema_id, i.status = 'default' as is_default, sum(i.outstanding) as total,
             coalesce(sum(i.outstanding) filter (where i.due_date < ${today}), 0) as due
      from invoice i
      where i.distributor_id = ${distributorId} and i.type = 'invoice' and i.status in ${OWED}
      group by 1, 2
    ), owed as (
      select case
               when o.is_default then 'En défaut'
               when g.key in ('', 'independant', 'independants') then 'Indépendants'
               else btrim(c."group")
             end as category,
             case when o.is_default or g.key in ('independant', 'independants') then '' else g.key end as key,
             case when o.is_default then 'default' else 'group' end as kind,
             o.total,
             o.due
      from of_cinema o
      -- A cinema that the distributor works with no more is hidden from it; what it owes is not.
      left join cinema c on c.id = o.cinema_id
      cross join lateral (select btrim(regexp_replace(coalesce(c.group_key, ''), '[\\s\\u200b]+', ' ', 'g')) as key) g
    ), by_category as (
      select mode() within group (order by category collate "C") as category, kind, sum(total) as total, sum(due) as due
      from owed
      group by key, kind
    )
    select category, kind, total::numeric(14, 2)::text as total, due::numeric(14, 2)::text as due
    from (
      select *, case kind when 'group' then 0 else 1 end as place from by_category
      union all
      select 'TOTAL', 'total', coalesce(sum(total), 0), coalesce(sum(due), 0), 2 from by_category where kind = 'group'
    ) as every_row
    order by place, every_row.due desc, every_row.total desc, category`),
  );
}
