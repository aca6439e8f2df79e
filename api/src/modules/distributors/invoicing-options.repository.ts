import type { CivilDate } from "@bobine/contract/civil-date";
import type { InvoicingOptions, OwnInvoicing } from "@bobine/contract/invoicing-options";
import { legalMention, readLegalMention } from "@bobine/contract/legal-mention";
import { centsFromWire, centsToWire } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { VatFacts } from "../company/application-file.repository.ts";

/** How a distributor invoices, as its columns keep it: form and capital are one mention, which documents print as it is. */
export type StoredOptions = Omit<InvoicingOptions, "legal_form" | "share_capital"> & {
  readonly legal_mention: string;
};

const COLUMNS = sql`legal_mention, rcs_city, payment_terms, default_vat_rate_bp, sacem_deducted, factor_name, factor_iban,
  reminder_before_due, mailing_from, write_off_limit`;

/** What of the company itself options are compared with. */
export interface OwnIbans {
  readonly name: string;
  readonly iban: string;
  readonly secondary_iban: string;
}

const read = (tx: Tx, id: number, lock: Sql): Promise<(StoredOptions & OwnIbans & VatFacts) | undefined> =>
  tx.maybe(sql`
    select ${COLUMNS}, name, iban, secondary_iban, prefix_vat, proposed_prefix_vat from distributor where id = ${id} ${lock}`);

export const invoicingOptionsRepository = {
  one: (tx: Tx, id: number) => read(tx, id, sql``),
  /** Locks the distributor, and lets rows be added that refer to it. */
  locked: (tx: Tx, id: number) => read(tx, id, sql`for no key update`),

  save: (tx: Tx, id: number, stored: StoredOptions): Promise<number> =>
    tx.run(sql`
      update distributor set legal_mention = ${stored.legal_mention}, rcs_city = ${stored.rcs_city}, payment_terms = ${stored.payment_terms},
        default_vat_rate_bp = ${stored.default_vat_rate_bp}, sacem_deducted = ${stored.sacem_deducted}, factor_name = ${stored.factor_name},
        factor_iban = ${stored.factor_iban}, reminder_before_due = ${stored.reminder_before_due}, mailing_from = ${stored.mailing_from},
        write_off_limit = ${stored.write_off_limit}
      where id = ${id}`),

  /** The rate of interest for late payment that holds on a day. */
  lateRate: async (tx: Tx, day: CivilDate): Promise<OwnInvoicing["late_rate"]> =>
    (await tx.maybe<NonNullable<OwnInvoicing["late_rate"]>>(sql`
      select rate_bp, from_day, to_day from late_rate where ${day} between from_day and to_day`)) ?? null,

  /** Unpaid invoices of these days, `before` not among them: those that are reminded by themselves when mailing begins earlier. */
  unpaidOf: async (tx: Tx, id: number, from: string, before: string): Promise<number> =>
    (
      await tx.one<{ count: number }>(sql`
        select count(*)::integer as count from invoice where distributor_id = ${id} and type = 'invoice'
          and status in ('awaiting_payment', 'part_paid') and invoice_date >= ${from} and invoice_date < ${before}`)
    ).count,
};

/** Form and capital of a mention that is one line. */
export function legalFormOf(mention: string): Pick<InvoicingOptions, "legal_form" | "share_capital"> {
  const { legal_form, share_capital } = readLegalMention(mention);
  return { legal_form, share_capital: share_capital === null ? null : centsToWire(share_capital) };
}

export function optionsOf(stored: StoredOptions): InvoicingOptions {
  return {
    ...legalFormOf(stored.legal_mention),
    rcs_city: stored.rcs_city,
    payment_terms: stored.payment_terms,
    default_vat_rate_bp: stored.default_vat_rate_bp,
    sacem_deducted: stored.sacem_deducted,
    factor_name: stored.factor_name,
    factor_iban: stored.factor_iban,
    reminder_before_due: stored.reminder_before_due,
    mailing_from: stored.mailing_from,
    write_off_limit: stored.write_off_limit,
  };
}

export const storedOf = ({ legal_form, share_capital, ...options }: InvoicingOptions): StoredOptions => ({
  ...options,
  legal_mention: legalMention({
    legal_form,
    share_capital: share_capital === null ? null : centsFromWire(share_capital),
  }),
});
