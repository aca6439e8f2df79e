import { frenchDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { bankBooks } from "./bank-books.ts";
import { amount, BOM, csvLine, dateCell, guarded } from "./csv-cells.ts";
import {
  type ExportData,
  type ExportInvoice,
  type ExportPart,
  type ExportPeriod,
  type ExportTransaction,
  isInPeriod,
} from "./export-data.ts";
import { partsByTransaction, paymentsByTransaction } from "./ledger-entries.ts";
import { ACCOUNTS, partAccount } from "./ledger-lines.ts";
import { byDateAndNumber } from "./lettering-groups.ts";
import { type Lettering, type Letters, paymentKey } from "./lettering.ts";
import { returnedParts } from "./returned-parts.ts";

const COLUMNS = [
  "Date",
  "Date de valeur",
  "Libellé bancaire",
  "Montant",
  "Devise",
  "État",
  "N° facture",
  "Date facture",
  "Semaine",
  "Cinéma",
  "Code cinéma",
  "Compte client",
  "Montant affecté",
  "Reste dû facture",
  "Solde non affecté",
  "Lettrage",
  "Date lettrage",
];

/**
 * Format C, the bank statement with its lettering (EXP-6): every line of the bank, one for each transaction × invoice or other
 * part, by date. The amount of a transaction and what nothing takes of it are on its first line only, so that the columns add up.
 * @param account of the books: lines of that bank account alone
 * @param numbers once lots are made: of the transactions whose entry is posted as it is (EXP-11)
 */
export function* formatC(
  data: ExportData,
  lettering: Lettering,
  period: ExportPeriod,
  numbers?: ReadonlyMap<number, string>,
  account?: string,
): Generator<string> {
  yield BOM + csvLine(numbers ? [...COLUMNS, "Écriture"] : COLUMNS);
  const invoices = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
  const payments = paymentsByTransaction(data);
  const parts = partsByTransaction(data);
  const bankOf = bankBooks(data.bank_accounts);
  const transactions = data.transactions
    .filter((one) => isInPeriod(one.transaction_date, period))
    .filter((one) => account === undefined || bankOf(one).account === account)
    .sort(byDateAndId);
  for (const transaction of transactions) {
    const paid = (payments.get(transaction.id) ?? [])
      .flatMap((payment) => {
        const invoice = invoices.get(payment.invoice_id);
        return invoice === undefined ? [] : [{ invoice, amount: payment.amount }];
      })
      .sort((a, b) => byDateAndNumber(a.invoice, b.invoice));
    const posted = numbers ? [numbers.get(transaction.id) ?? ""] : [];
    // What is too much of a client's payment is told beside its invoice, as what is left of the line.
    const payers = new Set(paid.map(({ invoice }) => invoice.client_account));
    const others = (parts.get(transaction.id) ?? []).filter(
      (part) => part.kind !== "credit" || !payers.has(part.client_account),
    );
    yield linesOf(transaction, paid, others, lettering, posted);
  }
}

function linesOf(
  transaction: ExportTransaction,
  paid: readonly { invoice: ExportInvoice; amount: Cents }[],
  parts: readonly ExportPart[],
  lettering: Lettering,
  posted: readonly string[],
): string {
  const { transaction_date, value_date, label, currency_code } = transaction;
  const rest = cents(
    [...paid, ...parts].reduce((left, one) => left - one.amount, transaction.amount as number),
  );
  const statement = (first: boolean) => [
    frenchDate(transaction_date),
    dateCell(value_date),
    guarded(label),
    first ? amount(transaction.amount) : "",
    currency_code,
  ];
  const unpaid = (first: boolean, state: string, account: string, part: Cents | null) =>
    csvLine([
      ...statement(first),
      state,
      "",
      "",
      "",
      "",
      "",
      guarded(account),
      "",
      "",
      part === null ? "" : amount(part),
      "",
      "",
      ...posted,
    ]);
  // It is in no entry, and its rest in no sum of euros (BANK-38).
  if (currency_code !== "EUR") return unpaid(true, "Autre devise", "", null);
  if (paid.length + parts.length === 0) {
    if (transaction.returned === null) return unpaid(true, "À identifier", ACCOUNTS.suspense.account, rest);
    return returnedParts(transaction)
      .map(({ client_account, amount: part }, index) =>
        unpaid(
          index === 0,
          "Paiement retourné",
          client_account ?? ACCOUNTS.suspense.account,
          cents(0 - part),
        ),
      )
      .join("");
  }
  const lines = paid.map(({ invoice, amount: allocated }, index) => {
    const letters = lettering.of_payment.get(paymentKey(transaction.id, invoice.client_account));
    return csvLine([
      ...statement(index === 0),
      stateOf(letters),
      guarded(invoice.invoice_number),
      frenchDate(invoice.invoice_date),
      invoice.week_number === null ? "" : `S${invoice.week_number}/${invoice.week_year}`,
      guarded(invoice.cinema_name),
      guarded(invoice.cinema_code),
      guarded(invoice.client_account),
      amount(allocated),
      amount(invoice.outstanding),
      index === 0 ? amount(rest) : "",
      letters?.code ?? "",
      dateCell(letters?.date ?? null),
      ...posted,
    ]);
  });
  const others = parts.map((part, index) => {
    const isFirst = index + lines.length === 0;
    const letters = lettering.of_part.get(part.id);
    return csvLine([
      ...statement(isFirst),
      part.kind === "unknown" ? "À identifier" : "Affecté",
      "",
      "",
      "",
      "",
      "",
      guarded(part.client_account || partAccount(part).account),
      amount(part.amount),
      "",
      isFirst ? amount(rest) : "",
      letters?.code ?? "",
      dateCell(letters?.date ?? null),
      ...posted,
    ]);
  });
  return [...lines, ...others].join("");
}

const stateOf = (letters: Letters | undefined): string =>
  letters?.is_balanced ? "Lettré" : "Lettré partiellement";

const byDateAndId = (a: ExportTransaction, b: ExportTransaction): number =>
  a.transaction_date === b.transaction_date ? a.id - b.id : a.transaction_date < b.transaction_date ? -1 : 1;
