import type { CivilDate } from "@bobine/contract/civil-date";
import type { NumberingStart } from "@bobine/contract/distributors";
import sql from "sql-template-tag";
import { lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { formatInvoiceNumber } from "../../domain/invoicing/invoice-number.ts";
import { type AppError, errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";

/**
 * Says which number of this year's series was the last of the distributor's former software: ours follow it without a hole. Only
 * before the first of ours, and never below an imported invoice that carries a number of the series: ours would come to it.
 * @param today whose year is that of the series
 * @throws 400 on `numbering_start`
 */
export async function startNumbering(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  { series, last_number }: NumberingStart,
  today: CivilDate,
): Promise<void> {
  const { distributorId } = source;
  // Imports look for numbers that are free, and issues take some, under the same lock.
  await lockInvoicing(tx, distributorId);
  const year = Number(today.slice(0, 4));
  const before = await tx.maybe<{ last_number: number; taken_before: number }>(sql`
    select last_number, taken_before from invoice_sequence
    where distributor_id = ${distributorId} and series = ${series} and year = ${year} for update`);
  if (before?.taken_before === last_number || (!before && last_number === 0)) return;
  if (before && before.last_number > before.taken_before) throw hasBegun();
  const numberOf = (counter: number): string => formatInvoiceNumber({ series, year, counter });
  const prefix = numberOf(1).slice(0, 3);
  const { highest } = await tx.one<{ highest: number | null }>(sql`
    select max(substr(number_key, 4)::integer) as highest from invoice
    where distributor_id = ${distributorId} and number_key ~ ${`^${prefix}[0-9]{6}$`}`);
  if (highest !== null && highest > last_number)
    throw errors.field(
      "numbering_start",
      `La facture importée ${numberOf(highest)} porte déjà un numéro de cette série. Indiquez au moins ${highest}.`,
    );
  const written = await tx.run(sql`
    insert into invoice_sequence as s (distributor_id, series, year, last_number, taken_before)
    values (${distributorId}, ${series}, ${year}, ${last_number}, ${last_number})
    on conflict (distributor_id, series, year) do update
      set last_number = excluded.last_number, taken_before = excluded.taken_before
      where s.last_number = s.taken_before`);
  if (written === 0) throw hasBegun();
  const shown = (counter: number): string | null => (counter === 0 ? null : numberOf(counter));
  await writeAudit(tx, source, "other", {
    changed_fields: ["numbering_start"],
    old_value: shown(before?.taken_before ?? 0),
    new_value: shown(last_number),
  });
}

const hasBegun = (): AppError =>
  errors.field(
    "numbering_start",
    "Des numéros de cette série ont déjà été émis cette année\u00a0: son début ne change plus.",
  );
