import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { BankAccount, OpeningBalance } from "../bank-account.ts";
import { type BankBook, bankBookOf, bankBooks } from "./bank-books.ts";
import {
  ACCOUNTS,
  doubtfulLines,
  bankOpeningLines,
  creditAccount,
  creditOf,
  debitOf,
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
import type {
  ExportAllocation,
  ExportData,
  ExportInvoice,
  ExportPart,
  ExportPeriod,
  ExportTransaction,
} from "./export-data.ts";
import { isInPeriod } from "./export-data.ts";
import { byDateAndNumber } from "./lettering-groups.ts";
import { type Lettering, paymentKey } from "./lettering.ts";
import { type ProvisionMove, provisionMoves } from "./provision-life.ts";
import { returnedParts } from "./returned-parts.ts";
import { vatMovesOf } from "./document-vat.ts";
import type { VatMove } from "../vat/vat-life.ts";

type Payment = Extract<ExportAllocation, { kind: "payment" | "return" }>;
type Opening = Extract<ExportAllocation, { kind: "opening" }>;

/** A client credit that is put on an invoice, and leaves the account where it waited. */
interface CreditUse {
  readonly key: string;
  readonly amount: Cents;
  readonly source: LedgerAccount;
  readonly client_account: string;
  readonly label: string;
}

type LedgerEvent =
  | { journal: "VE"; date: CivilDate; number: string; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; opening: Opening; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; opening: null; paid: Cents; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; account: BankAccount; balance: OpeningBalance }
  | { journal: "BQ"; date: CivilDate; number: number; transaction: ExportTransaction }
  | { journal: "OD"; date: CivilDate; number: string; use: CreditUse; invoice: ExportInvoice }
  | {
      journal: "OD";
      date: CivilDate;
      number: string;
      use: null;
      move: VatMove | null;
      invoice: ExportInvoice;
    }
  | { journal: "OD"; date: CivilDate; number: string; provision: ProvisionMove; invoice: ExportInvoice };

/**
 * The entries of sales, opening payments, bank lines and uses of client credits of a period (EXP-2), numbered from 1 without a gap, in
 * the order date, journal (sales, opening, bank, others), number. Each entry balances. Entries are made as they are asked for.
 */
export function* ledgerEntries(
  data: ExportData,
  lettering: Lettering,
  period: ExportPeriod,
): Generator<LedgerEntry> {
  const book = new LedgerBook(data, lettering);
  let number = 0;
  for (const event of book.eventsOf(period)) {
    number += 1;
    yield {
      number,
      key: keyOf(event),
      journal: book.journalOf(event),
      date: event.date,
      lines: book.linesOf(event),
    };
  }
}

/** Stable from one export to the next, whatever the period: it is the piece that the accountant looks up. */
export const bankPiece = (transaction: ExportTransaction): string =>
  `BQ${transaction.transaction_date.replaceAll("-", "")}-${String(transaction.id).padStart(3, "0")}`;

class LedgerBook {
  readonly #data: ExportData;
  readonly #lettering: Lettering;
  readonly #names: Map<string, string>;
  readonly #invoices: Map<number, ExportInvoice>;
  readonly #payments: Map<number, Payment[]>;
  readonly #parts: ReadonlyMap<number, readonly ExportPart[]>;
  readonly #bankOf: (transaction: ExportTransaction) => BankBook;

  constructor(data: ExportData, lettering: Lettering) {
    this.#data = data;
    this.#lettering = lettering;
    this.#names = new Map(data.accounts.map((one) => [one.client_account, one.client_name]));
    this.#invoices = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
    this.#payments = paymentsByTransaction(data);
    this.#parts = partsByTransaction(data);
    this.#bankOf = bankBooks(data.bank_accounts);
  }

  eventsOf(period: ExportPeriod): LedgerEvent[] {
    const events: LedgerEvent[] = [];
    const openings = this.#openings();
    for (const invoice of this.#data.invoices) {
      const number = invoice.invoice_number;
      if (invoice.opening_date === null)
        events.push({ journal: "VE", date: invoice.invoice_date, number, invoice });
      else {
        const paid = openings.get(invoice.id) ?? cents(0);
        events.push({ journal: "AN", date: invoice.opening_date, number, opening: null, paid, invoice });
      }
      const { defaulted_on: date, outstanding } = invoice;
      if (date !== null && outstanding > 0)
        events.push({ journal: "OD", date, number, use: null, move: null, invoice });
    }
    for (const account of this.#data.bank_accounts) {
      const balance = account.opening;
      if (balance === null || balance.amount === 0) continue;
      // Before the invoices of its day.
      events.push({ journal: "AN", date: balance.date, number: "", account, balance });
    }
    for (const transaction of this.#data.transactions) {
      // An amount in another currency cannot be entered in euros.
      if (transaction.currency_code !== "EUR") continue;
      events.push({ journal: "BQ", date: transaction.transaction_date, number: transaction.id, transaction });
    }
    for (const allocation of this.#data.allocations) {
      const invoice = this.#invoices.get(allocation.invoice_id);
      if (invoice === undefined) continue;
      const { invoice_date: date, invoice_number: number } = invoice;
      // Its day is not known: it is entered with its invoice, so that a period has both or neither.
      if (allocation.kind === "opening" && invoice.opening_date === null)
        events.push({ journal: "AN", date, number, opening: allocation, invoice });
    }
    for (const { date, use, invoice } of creditUses(this.#data, this.#invoices))
      events.push({ journal: "OD", date, number: invoice.invoice_number, use, invoice });
    for (const { invoice, move } of vatMovesOf(this.#data)) {
      const { invoice_number: number } = invoice;
      events.push({ journal: "OD", date: move.settlement.date, number, use: null, move, invoice });
    }
    for (const { invoice, provision } of this.#provisions()) {
      const { invoice_number: number } = invoice;
      events.push({ journal: "OD", date: provision.date, number, provision, invoice });
    }
    return events.filter(({ date }) => isInPeriod(date, period)).sort(inLedgerOrder);
  }

  journalOf(event: LedgerEvent): string {
    return event.journal === "BQ" ? this.#bankOf(event.transaction).journal : event.journal;
  }

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
        if (event.use !== null) return this.#useLines(event.use, event.invoice);
        return event.move
          ? vatMoveLines(event.invoice, event.move)
          : doubtfulLines(event.invoice, {
              ...this.#client(event.invoice.client_account),
              letters: this.#lettering.of_invoice.get(event.invoice.id) ?? null,
            });
      case "BQ":
        return this.#bankLines(event.transaction);
    }
  }

  *#provisions(): Generator<{ invoice: ExportInvoice; provision: ProvisionMove }> {
    if (this.#data.provisions.length === 0) return;
    const settlements = Map.groupBy(this.#data.settlements, (one) => one.document_id);
    for (const [id, provisions] of Map.groupBy(this.#data.provisions, (one) => one.invoice_id)) {
      const invoice = this.#invoices.get(id);
      if (!invoice) continue;
      for (const provision of provisionMoves(invoice, provisions, settlements.get(id) ?? []))
        yield { invoice, provision };
    }
  }

  /** By invoice, what was paid of it before it came in. */
  #openings(): Map<number, Cents> {
    const openings = new Map<number, Cents>();
    for (const { kind, invoice_id, amount } of this.#data.allocations)
      if (kind === "opening") openings.set(invoice_id, cents((openings.get(invoice_id) ?? 0) + amount));
    return openings;
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

  #useLines({ amount, source, client_account, label }: CreditUse, invoice: ExportInvoice): LedgerLine[] {
    const common = { piece: invoice.invoice_number, label };
    return [
      bankLine({ ...source, ...this.#clientIfAny(client_account), ...common, ...debitOf(amount) }),
      bankLine({
        ...ACCOUNTS.clients,
        ...this.#client(invoice.client_account),
        ...common,
        ...creditOf(amount),
        letters: this.#lettering.of_invoice.get(invoice.id) ?? null,
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

function keyOf(event: LedgerEvent): string {
  switch (event.journal) {
    case "VE":
      return `invoice:${event.invoice.id}`;
    case "AN":
      if ("account" in event) return `bank_account:${event.account.id}`;
      return event.opening === null ? `invoice:${event.invoice.id}` : `opening:${event.opening.id}`;
    case "BQ":
      return `transaction:${event.transaction.id}`;
    case "OD":
      if ("provision" in event) return event.provision.key;
      if (event.use !== null) return event.use.key;
      return event.move ? event.move.settlement.key : `default:${event.invoice.id}`;
  }
}

/**
 * The uses that are entered: of an advance, of what nobody knew, and between two accounts of one client. A credit that waited on the account of
 * the invoice is only lettered with it.
 */
function* creditUses(
  { allocations, credit_applications }: ExportData,
  invoices: ReadonlyMap<number, ExportInvoice>,
): Generator<{ date: CivilDate; use: CreditUse; invoice: ExportInvoice }> {
  for (const allocation of allocations) {
    const invoice = invoices.get(allocation.invoice_id);
    if (allocation.kind !== "part" || !invoice) continue;
    const { id, amount, source, settled_on: date } = allocation;
    const { kind, client_account } = source;
    if (kind === "credit" && client_account === invoice.client_account) continue;
    const what = kind === "advance" ? "acompte" : "trop-perçu";
    const label =
      kind === "unknown"
        ? `Identification ${source.label}`
        : `Imputation ${what} sur ${invoice.invoice_number}`;
    const use = { key: `use:allocation:${id}`, amount, source: creditAccount(kind), client_account, label };
    yield { date, use, invoice };
  }
  for (const { id, amount, credit_note_id, invoice_id, applied_on: date } of credit_applications) {
    const [note, invoice] = [invoices.get(credit_note_id), invoices.get(invoice_id)];
    if (!note || !invoice || note.client_account === invoice.client_account) continue;
    const { client_account, invoice_number } = note;
    const label = `Imputation ${invoice_number} sur ${invoice.invoice_number}`;
    const use = { key: `use:application:${id}`, amount, source: ACCOUNTS.clients, client_account, label };
    yield { date, use, invoice };
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
    Partial<Pick<LedgerLine, "client_account" | "client_name" | "letters">>,
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

const JOURNAL_ORDER = { VE: 0, AN: 1, BQ: 2, OD: 3 };

function inLedgerOrder(a: LedgerEvent, b: LedgerEvent): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.journal !== b.journal) return JOURNAL_ORDER[a.journal] - JOURNAL_ORDER[b.journal];
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}
