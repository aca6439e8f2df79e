import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { columnsOf } from "../../db/columns.ts";
import { prepared } from "../../db/prepared.ts";
import type { VatRegimeRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { ALWAYS, type VatRegime } from "../../domain/vat/vat-regime.ts";

const COLUMNS = columnsOf<VatRegimeRow>()([
  "since",
  "vat_due",
  "waiting_account",
  "account_2000",
  "account_1000",
  "account_550",
  "account_210",
]);

/** How a distributor owes VAT, from one day to the next (VAT-3). */
export const vatRegimes = {
  /** The latest first. */
  of: (tx: Tx, distributorId: number): Promise<VatRegime[]> =>
    tx.many<VatRegime>(
      prepared(
        sql`select ${COLUMNS} from vat_regime where distributor_id = ${distributorId} order by since desc`,
      ),
    ),

  /** What the documents of a distributor that has chosen no regime say. */
  printsDebits: async (tx: Tx, distributorId: number): Promise<boolean> =>
    (
      await tx.one<{ prints_debits: boolean }>(
        sql`select vat_on_debits as prints_debits from distributor where id = ${distributorId}`,
      )
    ).prints_debits,

  /** The last day of an invoice that was issued since a day and says that VAT is due otherwise (`isTaxed`: of none it says nothing); null when none does. */
  lastSaidOtherwise: async (
    tx: Tx,
    distributorId: number,
    { since, vat_due }: Pick<VatRegime, "since" | "vat_due">,
  ): Promise<CivilDate | null> =>
    (
      await tx.one<{ day: CivilDate | null }>(sql`
        select max(invoice_date) as day from invoice
        where distributor_id = ${distributorId} and origin = 'issued' and type = 'invoice' and invoice_date >= ${since}
          and (supplier ->> 'vat_on_debits')::boolean <> ${vat_due === "debits"}
          and vat_breakdown @? '$[*] ? (@.vat_rate_bp > 0)'`)
    ).day,

  /** Documents from its day on have it: what was planned for later days goes. */
  async set(
    tx: Tx,
    distributorId: number,
    regime: VatRegime,
    by: { readonly at: Date; readonly userId: number | null },
  ): Promise<void> {
    await tx.run(
      sql`delete from vat_regime where distributor_id = ${distributorId} and since >= ${regime.since}`,
    );
    await tx.run(sql`
      insert into vat_regime (distributor_id, since, vat_due, waiting_account, account_2000, account_1000, account_550, account_210, created_at, created_by)
      values (${distributorId}, ${regime.since}, ${regime.vat_due}, ${regime.waiting_account}, ${regime.account_2000}, ${regime.account_1000},
        ${regime.account_550}, ${regime.account_210}, ${by.at}, ${by.userId})`);
  },

  /** Services owe VAT when they are paid (CGI art. 269-2-c). */
  onCollectionFromTheFirst: (tx: Tx, distributorId: number): Promise<number> =>
    tx.run(
      sql`insert into vat_regime (distributor_id, since, vat_due) values (${distributorId}, ${ALWAYS}, 'collection')`,
    ),
};
