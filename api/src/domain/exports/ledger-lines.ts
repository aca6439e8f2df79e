import { frenchPercent } from "@bobine/contract/french";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { vatByRate } from "../vat/vat-by-rate.ts";
import { ratesOf, vatAccountOf, type VatRegime } from "../vat/vat-regime.ts";
import type { VatAtRate, VatMove } from "../vat/vat-life.ts";
import type { DoubtfulMove } from "./default-life.ts";
import { isOnCollection, vatDueAtOnce, waitingOfOpening } from "./document-vat.ts";
import type { ExportClientAccount, ExportInvoice, ExportPart, ExportTransaction } from "./export-data.ts";
import type { Letters } from "./lettering.ts";
import type { ProvisionMove } from "./provision-life.ts";

/** An account of the French chart (PCG). */
export interface LedgerAccount {
  account: string;
  account_label: string;
}

export interface LedgerLine extends LedgerAccount {
  /** Auxiliary account and company, on a client line only. */
  client_account: string;
  client_name: string;
  piece: string;
  label: string;
  /** Cents; one of both is zero. */
  debit: Cents;
  credit: Cents;
  /** On the client line of an invoice. */
  due_date: CivilDate | null;
  letters: Letters | null;
  /** VAT that the entry makes due, on one of its lines; below zero what it takes back. */
  vat_due?: readonly VatAtRate[];
  /** Of an advance that comes in, is used or given back: the rate of its VAT. */
  advance_rate_bp?: number;
  /** Of a use, or of what is given back: what of the advance is gone then, in cents. Entries that were posted before this was kept do not say it. */
  advance_used?: Cents;
}

export interface LedgerEntry {
  number: number;
  /** What it comes from (`invoice:12`): the same whatever the period and whatever else is in the books. */
  key: string;
  /** VE, AN, OD; BQ, BQ1, BQ2 … of a bank account. */
  journal: string;
  date: CivilDate;
  lines: LedgerLine[];
  /** It is of a document that came in after the first lot was made: however old, a lot must hold it (EXP-10). */
  came_after_lots?: boolean;
  /** Once lots are made: how far this entry is. Without it nothing is said of that. */
  posting?: EntryPosting;
}

export interface EntryPosting {
  /** For ever; null while the entry is provisional. */
  number: string | null;
  /** Day of the lot that posted it. */
  valid_date: CivilDate | null;
  /** Earlier than the entry when its days were handed over before it came in. */
  piece_date: CivilDate;
}

const JOURNAL_LABELS: Readonly<Record<string, string>> = {
  VE: "Ventes",
  AN: "À nouveaux",
  BQ: "Banque",
  OD: "Opérations diverses",
};

/** « Ventes », « Banque 2 » */
export const journalLabel = (journal: string): string =>
  JOURNAL_LABELS[journal] ?? journal.replace(/^BQ(?=\d+$)/, "Banque ");

/** EXP-2. */
export const ACCOUNTS = {
  clients: { account: "411000", account_label: "Clients" },
  doubtful: { account: "416000", account_label: "Clients douteux ou litigieux" },
  advances: { account: "419100", account_label: "Clients – avances et acomptes reçus" },
  sales: { account: "706100", account_label: "Locations de films" },
  fees: { account: "627800", account_label: "Services bancaires" },
  suspense: { account: "471000", account_label: "Compte d’attente" },
  // EXP-9
  opening: { account: "890000", account_label: "Bilan d’ouverture" },
  gapLoss: { account: "658000", account_label: "Charges diverses de gestion courante" },
  gapGain: { account: "758000", account_label: "Produits divers de gestion courante" },
} as const satisfies Record<string, LedgerAccount>;

interface ClientOfLine extends ExportClientAccount {
  letters: Letters | null;
}

