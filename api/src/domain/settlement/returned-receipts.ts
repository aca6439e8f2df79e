import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { LineEvidence } from "../line-evidence.ts";
import { normaliseLabel, plainText } from "../matching/normalise-label.ts";
import { payerPhrase } from "../matching/payer-words.ts";
import { say } from "../matching/reasons.ts";
import { isNamed, isQuoted, quotingTexts, sayQuoted, wordsOf } from "./label-words.ts";

const NBSP = "\u00a0";

/** A transfer may be recalled long after; three months cover what a person still remembers (LET-13). */
export const RETURN_DAYS = 90;

/** What came of an invoice with a receipt, without what was written off there, less what was returned of it already. */
export interface ReceiptPayment {
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly client_account: string;
  readonly cinema_name: string;
  /** All that its cinema is called. */
  readonly payer_names: readonly string[];
  readonly amount: Cents;
}

/** A credit of the bank that a later debit may take back. */
export interface Receipt {
  readonly transaction_id: number;
  readonly transaction_date: CivilDate;
  readonly label: string;
  readonly amount: Cents;
  readonly is_decided: boolean;
  readonly payments: readonly ReceiptPayment[];
}

/** A receipt that a debit may return: what would be due again of it. */
export interface PossibleReturn {
  readonly receipt: Receipt;
  readonly payments: readonly ReceiptPayment[];
  /** The debit takes back all of the receipt, not an invoice or a client of it. */
  readonly is_all: boolean;
  /** What the bank charged in the same line; zero without. */
  readonly fee: Cents;
  /** The payments and the fee are all of the debit. */
  readonly is_whole: boolean;
  /** No other receipt speaks as much for itself, and the debit is worded as a return. */
  readonly is_likely: boolean;
  /** French evidence, for people. */
  readonly evidence: readonly string[];
  /** That, and what would be due again as things stand. */
  readonly reasons: readonly string[];
}

interface Debit {
  readonly label: string;
  readonly amount: Cents;
  /** What the bank tells beside the label (BANK-29). */
  readonly evidence?: LineEvidence | null;
}

const FEE_LINE = /^(?:FRAIS|COM|COMMISSIONS?|AGIOS|COTIS|COTISATIONS?)\b/;
const WORDING =
  /\b(?:REJETS?|REJETEE?S?|IMPAYEE?S?|RETOURS?|RETOURNEE?S?|SANS PROVISION|PROVISION INSUFFISANTE|CONTRE ?-?PASSATION)\b/;
/** Reasons of SEPA for a direct debit or a transfer that comes back (ISO 20022, external return codes). */
const SEPA_REASON =
  /\b(?:AC0[1346]|AC13|AG0[12]|AM0[459]|BE05|CNOR|CUST|DNOR|FF0[15]|FOCR|MD0[167]|MS0[23]|NOOR|RC01|RR0[1-4]|SL01|TM01)\b/;
const NAMED_FEE = /\b(?:FRAIS|COMMISSIONS?|COM)\b[^0-9]{0,20}(\d{1,4})[.,](\d{2})(?!\d)/;
/** A number of a cheque, a deposit or an operation: shorter ones are days and weeks. */
const OPERATION_NUMBER = /(?<![A-Z0-9])\d{5,}(?![A-Z0-9])/g;

/** The words of a debit say that a cheque, a direct debit or a transfer came back; a line of fees about it is none. */
export function isReturnWording(label: string): boolean {
  const text = plainText(label);
  if (FEE_LINE.test(text)) return false;
  return normaliseLabel(label).type === "returned_item" || WORDING.test(text) || SEPA_REASON.test(text);
}

/** « FRAIS 12,50 INCLUS »: what the bank kept in the same line; zero when it names none. */
export function namedFee(label: string): Cents {
  const [, whole, part] = NAMED_FEE.exec(plainText(label)) ?? [];
  return cents(Number(whole ?? 0) * 100 + Number(part ?? 0));
}

/** What a receipt may have been of that a debit takes back, with the fee that this leaves. */
export function returnableAmounts({ label, amount }: Debit): { amount: Cents; fee: Cents }[] {
  const whole = cents(0 - amount);
  const fee = namedFee(label);
  return [
    { amount: whole, fee: cents(0) },
    ...(fee > 0 && fee < whole ? [{ amount: cents(whole - fee), fee }] : []),
  ];
}

