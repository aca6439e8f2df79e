import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { type BankBook, bankBookOf, bankBooks } from "./bank-books.ts";
import type {
  ExportAllocation,
  ExportData,
  ExportInvoice,
  ExportPart,
  ExportPeriod,
  ExportTransaction,
} from "./export-data.ts";
import { type CreditUse, keyOf, type LedgerEvent, ledgerEvents } from "./ledger-events.ts";
import {
  ACCOUNTS,
  advanceFacts,
  bankOpeningLines,
  creditOf,
  debitOf,
  doubtfulLines,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerLine,
  openingBalanceLines,
  openingPaymentLines,
  partAccount,
  provisionLines,
  returnedPaymentLines,
  salesLines,
  vatMoveLines,
} from "./ledger-lines.ts";
import { byDateAndNumber } from "./lettering-groups.ts";
import { type Lettering, paymentKey } from "./lettering.ts";
import { returnedParts } from "./returned-parts.ts";

type Payment = Extract<ExportAllocation, { kind: "payment" | "return" }>;

/**
 * The entries of sales, opening payments, bank lines and uses of client credits of a period (EXP-2), numbered from 1 without a gap, in
 * the order date, journal (sales, opening, bank, others), number. Each entry balances. Entries are made as they are asked for.
 */
export function* ledgerEntries(
  data: ExportData,
  lettering: Lettering,
  period: ExportPeriod,
): Generator<LedgerEntry> {
  const invoices = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
  const book = new LedgerBook(data, invoices, lettering);
  let number = 0;
  for (const event of ledgerEvents(data, invoices, period)) {
    number += 1;
    yield {
      number,
      key: keyOf(event),
      journal: book.journalOf(event),
      date: event.date,
      lines: book.linesOf(event),
      came_after_lots: book.cameAfterLots(event),
    };
  }
}

/** Stable from one export to the next, whatever the period: it is the piece that the accountant looks up. */
export const bankPiece = (transaction: ExportTransaction): string =>
  `BQ${transaction.transaction_date.replaceAll("-", "")}-${String(transaction.id).padStart(3, "0")}`;

class LedgerBook {
  readonly #lettering: Lettering;
  readonly #names: Map<string, string>;
  readonly #invoices: ReadonlyMap<number, ExportInvoice>;
  readonly #payments: Map<number, Payment[]>;
  readonly #parts: ReadonlyMap<number, readonly ExportPart[]>;
  readonly #bankOf: (transaction: ExportTransaction) => BankBook;
  /** Keys of what bank lines move of documents that they settle, of lines that are entered with an invoice that came in late. */
  readonly #keysOfLateLines: ReadonlySet<string>;

