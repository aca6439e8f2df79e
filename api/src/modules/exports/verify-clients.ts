import { type Cents, cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { bookWindows } from "../../domain/exports/book-windows.ts";
import { isOnCollection } from "../../domain/exports/document-vat.ts";
import {
  ALL_DAYS,
  entryDateOf,
  type ExportData,
  type ExportInvoice,
  isInPeriod,
} from "../../domain/exports/export-data.ts";
import {
  ledgerEntries,
  partsByTransaction,
  paymentsByTransaction,
} from "../../domain/exports/ledger-entries.ts";
import { ACCOUNTS } from "../../domain/exports/ledger-lines.ts";
import { NO_LETTERS } from "../../domain/exports/lettering.ts";
import { returnedParts } from "../../domain/exports/returned-parts.ts";
import { proportionHalfUp } from "../../domain/invoicing/rounding.ts";
import { vatByRate } from "../../domain/vat/vat-by-rate.ts";
import type { Violation } from "../banking/verify-ledger.ts";
import { daysOf } from "./compare-books.ts";
import { exportsRepository } from "./exports.repository.ts";
import { WINDOW_ROWS } from "./window-rows.ts";

/**
 * Looks for clients whose account in the books (411, with what is doubtful on 416) is another sum than their statement of account: what their
 * documents are left with, less what they paid too much, and with what the bank took back and nobody has decided yet. And for documents of
 * which more or less VAT waits than what is due of them says (VAT-1).
 */
export async function verifyClients(tx: Tx): Promise<Violation[]> {
  const distributors = await tx.many<{ id: number }>(sql`
    select id from distributor d where exists (select from invoice i where i.distributor_id = d.id)
      or exists (select from bank_part p where p.distributor_id = d.id) order by id`);
  const violations: Violation[] = [];
  for (const { id } of distributors) violations.push(...(await ofDistributor(tx, id)));
  return violations;
}

/** Two sums that must be one, by what they are of. */
class Compared {
  readonly #sums = new Map<string, { books: number; said: number }>();

  add(of: string, { books = 0, said = 0 }: { readonly books?: number; readonly said?: number }): void {
    const sums = this.#sums.get(of);
    if (sums) {
      sums.books += books;
      sums.said += said;
    } else this.#sums.set(of, { books, said });
  }

  differing = (): [of: string, books: Money, said: Money][] =>
    [...this.#sums]
      .filter(([, { books, said }]) => books !== said)
      .map(([of, { books, said }]) => [of, centsToWire(cents(books)), centsToWire(cents(said))]);
}

async function ofDistributor(tx: Tx, distributorId: number): Promise<Violation[]> {
  const clients = new Compared();
  const waiting = new Compared();
  for (const window of bookWindows(await daysOf(tx, distributorId), WINDOW_ROWS, ALL_DAYS)) {
    const data = await exportsRepository.exportData(tx, distributorId, window);
    const invoices = data.invoices.filter((invoice) => isInPeriod(entryDateOf(invoice), window));
    for (const invoice of invoices) {
      clients.add(invoice.client_account, { said: invoice.outstanding });
      if (isOnCollection(invoice)) waiting.add(invoice.invoice_number, { said: vatLeft(invoice) });
    }
    for (const { client_account, amount } of undecidedReturns(data, (date) => isInPeriod(date, window)))
      clients.add(client_account, { said: amount });
    const waitingAccounts = new Set(data.invoices.map(({ vat_regime }) => vat_regime.waiting_account));
    const numbers = new Set(data.invoices.filter(isOnCollection).map((one) => one.invoice_number));
    for (const { journal, lines } of ledgerEntries(data, NO_LETTERS, window))
      for (const { account, client_account, piece, debit, credit } of lines) {
        if (client_account !== "" && OWED.has(account))
          clients.add(client_account, { books: debit - credit });
        if (!journal.startsWith("BQ") && waitingAccounts.has(account) && numbers.has(piece))
          waiting.add(piece, { books: credit - debit });
      }
  }
  for (const { client_account, amount } of await paidTooMuch(tx, distributorId))
    clients.add(client_account, { said: 0 - centsFromWire(amount) });
  const violations = (
    rule: string,
    what: (books: Money, said: Money) => string,
    compared: Compared,
  ): Violation[] =>
    compared.differing().map(([subject, books, said]) => ({
      rule,
      distributor_id: distributorId,
      subject,
      message: what(books, said),
    }));
  return [
    ...violations(
      "client_tie",
      (books, said) => `the account of the client is ${books} in the books, the statement of account ${said}`,
      clients,
    ),
    ...violations(
      "vat_tie",
      (books, said) => `${books} of its VAT waits in the books, what is due of it leaves ${said}`,
      waiting,
    ),
  ];
}

const OWED: ReadonlySet<string> = new Set([ACCOUNTS.clients.account, ACCOUNTS.doubtful.account]);

/** From what the document itself says is left, not from what settles it. */
function vatLeft(invoice: ExportInvoice): Cents {
  const { total_amount, outstanding } = invoice;
  const settled = cents(total_amount - outstanding);
  let left = 0;
  for (const { vat_amount } of vatByRate(invoice))
    left +=
      total_amount === 0
        ? vat_amount
        : vat_amount - proportionHalfUp(vat_amount, Math.abs(settled), Math.abs(total_amount));
  return cents(left);
}

/** What the bank took back of clients before anybody decided it: 411 has it, no document does. */
function undecidedReturns(
  data: ExportData,
  isInWindow: (date: ExportData["transactions"][number]["transaction_date"]) => boolean,
): { readonly client_account: string; readonly amount: Cents }[] {
  const payments = paymentsByTransaction(data);
  const parts = partsByTransaction(data);
  return data.transactions
    .filter(
      (one) =>
        one.returned !== null &&
        one.currency_code === "EUR" &&
        isInWindow(one.transaction_date) &&
        !payments.has(one.id) &&
        !parts.has(one.id),
    )
    .flatMap(returnedParts)
    .flatMap(({ client_account, amount }) => (client_account === null ? [] : [{ client_account, amount }]));
}

const paidTooMuch = (tx: Tx, distributorId: number): Promise<{ client_account: string; amount: Money }[]> =>
  tx.many(sql`
    select client_account, sum(amount - used_amount)::numeric(14, 2) as amount from bank_part
    where distributor_id = ${distributorId} and kind = 'credit' group by 1`);
