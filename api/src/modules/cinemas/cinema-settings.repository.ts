import type { CinemaSettings } from "@bobine/contract/cinema-settings";
import type { Money } from "@bobine/contract/money";
import type { DistributorOption } from "@bobine/contract/distributor-options";
import sql, { empty } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

const COLUMNS = sql`
  id, distributor_id as distributor, cinema_id as cinema, additional_invoice_emails, invoice_email_override,
  additional_reminder_emails, reminder_email_override, minimum_guarantee, custom_accounting_code, is_factor_guaranteed`;

/** As they are kept: amounts are text until they are answered. */
export type StoredSettings = Omit<CinemaSettings, "minimum_guarantee"> & {
  readonly minimum_guarantee: Money | null;
};

/** Of one cinema for one distributor. */
export interface Pair {
  readonly cinemaId: number;
  readonly distributorId: number;
}

export const foundSettings = (tx: Tx, pair: Pair): Promise<StoredSettings | undefined> =>
  tx.maybe<StoredSettings>(sql`
    select ${COLUMNS} from distributor_cinema_settings
    where cinema_id = ${pair.cinemaId} and distributor_id = ${pair.distributorId}`);

/** Locks the settings, so that of two changes at once neither is lost. */
export const lockedSettings = (tx: Tx, pair: Pair): Promise<StoredSettings | undefined> =>
  tx.maybe<StoredSettings>(sql`
    select ${COLUMNS} from distributor_cinema_settings
    where cinema_id = ${pair.cinemaId} and distributor_id = ${pair.distributorId} for update`);

/** Undefined when there are settings already, were they made at the same time. */
export const insertSettings = (
  tx: Tx,
  pair: Pair,
  settings: Omit<StoredSettings, "id" | "distributor" | "cinema">,
): Promise<StoredSettings | undefined> =>
  tx.maybe<StoredSettings>(sql`
    insert into distributor_cinema_settings (distributor_id, cinema_id, additional_invoice_emails, invoice_email_override,
      additional_reminder_emails, reminder_email_override, minimum_guarantee, custom_accounting_code, is_factor_guaranteed)
    values (${pair.distributorId}, ${pair.cinemaId}, ${settings.additional_invoice_emails}, ${settings.invoice_email_override},
      ${settings.additional_reminder_emails}, ${settings.reminder_email_override}, ${settings.minimum_guarantee},
      ${settings.custom_accounting_code}, ${settings.is_factor_guaranteed})
    on conflict (distributor_id, cinema_id) do nothing
    returning ${COLUMNS}`);

export const writeSettings = (tx: Tx, settings: StoredSettings): Promise<number> =>
  tx.run(sql`
    update distributor_cinema_settings set additional_invoice_emails = ${settings.additional_invoice_emails},
      invoice_email_override = ${settings.invoice_email_override},
      additional_reminder_emails = ${settings.additional_reminder_emails},
      reminder_email_override = ${settings.reminder_email_override}, minimum_guarantee = ${settings.minimum_guarantee},
      custom_accounting_code = ${settings.custom_accounting_code}, is_factor_guaranteed = ${settings.is_factor_guaranteed}
    where id = ${settings.id}`);

/**
 * A cinema that stays until the transaction ends.
 * @param linkedTo only when this distributor works with it; undefined for any cinema
 */
export const existingCinema = (
  tx: Tx,
  id: number,
  linkedTo: number | undefined,
): Promise<{ id: number; name: string } | undefined> =>
  tx.maybe(sql`
    select c.id, c.name from cinema c where c.id = ${id} ${
      linkedTo === undefined
        ? empty
        : sql`and exists (select from cinema_distributor l where l.cinema_id = c.id and l.distributor_id = ${linkedTo})`
    } for key share`);

export const distributorOption = (tx: Tx, id: number): Promise<DistributorOption | undefined> =>
  tx.maybe<DistributorOption>(sql`select id, name from distributor where id = ${id}`);

export const linkedDistributors = (
  tx: Tx,
  cinemaId: number,
  only: number | undefined,
): Promise<DistributorOption[]> =>
  tx.many<DistributorOption>(sql`
    select d.id, d.name from cinema_distributor l join distributor d on d.id = l.distributor_id
    where l.cinema_id = ${cinemaId} ${only === undefined ? empty : sql`and d.id = ${only}`}
    order by search_key(d.name), d.id`);

/** Whether it was not linked before. */
export const linkCinema = async (tx: Tx, pair: Pair, linkedBy: number | null, at: Date): Promise<boolean> => {
  await tx.run(
    sql`delete from cut_link where cinema_id = ${pair.cinemaId} and distributor_id = ${pair.distributorId}`,
  );
  const added = await tx.run(sql`
    insert into cinema_distributor (cinema_id, distributor_id, origin, linked_by, created_at)
    values (${pair.cinemaId}, ${pair.distributorId}, 'console', ${linkedBy}, ${at})
    on conflict do nothing`);
  return added > 0;
};