  constructor(data: ExportData, invoices: ReadonlyMap<number, ExportInvoice>, lettering: Lettering) {
    this.#lettering = lettering;
    this.#names = new Map(data.accounts.map((one) => [one.client_account, one.client_name]));
    this.#invoices = invoices;
    this.#payments = paymentsByTransaction(data);
    this.#parts = partsByTransaction(data);
    this.#bankOf = bankBooks(data.bank_accounts);
    const late = new Set(data.transactions.filter((one) => this.#paysLateInvoice(one)).map(({ id }) => id));
    this.#keysOfLateLines = new Set(
      data.settlements.flatMap(({ key, transaction_id }) =>
        late.has(transaction_id ?? 0) ? [key, `default:${key}`, `provision:${key}`] : [],
      ),
    );
  }

  journalOf(event: LedgerEvent): string {
    return event.journal === "BQ" ? this.#bankOf(event.transaction).journal : event.journal;
  }

  /** What is entered of an invoice that came in after the first lot, the bank lines among it that came then, too, with all that they move (EXP-10). */
  cameAfterLots(event: LedgerEvent): boolean {
    if ("invoice" in event) return event.invoice.came_after_lots || this.#keysOfLateLines.has(keyOf(event));
    return "transaction" in event && this.#paysLateInvoice(event.transaction);
  }

  #paysLateInvoice = (transaction: ExportTransaction): boolean =>
    transaction.came_after_lots &&
    this.#paidInvoices(transaction).some(({ invoice }) => invoice.came_after_lots);

  linesOf(event: LedgerEvent): LedgerLine[] {
    switch (event.journal) {
      case "VE":
        return salesLines(event.invoice, {
          ...this.#client(event.invoice.client_account),
          letters: this.#lettering.of_invoice.get(event.invoice.id) ?? null,
        });
      case "AN": {
        if ("account" in event) return bankOpeningLines(bankBookOf(event.account), event.balance.amount);
        const client = {
          ...this.#client(event.invoice.client_account),
          letters: this.#lettering.of_invoice.get(event.invoice.id) ?? null,
        };
        return event.opening === null
          ? openingBalanceLines(event.invoice, event.paid, client)
          : openingPaymentLines(event.opening.amount, event.invoice.invoice_number, client);
      }
      case "OD":
        if ("provision" in event) return provisionLines(event.invoice, event.provision);
        if ("use" in event) return this.#useLines(event.use, event.invoice);
        if ("move" in event) return vatMoveLines(event.invoice, event.move);
        return doubtfulLines(event.invoice, event.doubtful, {
          ...this.#client(event.invoice.client_account),
          letters: this.#lettering.of_invoice.get(event.invoice.id) ?? null,
        });
      case "BQ":
        return this.#bankLines(event.transaction);
    }
  }

  /** EXP-2: the whole line, whatever became of it, so that 512 is what the bank says. */
  #bankLines(transaction: ExportTransaction): LedgerLine[] {
    const piece = bankPiece(transaction);
    const { account, account_label } = this.#bankOf(transaction);
    const bank = { account, account_label };
    const paid = this.#paidInvoices(transaction);
    const parts = this.#parts.get(transaction.id) ?? [];
    if (transaction.returned !== null && paid.length + parts.length === 0) {
      const owing = returnedParts(transaction).map(({ client_account, amount }) => ({
        amount,
        client: client_account === null ? null : this.#client(client_account),
      }));
      return returnedPaymentLines(transaction, bank, piece, owing);
    }
    const rest = transaction.amount - sumCents([...paid, ...parts].map(({ amount }) => amount));
    return [
      bankLine({
        ...bank,
        piece,
        label: transaction.label,
        ...debitOf(transaction.amount),
      }),
      ...paid.map(({ invoice, amount }) => this.#paymentLine(transaction, invoice, amount)),
      ...parts.map((part) => bankLine(this.#partLine(part, piece, transaction.label))),
      ...(rest === 0 ? [] : [this.#restLine(transaction, piece, cents(rest), paid[0]?.invoice)]),
    ];
  }

  #useLines(use: CreditUse, invoice: ExportInvoice): LedgerLine[] {
    const { amount, source, client_account, label, left } = use;
    const common = { piece: invoice.invoice_number, label };
    const { of_invoice, of_part } = this.#lettering;
    return [
      bankLine({
        ...source,
        ...this.#clientIfAny(client_account),
        ...common,
        ...debitOf(amount),
        ...advanceFacts(use),
        letters: (left.place === "note" ? of_invoice : of_part).get(left.id) ?? null,
      }),
      bankLine({
        ...ACCOUNTS.clients,
        ...this.#client(invoice.client_account),
        ...common,
        ...creditOf(amount),
        letters: of_invoice.get(invoice.id) ?? null,
      }),
    ];
  }

  #partLine(part: ExportPart, piece: string, label: string) {
    const { amount } = part;
    const invoice = part.invoice_id ? this.#invoices.get(part.invoice_id) : undefined;
    return {
      ...partAccount(part),
      ...this.#clientIfAny(part.client_account),
      piece,
      label: partLabel(part, label, invoice),
      ...creditOf(amount),
      letters: this.#lettering.of_part.get(part.id) ?? null,
      ...advanceFacts(part),
    };
  }

  #paidInvoices(transaction: ExportTransaction): { invoice: ExportInvoice; amount: Cents }[] {
    return (this.#payments.get(transaction.id) ?? [])
      .flatMap(({ invoice_id, amount }) => {
        const invoice = this.#invoices.get(invoice_id);
        return invoice === undefined ? [] : [{ invoice, amount }];
      })
      .sort((a, b) => byDateAndNumber(a.invoice, b.invoice));
  }

  #paymentLine(transaction: ExportTransaction, invoice: ExportInvoice, amount: Cents): LedgerLine {
    const { client_account, invoice_number } = invoice;
    return bankLine({
      ...ACCOUNTS.clients,
      ...this.#client(client_account),
      piece: invoice_number,
      label: `${amount < 0 ? "Retour" : "Règlement"} ${invoice_number}`,
      ...creditOf(amount),
      letters: this.#lettering.of_payment.get(paymentKey(transaction.id, client_account)) ?? null,
    });
  }

  /** What nothing takes: an overpayment of a known client, else an amount to identify. Neither is lettered. */
  #restLine(
    transaction: ExportTransaction,
    piece: string,
    rest: Cents,
    paid: ExportInvoice | undefined,
  ): LedgerLine {
    const amounts = { piece, ...creditOf(rest) };
    return paid === undefined
      ? bankLine({ ...ACCOUNTS.suspense, ...amounts, label: `À identifier : ${transaction.label}` })
      : bankLine({
          ...ACCOUNTS.clients,
          ...this.#client(paid.client_account),
          ...amounts,
          label: "Trop-perçu",
        });
  }

  #clientIfAny = (client_account: string) => (client_account === "" ? {} : this.#client(client_account));

  #client(client_account: string): { client_account: string; client_name: string } {
    return { client_account, client_name: this.#names.get(client_account) ?? "" };
  }
}

/** What a part is called in the entry of its line. */
function partLabel(
  { kind, invoice_id }: ExportPart,
  label: string,
  invoice: ExportInvoice | undefined,
): string {
  if (kind === "unknown") return `À identifier : ${label}`;
  if (kind === "credit") return "Trop-perçu";
  return invoice_id && invoice ? `Écart de règlement ${invoice.invoice_number}` : label;
}

const bankLine = (
  line: LedgerAccount &
    Pick<LedgerLine, "piece" | "label" | "debit" | "credit"> &
    Partial<
      Pick<LedgerLine, "client_account" | "client_name" | "letters" | "advance_rate_bp" | "advance_used">
    >,
): LedgerLine => ({ client_account: "", client_name: "", due_date: null, letters: null, ...line });

export function paymentsByTransaction(data: Pick<ExportData, "allocations">): Map<number, Payment[]> {
  const payments = new Map<number, Payment[]>();
  for (const allocation of data.allocations) {
    if (allocation.kind !== "payment" && allocation.kind !== "return") continue;
    const known = payments.get(allocation.transaction_id);
    if (known === undefined) payments.set(allocation.transaction_id, [allocation]);
    else known.push(allocation);
  }
  return payments;
}

export const partsByTransaction = ({ parts }: Pick<ExportData, "parts">): Map<number, ExportPart[]> =>
  Map.groupBy(parts, (part) => part.transaction_id);
