import type { BodyOf } from "@bobine/contract/route";
import { euros } from "@bobine/contract/french";
import {
  PROVISION_ACCOUNT_FIELDS,
  type Provision,
  type setProvision,
  wrongProvisionAccount,
} from "@bobine/contract/invoice-detail";
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
  const known = await provisions.ofInvoice(tx, id);
  const wanted = wantedAccounts(asked.accounts, known[0]?.accounts, settings);
  if (known.length === 0 && amount > 0) refuseAccounts(wanted);
  if (provisionText(wanted) !== provisionText(settings)) {
    await provisions.changeAccounts(tx, distributorId, wanted);
    await writeAudit(tx, source, "other", {
      changed_fields: ["provision_accounts"],
      old_value: provisionText(settings),
      new_value: provisionText(wanted),
    });
  }
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

type AccountsOnWire = Pick<Provision, (typeof PROVISION_ACCOUNT_FIELDS)[number]>;

/** The settings from now on. Accounts that the invoice has and that come along are nobody's choice. @throws 400 for one of another class that is chosen */
function wantedAccounts(
  asked: AccountsOnWire | undefined,
  own: ProvisionAccounts | undefined,
  settings: ProvisionAccounts,
): ProvisionAccounts {
  if (!asked) return settings;
  const wanted = fromWire(asked);
  if (own && provisionText(own) === provisionText(wanted)) return settings;
  refuseAccounts(wanted, settings);
  return wanted;
}

/** @param kept those of these that are there already pass. @throws 400 for those of another class (EXP-19) */
function refuseAccounts(accounts: ProvisionAccounts, kept?: ProvisionAccounts): void {
  const [given, before] = [toWire(accounts), kept && toWire(kept)];
  const wrong = PROVISION_ACCOUNT_FIELDS.filter((field) => given[field] !== before?.[field]).flatMap(
    (field) => wrongProvisionAccount(field, given[field]) ?? [],
  );
  if (wrong.length > 0) throw errors.fields({ accounts: wrong });
}

const toWire = ({ provision, charge, release }: ProvisionAccounts): AccountsOnWire => ({
  provision_account: provision,
  charge_account: charge,
  release_account: release,
});

const fromWire = (given: AccountsOnWire): ProvisionAccounts => ({
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
  ...toWire(accounts),
});