/** What a document makes its client owe, or be owed. */
const documentLine = (
  invoice: Pick<ExportInvoice, "type" | "due_date" | "total_amount">,
  client: ClientOfLine,
  common: Pick<LedgerLine, "piece" | "label">,
): LedgerLine => ({
  ...ACCOUNTS.clients,
  ...client,
  ...common,
  ...debitOf(invoice.total_amount),
  due_date: invoice.type === "invoice" ? invoice.due_date : null,
});

/** An invoice: the client owes the total to sales and VAT. A credit note is the same entry, sides exchanged. */
export function salesLines(invoice: ExportInvoice, client: ClientOfLine): LedgerLine[] {
  const vat = vatAmounts(invoice);
  // An imported invoice may be 0.02 € off (BILL-17); its entry balances all the same.
  const gap = invoice.total_amount - invoice.total_net_amount - sumCents(vat.map(({ amount }) => amount));
  // A credit note of VAT alone sells nothing, and a line of nothing is none of an FEC.
  const net = invoice.total_net_amount;
  const credits = [
    ...(net === 0 ? [] : [{ ...ACCOUNTS.sales, amount: net }]),
    ...vat,
    ...(gap === 0 ? [] : [{ ...(gap < 0 ? ACCOUNTS.gapLoss : ACCOUNTS.gapGain), amount: cents(gap) }]),
  ];
  const common = { piece: invoice.invoice_number, label: salesLabel(invoice) };
  return [
    { ...documentLine(invoice, client, common), ...dueVat(vatDueAtOnce(invoice)) },
    ...credits.map(({ amount, ...account }) => ({ ...plainLine(account), ...common, ...creditOf(amount) })),
  ];
}

/**
 * A returned payment: the clients owe again what the bank takes back (EXP-2).
 * @param parts sum to what is taken back; their client is null when nobody's invoices hold the payment any more: it is in the waiting
 *   account, and goes from there
 */
export function returnedPaymentLines(
  transaction: ExportTransaction,
  bank: LedgerAccount,
  piece: string,
  parts: readonly { readonly client: ExportClientAccount | null; readonly amount: Cents }[],
): LedgerLine[] {
  return [
    { ...plainLine(bank), piece, label: transaction.label, ...debitOf(transaction.amount) },
    ...parts.map(({ client, amount }) => ({
      ...(client ? { ...plainLine(ACCOUNTS.clients), ...client } : plainLine(ACCOUNTS.suspense)),
      piece,
      label: "Paiement retourné",
      ...debitOf(amount),
    })),
  ];
}

/**
 * What was paid of an imported invoice before it came here: the money is in the accounts of the software that it comes from, and
 * the client does not owe it. Without this entry 411 would keep it for ever.
 */
export function openingPaymentLines(
  amount: Cents,
  invoice_number: string,
  client: ClientOfLine,
): LedgerLine[] {
  const common = { piece: invoice_number, label: `Règlement antérieur ${invoice_number}`, due_date: null };
  return [
    { ...plainLine(ACCOUNTS.opening), ...common, ...debitOf(amount) },
    { ...ACCOUNTS.clients, ...client, ...common, ...creditOf(amount) },
  ];
}

/**
 * An invoice that another software has booked: what its client owed when it came in, against the opening balance. A credit note is the same
 * entry, sides exchanged.
 * @param paid before it came in
 */
export function openingBalanceLines(invoice: ExportInvoice, paid: Cents, client: ClientOfLine): LedgerLine[] {
  const common = {
    piece: invoice.invoice_number,
    label: `À nouveau ${invoice.invoice_number}`,
    due_date: null,
  };
  const owed = cents(invoice.total_amount - paid);
  const waiting = waitingOfOpening(invoice, paid);
  const vat = { ...common, label: `À nouveau TVA en attente ${invoice.invoice_number}` };
  return [
    documentLine(invoice, client, common),
    ...(paid === 0 ? [] : [{ ...ACCOUNTS.clients, ...client, ...common, ...creditOf(paid) }]),
    ...(owed === 0 ? [] : [{ ...plainLine(ACCOUNTS.opening), ...common, ...creditOf(owed) }]),
    ...(waiting === 0
      ? []
      : [
          { ...plainLine(ACCOUNTS.opening), ...vat, ...debitOf(waiting) },
          { ...plainLine(waitingAccount(invoice)), ...vat, ...creditOf(waiting) },
        ]),
  ];
}