/**
 * The receipts that a debit may return, most likely first (LET-23): those of its amount, or that hold a payment of it, less the
 * fee that the bank names. Numbers and names that both labels have tell them apart, and numbers that the bank tells in a field for them.
 * @param receipts not later than the debit
 */
export function possibleReturns(debit: Debit, receipts: readonly Receipt[]): PossibleReturn[] {
  const found = receipts.flatMap((receipt) => {
    for (const { amount, fee } of returnableAmounts(debit)) {
      const payments = paymentsOf(receipt, amount);
      if (payments) return weighed(debit, { receipt, payments, amount, fee });
    }
    return [];
  });
  found.sort(
    (a, b) =>
      b.weight - a.weight ||
      (a.one.receipt.transaction_date < b.one.receipt.transaction_date ? 1 : -1) ||
      b.one.receipt.transaction_id - a.one.receipt.transaction_id,
  );
  const [first, second] = found;
  const isLikely =
    first !== undefined && first.weight > (second?.weight ?? 0) && isReturnWording(debit.label);
  return found.map(({ one }, place) => ({ ...one, is_likely: place === 0 && isLikely }));
}

/** What of a receipt such an amount takes back: all, one invoice, or those of one client; undefined when it does not fit. */
function paymentsOf(receipt: Receipt, amount: Cents): readonly ReceiptPayment[] | undefined {
  const open = receipt.payments.filter((payment) => payment.amount > 0);
  if (receipt.amount === amount)
    return receipt.is_decided && receipt.payments.length > 0 && open.length === 0 ? undefined : open;
  const single = open.filter((payment) => payment.amount === amount);
  if (single.length === 1) return single;
  const clients = [...Map.groupBy(open, (payment) => payment.client_account).values()];
  return clients.find((payments) => sumCents(payments.map((payment) => payment.amount)) === amount);
}

function weighed(
  debit: Debit,
  found: Pick<PossibleReturn, "receipt" | "payments" | "fee"> & { readonly amount: Cents },
) {
  const { receipt, payments, fee, amount } = found;
  const words = new Set(wordsOf(plainText(debit.label)));
  const quoting = quotingTexts(debit);
  const cited = payments.find(({ invoice_number }) => quoting.some((text) => isQuoted(invoice_number, text)));
  const shared = plainText(receipt.label)
    .match(OPERATION_NUMBER)
    ?.find((number) => words.has(number));
  const phrase = payerPhrase(normaliseLabel(receipt.label));
  const named = [...payments.flatMap((payment) => payment.payer_names), phrase].find((name) =>
    isNamed(name, words),
  );
  const is_all = receipt.amount === amount;
  const weight =
    (is_all ? 2 : 1) +
    (cited === undefined ? 0 : 4) +
    (shared === undefined ? 0 : 4) +
    (named === undefined ? 0 : 2);
  const evidence = [
    say.returned(receipt.transaction_date, receipt.amount),
    ...(is_all ? [] : [`${euros(amount)} de cet encaissement`]),
    ...(cited === undefined ? [] : [sayQuoted(cited.invoice_number, debit)]),
    ...(shared === undefined ? [] : [`n°${NBSP}${shared} dans les deux libellés`]),
    ...(named === undefined ? [] : [say.payer(named)]),
    ...(fee === 0 ? [] : [`dont ${euros(fee)} de frais bancaires`]),
  ];
  const reasons = [...evidence, reopening(receipt, payments)];
  const is_whole = sumCents(payments.map((payment) => payment.amount)) === amount;
  return [{ weight, one: { receipt, payments, is_all, fee, is_whole, evidence, reasons } }];
}

function reopening(receipt: Receipt, payments: readonly ReceiptPayment[]): string {
  if (!receipt.is_decided)
    return `l’encaissement du ${frenchDate(receipt.transaction_date)} n’est pas encore rapproché`;
  if (payments.length === 0) return "cet encaissement ne paie aucune facture";
  const list = payments
    .map(({ invoice_number, amount }) => `${invoice_number} (${euros(amount)})`)
    .join(", ");
  return payments.length === 1
    ? `à rouvrir${NBSP}: la facture ${list}`
    : `à rouvrir${NBSP}: les factures ${list}`;
}
