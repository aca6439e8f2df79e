import type { CinemaChange } from "@bobine/contract/cinemas";
import type { CinemaScreen } from "@bobine/contract/screens";
import sql, { join, raw } from "sql-template-tag";
import { lockShortCodes } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";

/** The columns of a cinema that people write; only these names ever get into the SQL. */
export const WRITTEN_COLUMNS = [
  "name",
  "legal_name",
  "city",
  "group",
  "sub_group",
  "address",
  "address_line_2",
  "pin_code",
  "siren",
  "vat_number",
  "cnc_authorization",
  "invoicing_company_name",
  "invoicing_address",
  "invoicing_address_line_2",
  "invoicing_pin_code",
  "invoicing_city",
  "invoicing_siren",
  "phones",
  "default_invoice_emails",
  "default_reminder_emails",
  "short_name_code",
  "default_accounting_code",
  "classification",
  "status",
] as const satisfies readonly (keyof CinemaChange)[];
export type WrittenColumn = (typeof WRITTEN_COLUMNS)[number];

/** What the account of a cinema's client hangs on (CIN-6). */
export const ACCOUNT_COLUMNS: ReadonlySet<WrittenColumn> = new Set<WrittenColumn>([
  "short_name_code",
  "default_accounting_code",
]);

export const insertCinema = (tx: Tx, name: string, isValidated: boolean): Promise<{ id: number }> =>
  tx.one(sql`insert into cinema (name, is_validated) values (${name}, ${isValidated}) returning id`);

export async function writeColumns(
  tx: Tx,
  id: number,
  change: CinemaChange,
  columns: readonly WrittenColumn[],
): Promise<void> {
  if (columns.length === 0) return;
  const assignments = columns.map((column) => {
    const value = column === "classification" ? JSON.stringify(change[column]) : change[column];
    return sql`${raw(`"${column}"`)} = ${value}`;
  });
  await tx.run(sql`update cinema set ${join(assignments, ", ")}, updated_at = now() where id = ${id}`);
}

/**
 * Codes that begin as this one, under a lock: what is found free stays free until the end of the transaction.
 * @param base empty for all codes
 */
export async function shortNameCodesLike(tx: Tx, base: string): Promise<Set<string>> {
  await lockShortCodes(tx);
  const rows = await tx.many<{ short_name_code: string }>(
    sql`select short_name_code from cinema where starts_with(short_name_code, ${base})`,
  );
  return new Set(rows.map((row) => row.short_name_code));
}

/** Makes the screens of a cinema these: those without an id are added. Numbers may be exchanged between them. */
export async function writeScreens(
  tx: Tx,
  cinemaId: number,
  screens: readonly (Omit<CinemaScreen, "id"> & { readonly id?: number | undefined })[],
): Promise<void> {
  const remaining = screens.flatMap((screen) => screen.id ?? []);
  await tx.run(
    sql`delete from screen where cinema_id = ${cinemaId} and not id = any(${remaining}::bigint[])`,
  );
  await tx.run(sql`update screen set authorization_number = '' where cinema_id = ${cinemaId}`);
  await tx.run(sql`
    update screen s set name = w.name, authorization_number = w.authorization_number
    from json_to_recordset(${JSON.stringify(screens)}) as w (id bigint, name text, authorization_number text)
    where s.id = w.id and s.cinema_id = ${cinemaId}`);
  await tx.run(sql`
    insert into screen (cinema_id, name, authorization_number)
    select ${cinemaId}, w.name, w.authorization_number
    from rows from (json_to_recordset(${JSON.stringify(screens)}) as (id bigint, name text, authorization_number text))
      with ordinality as w (id, name, authorization_number, position)
    where w.id is null order by w.position`);
}

/** Locks the cinema against all who refer to it: no invoice or declaration of it comes in until the transaction ends. */
export const cinemaToDelete = (
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; status: string } | undefined> =>
  tx.maybe(sql`select id, name, status from cinema where id = ${id} for update`);

/** Whether an invoice, a declaration, or an advance or credit of a bank line refers to it: all that is not deleted with it. */
export const isReferredTo = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await tx.one<{ used: boolean }>(sql`
      select exists (select from invoice where cinema_id = ${id})
        or exists (select from declaration where cinema_id = ${id})
        or exists (select from bank_part where cinema_id = ${id}) as used`)
  ).used;

export const removeCinema = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from cinema where id = ${id}`);
