import type { BodyOf } from "@bobine/contract/route";
import { euros } from "@bobine/contract/french";
import type { Provision, setProvision } from "@bobine/contract/invoice-detail";
import type { Invoice } from "@bobine/contract/invoices";
import { type Cents, cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import { lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { ProvisionAccounts } from "../../domain/exports/export-data.ts";
import { provisionBase } from "../../domain/exports/provision-life.ts";
import { must } from "../../domain/must.ts";
import { errors } from "../../errors.ts";
import { writeAudit } from "../../http/audit.ts";
import { provisions } from "../company/provisions.repository.ts";
import { invoiceErrors } from "./invoices.errors.ts";
import { invoicesRepository } from "./invoices.repository.ts";
import type { InvoiceWriter } from "./write-invoices.ts";

/** What may be written down of an invoice, and what is (EXP-19); null where nothing may. */
export async function provisionOf(
  tx: Tx,
  distributorId: number,
  invoice: Pick<Invoice, "id" | "type" | "status" | "total_net_amount" | "total_amount" | "outstanding">,
): Promise<Provision | null> {
  if (invoice.type !== "invoice" || invoice.status !== "default") return null;
  const known = await provisions.ofInvoice(tx, invoice.id);
  const accounts = known[0]?.accounts ?? (await provisions.accounts(tx, distributorId));
  const base = provisionBase(
    {
      total_net_amount: centsFromWire(invoice.total_net_amount),
      total_amount: centsFromWire(invoice.total_amount),
    },
    centsFromWire(invoice.outstanding),
  );
  return onWire(cents(Math.min(known.at(-1)?.amount ?? 0, base)), base, known.length > 0, accounts);
}

/**
 * Makes, changes or withdraws the provision of an invoice in default, from today on. The same again changes nothing. Waits while a lot is
 * made.
 * @throws 404; 409 when it is not in default; 400 on a field
 */
export async function provisionInvoice(
  tx: Tx,
  writer: InvoiceWriter,
  id: number,
  asked: BodyOf<typeof setProvision>,
): Promise<Provision> {
  const { distributorId, source } = writer;
  await lockInvoicing(tx, distributorId);
  const invoice = await provisions.lockedInvoice(tx, id);
  if (!invoice) throw errors.notFound();
  if (invoice.status !== "default") throw invoiceErrors.noProvision();
  const amount = centsFromWire(asked.amount);
  const base = provisionBase(invoice, invoice.outstanding);
  if (amount > base) throw invoiceErrors.provisionTooHigh(euros(base));
  const settings = await provisions.accounts(tx, distributorId);
  const wanted = asked.accounts ? fromWire(asked.accounts) : settings;
  if (new Set(Object.values(wanted)).size < 3) throw invoiceErrors.provisionAccountsTwice();
  if (provisionText(wanted) !== provisionText(settings)) {
    await provisions.changeAccounts(tx, distributorId, wanted);
    await writeAudit(tx, source, "other", {
      changed_fields: ["provision_accounts"],
      old_value: provisionText(settings),
      new_value: provisionText(wanted),
    });
  }
  const known = await provisions.ofInvoice(tx, id);
  const before = known.at(-1)?.amount ?? cents(0);
  const accounts = known[0]?.accounts ?? wanted;
  if (amount !== before) {
    await provisions.choose(tx, id, { amount, accounts }, writer);
    await writeAudit(tx, source, "other", {
      invoice_id: id,
      invoice_number: invoice.invoice_number,
      changed_fields: ["provision"],
      old_value: [centsToWire(before)],
      new_value: [centsToWire(amount)],
    });
  }
  const written = must(await invoicesRepository.one(tx, id), "the invoice that is locked");
  return must(await provisionOf(tx, distributorId, written), "the provision of an invoice in default");
}

const fromWire = (
  given: Pick<Provision, "provision_account" | "charge_account" | "release_account">,
): ProvisionAccounts => ({
  provision: given.provision_account,
  charge: given.charge_account,
  release: given.release_account,
});

const provisionText = ({ provision, charge, release }: ProvisionAccounts): string =>
  [provision, charge, release].join(", ");

const onWire = (amount: Cents, base: Cents, is_begun: boolean, accounts: ProvisionAccounts): Provision => ({
  amount: centsToWire(amount),
  base: centsToWire(base),
  is_begun,
  provision_account: accounts.provision,
  charge_account: accounts.charge,
  release_account: accounts.release,
});
