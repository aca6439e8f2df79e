import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire, type Money } from "@bobine/contract/money";
import sql, { empty, type Sql } from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { InvoiceProvisionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import type { ExportProvision, ProvisionAccounts } from "../../domain/exports/export-data.ts";

const COLUMNS = columnsOf<InvoiceProvisionRow>()(
  ["id", "invoice_id", "set_on", "amount", "provision_account", "charge_account", "release_account"],
  "p",
);

interface By {
  readonly distributorId: number;
  readonly userId: number;
  readonly today: CivilDate;
  readonly now: Date;
}

const chosen = async (tx: Tx, where: Sql, before = empty): Promise<ExportProvision[]> =>
  (
    await tx.many<RowOf<typeof COLUMNS>>(
      sql`${before} select ${COLUMNS} from invoice_provision p ${where} order by p.invoice_id, p.id`,
    )
  ).map(({ provision_account, charge_account, release_account, ...row }) => ({
    ...inCents(row, "amount"),
    accounts: { provision: provision_account, charge: charge_account, release: release_account },
  }));

/** Provisions of invoices in default (EXP-19), and the accounts of the next ones. */
export const provisions = {
  ofInvoice: (tx: Tx, invoiceId: number): Promise<ExportProvision[]> =>
    chosen(tx, sql`where p.invoice_id = ${invoiceId}`),

  /** @param exported `exportedInvoices` */
  ofExported: (tx: Tx, exported: Sql): Promise<ExportProvision[]> =>
    chosen(tx, sql`join exported_invoice e on e.id = p.invoice_id`, exported),

  /** From today on it is so much. */
  async choose(
    tx: Tx,
    invoiceId: number,
    { amount, accounts }: { readonly amount: Cents; readonly accounts: ProvisionAccounts },
    { distributorId, userId, today, now }: By,
  ): Promise<void> {
    await tx.run(sql`
      insert into invoice_provision (distributor_id, invoice_id, set_on, amount, provision_account, charge_account, release_account,
        created_by, created_at)
      values (${distributorId}, ${invoiceId}, ${today}, ${centsToWire(amount)}, ${accounts.provision}, ${accounts.charge},
        ${accounts.release}, ${userId}, ${now})`);
  },

  /** Of an invoice that is reopened. */
  async withdraw(tx: Tx, invoiceId: number, by: By): Promise<void> {
    const last = (await provisions.ofInvoice(tx, invoiceId)).at(-1);
    if (!last || last.amount === 0) return;
    await provisions.choose(tx, invoiceId, { amount: cents(0), accounts: last.accounts }, by);
  },

  accounts: (tx: Tx, distributorId: number): Promise<ProvisionAccounts> =>
    tx.one<ProvisionAccounts>(sql`
      select provision_account as provision, provision_charge_account as charge, provision_release_account as release
      from distributor where id = ${distributorId}`),

  async changeAccounts(tx: Tx, distributorId: number, accounts: ProvisionAccounts): Promise<void> {
    await tx.run(sql`
      update distributor set provision_account = ${accounts.provision}, provision_charge_account = ${accounts.charge},
        provision_release_account = ${accounts.release} where id = ${distributorId}`);
  },

  /** What a provision may be made of; locked until the transaction ends. */
  async lockedInvoice(tx: Tx, id: number) {
    const row = await tx.maybe<{
      invoice_number: string;
      status: string;
      total_net_amount: Money;
      total_amount: Money;
      outstanding: Money;
    }>(sql`
      select invoice_number, status, total_net_amount, total_amount, outstanding from invoice where id = ${id} for update`);
    return row && inCents(row, "total_net_amount", "total_amount", "outstanding");
  },
};