/** What is on a bank account when its lines begin. */
export function bankOpeningLines({ account, account_label }: LedgerAccount, amount: Cents): LedgerLine[] {
  const common = { piece: `AN-${account}`, label: "Solde d’ouverture de la banque" };
  return [
    { ...plainLine({ account, account_label }), ...common, ...debitOf(amount) },
    { ...plainLine(ACCOUNTS.opening), ...common, ...creditOf(amount) },
  ];
}

/** « Loc. films S47/2026 Cinéma Le Beffroi », « Avoir sur F26000123 – rectif. bordereau S47 » */
function salesLabel(invoice: ExportInvoice): string {
  const { week_number, week_year, cinema_name } = invoice;
  if (invoice.type === "credit_note" && invoice.corrects_number !== null) {
    const correction = week_number === null ? "" : ` – rectif. bordereau S${week_number}`;
    const why = invoice.reason === null ? correction : ` – ${invoice.reason}`;
    return `Avoir sur ${invoice.corrects_number}${why}`;
  }
  const week = week_number === null || week_year === null ? "" : `S${week_number}/${week_year} `;
  return `${invoice.type === "credit_note" ? "Avoir" : "Loc. films"} ${week}${cinema_name}`;
}

/** An invoice in default: what it owes is a doubtful debt, as long as it does (EXP-18). */
export function doubtfulLines(
  { invoice_number: piece }: Pick<ExportInvoice, "invoice_number">,
  { amount }: Pick<DoubtfulMove, "amount">,
  client: ClientOfLine,
): LedgerLine[] {
  const common = {
    piece,
    label: `${amount < 0 ? "Sortie client douteux" : "Client douteux"} ${piece}`,
    due_date: null,
  };
  return [
    { ...ACCOUNTS.doubtful, ...client, letters: null, ...common, ...debitOf(amount) },
    { ...ACCOUNTS.clients, ...client, ...common, ...creditOf(amount) },
  ];
}

/** A doubtful debt that is likely lost, or its provision taken back (EXP-19). */
export function provisionLines(
  { invoice_number: piece }: Pick<ExportInvoice, "invoice_number">,
  { amount, accounts }: Pick<ProvisionMove, "amount" | "accounts">,
): LedgerLine[] {
  const common = { piece, label: `${amount < 0 ? "Reprise provision" : "Provision"} ${piece}` };
  const provision = { account: accounts.provision, account_label: "Dépréciations des comptes de clients" };
  const result =
    amount < 0
      ? { account: accounts.release, account_label: "Reprises sur dépréciations des créances" }
      : { account: accounts.charge, account_label: "Dotations aux dépréciations des créances" };
  const [debit, credit] = amount < 0 ? [provision, result] : [result, provision];
  const size = cents(Math.abs(amount));
  return [
    { ...plainLine(debit), ...common, ...debitOf(size) },
    { ...plainLine(credit), ...common, ...creditOf(size) },
  ];
}

/** VAT on collection that leaves waiting: to the State by rate, or against 658 with a difference that is written off (VAT-4). */
export function vatMoveLines(invoice: ExportInvoice, { is_due, rates }: VatMove): LedgerLine[] {
  const { invoice_number: piece, vat_regime } = invoice;
  const common = { piece, label: `${is_due ? "TVA exigible" : "TVA sur écart"} ${piece}` };
  const [first, ...others]: LedgerLine[] = [
    {
      ...plainLine(waitingAccount(invoice)),
      ...common,
      ...debitOf(sumCents(rates.map(({ vat_amount }) => vat_amount))),
    },
    ...rates.map(({ vat_rate_bp, vat_amount }) => ({
      ...plainLine(is_due ? dueAccount(vat_regime, vat_rate_bp) : ACCOUNTS.gapLoss),
      ...common,
      ...creditOf(vat_amount),
    })),
  ];
  return first === undefined ? [] : [{ ...first, ...dueVat(is_due ? rates : []) }, ...others];
}

