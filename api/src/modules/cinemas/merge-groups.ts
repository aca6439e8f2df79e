import { MOST_MERGED } from "@bobine/contract/group-merges";
import { counted } from "@bobine/contract/french";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { groupKey } from "../../domain/client-account/group-clients.ts";
import { groupMerges, type WrittenGroup } from "../../domain/client-account/group-merges.ts";
import { type CinemaWork, changeCinema } from "./change-cinema.ts";

/** The groups of a distributor's cinemas that are written in several ways (CLI-5). */
export async function readGroupMerges(tx: Tx, distributorId: number) {
  const written = await tx.many<WrittenGroup>(sql`
    select c."group" as name, count(*)::integer as cinema_count
    from cinema_distributor l join cinema c on c.id = l.cinema_id
    where l.distributor_id = ${distributorId} and c."group" <> '' group by 1`);
  return groupMerges(written);
}

/**
 * Writes a group in one way for every cinema that has it in another, each as a change of its own with its entries in the audit log. A second
 * call finds nothing to change.
 */
export async function mergeGroups(
  work: CinemaWork,
  name: string,
): Promise<{ readonly changed: number; readonly message: string }> {
  const { tx } = work;
  const written = await tx.many<{ name: string }>(
    sql`select distinct c."group" as name from cinema c where c."group" <> '' and c."group" <> ${name}`,
  );
  const others = written.filter((one) => groupKey(one.name) === groupKey(name)).map((one) => one.name);
  const cinemas = await tx.many<{ id: number }>(sql`
    select c.id from cinema c where c."group" = any(${others}::text[]) order by c.id limit ${MOST_MERGED}`);
  for (const { id } of cinemas) await changeCinema(work, id, { group: name });
  return {
    changed: cinemas.length,
    message: `${counted(cinemas.length, "cinéma mis", "cinémas mis")} dans le groupe «\u00a0${name}\u00a0».`,
  };
}