const dueVat = (rates: readonly VatAtRate[]): Pick<LedgerLine, "vat_due"> =>
  rates.length === 0 ? {} : { vat_due: rates };

const waitingAccount = ({ vat_regime }: Pick<ExportInvoice, "vat_regime">): LedgerAccount => ({
  account: vat_regime.waiting_account,
  account_label: "TVA en attente d’encaissement",
});

/** Named by its rate when it is of no other one. */
function dueAccount(regime: VatRegime, vat_rate_bp: number | null): LedgerAccount {
  const account = vatAccountOf(regime, vat_rate_bp);
  const isOfOne = vat_rate_bp !== null && ratesOf(regime, account).length === 1;
  return {
    account,
    account_label: isOfOne ? `TVA collectée ${frenchPercent(vat_rate_bp)} %` : "TVA collectée",
  };
}

function vatAmounts(invoice: ExportInvoice): (LedgerAccount & { amount: Cents })[] {
  if (isOnCollection(invoice)) {
    const amount = sumCents(vatByRate(invoice).map(({ vat_amount }) => vat_amount));
    return amount === 0 ? [] : [{ ...waitingAccount(invoice), amount }];
  }
  if (invoice.vat_breakdown.length === 0 && invoice.total_vat_amount !== 0) {
    return [{ account: "445710", account_label: "TVA collectée", amount: invoice.total_vat_amount }];
  }
  return invoice.vat_breakdown
    .filter(({ vat_amount }) => vat_amount !== 0)
    .map(({ vat_rate_bp, vat_amount }) => ({
      ...dueAccount(invoice.vat_regime, vat_rate_bp),
      amount: vat_amount,
    }));
}

/** The account of a part of a bank line. */
export function partAccount(part: ExportPart): LedgerAccount {
  switch (part.kind) {
    case "fees":
      return ACCOUNTS.fees;
    case "unknown":
      return ACCOUNTS.suspense;
    case "account":
      return { account: part.account, account_label: part.account_label };
    case "write_off":
      return part.amount < 0 ? ACCOUNTS.gapLoss : ACCOUNTS.gapGain;
    case "credit":
      return ACCOUNTS.clients;
    case "advance":
      return ACCOUNTS.advances;
    case "refund":
      return creditAccount(part.source_kind);
  }
}

/** Where a client credit waits: a credit note and what was paid too much with what the client owes. */
export function creditAccount(kind: ExportPart["source_kind"]): LedgerAccount {
  if (kind === "advance") return ACCOUNTS.advances;
  return kind === "unknown" ? ACCOUNTS.suspense : ACCOUNTS.clients;
}

/** What VAT is reckoned with; nothing of what is no advance. */
export const advanceFacts = ({
  vat_rate_bp,
  advance_used,
}: Pick<ExportPart, "vat_rate_bp" | "advance_used">): Pick<
  LedgerLine,
  "advance_rate_bp" | "advance_used"
> => ({
  ...(vat_rate_bp === null ? {} : { advance_rate_bp: vat_rate_bp }),
  ...(advance_used === null ? {} : { advance_used }),
});

const plainLine = (account: LedgerAccount) => ({
  ...account,
  client_account: "",
  client_name: "",
  due_date: null,
  letters: null,
});

/** A negative amount goes to the other side: amounts of an entry are never negative. */
export const debitOf = (amount: Cents): { debit: Cents; credit: Cents } => ({
  debit: cents(Math.max(0, amount)),
  credit: cents(Math.max(0, 0 - amount)),
});

export const creditOf = (amount: Cents): { debit: Cents; credit: Cents } => debitOf(cents(0 - amount));
