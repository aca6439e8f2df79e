import { cents } from "@bobine/contract/money";
import { type ContraryWords, contraryWords } from "./contrary-words.ts";
import {
  userActionEntry,
  questionWithoutCandidates,
  ignoredEntry,
  possiblePayers,
} from "./user-action-entry.ts";
import { payerVerdict, type Refusal, strongVerdict, type Verdict, weakReferenceVerdict } from "./gates.ts";
import { idsOf } from "./hypothesis.ts";
import type { TransactionToMatch, LetteringOptions, LetteringPlan, PlanEntry } from "./lettering-types.ts";
import {
  invoiceOf,
  invoicesOfAmount,
  type OpenSet,
  outstandingOf,
  takeOut,
  workingCopy,
} from "./open-set.ts";
import { paidBeforeBy } from "./paying-habits.ts";
import { plainText } from "./normalise-label.ts";
import { nameToRemember, saidOfPayer } from "./payer-words.ts";
import { hasWords } from "./payers.ts";
import { payerOfTransfer, readTransaction, strongSet, type TransactionReading } from "./reading.ts";
import { REASONS, say } from "./reasons.ts";
import { compactNumber } from "./reference-index.ts";
import { LetteredCredits } from "./repeats.ts";

export const ENGINE_VERSION = "lettering_v2";

const LEDGER_CURRENCY = "EUR";

/**
 * Decides what each bank line pays (LET-10). Pure: the plan serves a preview as well as a commit, which must check the
 * outstanding amounts again under lock. What is lettered is taken out of a copy; `openSet` is not changed.
 *
 * The order of transactions does not decide: strong evidence first, over the whole batch, and two lines that want one
 * invoice both become questions.
 */
export function planLettering(
  openSet: OpenSet,
  transactions: readonly TransactionToMatch[],
  options: LetteringOptions,
): LetteringPlan {
  const batch = decide(openSet, transactions, options);
  return {
    engine_version: ENGINE_VERSION,
    open_set_version: openSet.version,
    entries: batch.lines.map((line) => line.entry ?? remaining(batch, line)),
  };
}

/** What `planLettering` letters by itself, made without a single suggestion: none of them can change it. */
export function certainLetterings(
  openSet: OpenSet,
  transactions: readonly TransactionToMatch[],
  options: LetteringOptions,
): PlanEntry[] {
  return decide(openSet, transactions, options).lines.flatMap(({ entry }) =>
    entry?.outcome === "automatic" ? entry : [],
  );
}

/** The passes that letter; lines that they leave have no entry yet. */
function decide(
  openSet: OpenSet,
  transactions: readonly TransactionToMatch[],
  options: LetteringOptions,
): Batch {
  const batch: Batch = {
    openSet: workingCopy(openSet),
    options,
    contrary: contraryWords(options.own_names ?? [], options.contrary_words ?? []),
    credits: new LetteredCredits(options.recent_lettered),
    reverted: revertedRanks(openSet, options),
    defaulted: new Set(options.defaulted_numbers?.map(compactNumber)),
    claims: new Map(),
    lines: transactions.map((transaction) => ({
      transaction,
      reading: undefined,
      verdict: undefined,
      refusal: undefined,
      rivals: new Set(),
      entry: undefined,
    })),
  };
  for (const line of batch.lines) triage(batch, line);

  const readable = batch.lines.filter(isOpenLine);
  // What a number beside it names may be lettered by another line of the file: again, until nothing more is.
  while (
    letteredByNumbers(
      batch,
      readable.filter((line) => !line.entry),
    )
  );
  for (const line of readable)
    if (!line.entry)
      for (const rank of strongSet(batch.openSet, line.reading).ranks) claim(batch, rank, line);

  const undecided = readable.filter((line) => !line.entry && !line.verdict);
  for (const line of undecided) {
    if (!mayBeAutomatic(line.reading)) continue;
    // A number beside it may have been lettered in the first pass.
    const found =
      strongVerdict(batch.openSet, line.reading, paidBeforeBy(batch.credits, line.reading)) ??
      weakReferenceVerdict(batch.openSet, line.reading) ??
      payerVerdict(batch.openSet, line.reading, (key) => batch.credits.numbersOf(key));
    // An amount that this payer has just paid may be the same payment, entered twice (LET-13).
    // A number that is open says that it is not.
    const isRepeat =
      found && "gate" in found && found.gate === "G3" && batch.credits.repeatedBy(line.reading).length > 0;
    if (!isRepeat) applyVerdict(line, found);
    for (const rank of line.verdict?.ranks ?? []) claim(batch, rank, line);
  }
  // A line that is not certain itself may still be the one that pays: the same amount, perhaps the same payer.
  for (const line of undecided)
    if (!line.verdict) for (const rank of mayPay(batch.openSet, line.reading)) claim(batch, rank, line);
  settle(batch, undecided);
  return batch;
}

/** One round of full numbers; true when it lettered a line. */
function letteredByNumbers(batch: Batch, lines: readonly OpenLine[]): boolean {
  for (const line of lines) {
    if (mayBeAutomatic(line.reading))
      applyVerdict(
        line,
        strongVerdict(batch.openSet, line.reading, paidBeforeBy(batch.credits, line.reading)),
      );
    const quoted = strongSet(batch.openSet, line.reading);
    // What quotes a number with a sum that does not fit takes nothing from a line whose sum does (LET-30).
    if (line.verdict || quoted.sum === line.transaction.amount)
      for (const rank of line.verdict?.ranks ?? quoted.ranks) claim(batch, rank, line);
  }
  settle(batch, lines);
  return lines.some((line) => line.entry !== undefined);
}

interface Line {
  readonly transaction: TransactionToMatch;
  /** Undefined when the triage already decided, or left a debit for later. */
  reading: TransactionReading | undefined;
  verdict: Verdict | undefined;
  refusal: Refusal | undefined;
  readonly rivals: Set<string>;
  entry: PlanEntry | undefined;
}
type OpenLine = Line & { reading: TransactionReading };

interface Batch {
  /** A copy whose outstanding amounts go down as the batch is lettered. */
  readonly openSet: OpenSet;
  readonly options: LetteringOptions;
  readonly contrary: ContraryWords;
  readonly credits: LetteredCredits;
  readonly reverted: ReadonlyMap<string, ReadonlySet<number>>;
  /** Numbers of invoices in default. */
  readonly defaulted: ReadonlySet<string>;
  /** Invoice rank → lines that name or want it. */
  readonly claims: Map<number, Line[]>;
  readonly lines: readonly Line[];
}

/** A flat fee that more open invoices have says nothing of whom a nameless line pays. */
const FEW = 2;
const NOTHING: ReadonlySet<number> = new Set();

const isOpenLine = (line: Line): line is OpenLine => line.reading !== undefined && line.entry === undefined;

/** Sets aside what is no euro credit of a client; the rest gets its reading. */
function triage(batch: Batch, line: Line): void {
  const { transaction } = line;
  if (transaction.amount < 0) {
    // LET-13: what a debit may return is asked once all credits of the file are decided.
    line.entry = ignoredEntry(transaction.id, [say.debit]);
    return;
  }
  if (transaction.amount === 0) {
    line.entry = ignoredEntry(transaction.id, [say.zero]);
    return;
  }
  const reading = readTransaction(
    batch.openSet,
    transaction,
    batch.options.factor_names ?? [],
    batch.contrary,
  );
  const quotesAnInvoice = strongSet(batch.openSet, reading).ranks.length > 0;
  if (transaction.currency_code !== LEDGER_CURRENCY) {
    const ours = quotesAnInvoice || reading.payer.how !== "unknown" || reading.payer.isRemembered;
    const words = [say.currency(transaction.currency_code)];
    line.entry = ours
      ? // Nothing is chosen for it (BANK-38): a person sees it, rejects it, and waits for the euros.
        {
          ...questionWithoutCandidates(transaction.id, "amount_mismatch", words),
          initial_status: "PENDING",
        }
      : ignoredEntry(transaction.id, [...words, say.notClient], "other_currency");
    return;
  }
  if (reading.label.type === "returned_item") {
    line.entry = questionWithoutCandidates(transaction.id, "returned_payment", [say.returnWording]);
    return;
  }
  if (!quotesAnInvoice && !reading.isFactor && isOfTheBank(batch.openSet, reading)) {
    line.entry = ignoredEntry(transaction.id, [say.noise], "bank_operation");
    return;
  }
  line.reading = reading;
}

/** Takings of cards, cash and interest: of these an amount that somebody owes says nothing. */
const OF_BANKS_ALONE =
  /^(?:(?:REM(?:ISES?)? (?:DE )?)?(?:CB|CARTES?)|FACT(?:URE)?S? CARTE|RET(?:RAIT)?|DAB|INTERETS?|AGIOS)\b/;
const A_TRANSFER = /\b(?:VIREMENTS?|VIR|VRT|VIRT|TRANSFERS?|TRANSFERTS?|SCT)\b/;

/**
 * LET-50: an operation of the bank itself. Its words may begin a name (« SARL CARTE BLANCHE ») or a film's title (« FRAIS D'ORAGE »):
 * a payer or a transfer beside the label says so, and what somebody owes to the cent is asked.
 */
function isOfTheBank(openSet: OpenSet, { label, transaction }: TransactionReading): boolean {
  if (!label.noise) {
    if (label.type !== "not_receivable" && label.type !== "direct_debit") return false;
    if (label.isPayerGiven) return false;
    const isTransfer = A_TRANSFER.test(plainText(transaction.evidence?.payment_type ?? ""));
    const isOwed = invoicesOfAmount(openSet, transaction.amount, 1).length > 0;
    if ((isTransfer || isOwed) && !OF_BANKS_ALONE.test(label.text)) return false;
  }
  const { how, isSeat } = payerOfTransfer(openSet, transaction);
  return how === "unknown" || isSeat;
}

/** Factors, cheques and what only looks like a client's payment are always asked. */
const mayBeAutomatic = ({ label, isFactor }: TransactionReading): boolean => !isFactor && !label.noise;

function applyVerdict(line: Line, found: Verdict | Refusal | undefined): void {
  if (found && "gate" in found) line.verdict = found;
  else if (found) line.refusal = found;
}

function claim(batch: Batch, rank: number, line: Line): void {
  const known = batch.claims.get(rank);
  if (!known) batch.claims.set(rank, [line]);
  else if (!known.includes(line)) known.push(line);
}

/**
 * Invoices of exactly this amount: of the payers whom the label may name, else anybody's where few owe it, or whose name begins as the
 * label's does where the bank cut it before anything that tells one from the other (« VIR SCOP CINEMAS PAIEMENT FACTU »).
 */
function mayPay(openSet: OpenSet, reading: TransactionReading): number[] {
  const same = invoicesOfAmount(openSet, reading.transaction.amount, 50);
  const payers = possiblePayers(reading);
  if (payers.size === 0) {
    if (same.length <= FEW) return same;
    const said = saidOfPayer(reading.label);
    return said.length === 0
      ? []
      : same.filter((rank) => hasWords(openSet.payers, invoiceOf(openSet, rank).payer_key, said));
  }
  return same.filter((rank) => payers.has(invoiceOf(openSet, rank).payer_key));
}

/** Letters the verdicts of one pass that nothing forbids; two lines on one invoice become rivals (LET-11). */
function settle(batch: Batch, lines: readonly OpenLine[]): void {
  for (const line of lines)
    for (const rank of line.verdict?.ranks ?? [])
      for (const other of batch.claims.get(rank) ?? []) {
        if (other === line) continue;
        line.rivals.add(other.transaction.id);
        other.rivals.add(line.transaction.id);
      }
  for (const line of lines) {
    const { verdict, transaction } = line;
    if (!verdict || line.rivals.size > 0 || batch.options.paused) continue;
    const reverted = batch.reverted.get(transaction.id) ?? NOTHING;
    if (verdict.ranks.some((rank) => reverted.has(rank))) continue;
    line.entry = automaticEntry(batch, line.reading, verdict);
  }
}

function automaticEntry(
  { openSet, credits }: Batch,
  reading: TransactionReading,
  verdict: Verdict,
): PlanEntry {
  const { transaction } = reading;
  const iban = transaction.evidence?.party_iban;
  const invoices = verdict.ranks.map((rank) => invoiceOf(openSet, rank));
  const entry: PlanEntry = {
    ...ignoredEntry(transaction.id, verdict.explanation),
    outcome: "automatic",
    gate: verdict.gate,
    reason_code: "automatic_match",
    reason: REASONS.automatic_match.sentence,
    initial_status: REASONS.automatic_match.status,
    invoice_ids: idsOf(openSet, verdict.ranks),
    allocations: verdict.ranks.map((rank) => ({
      invoice_id: invoiceOf(openSet, rank).id,
      amount: cents(outstandingOf(openSet, rank)),
    })),
  };
  takeOut(openSet, verdict.ranks);
  credits.add({
    transaction_id: transaction.id,
    amount: transaction.amount,
    transaction_date: transaction.transaction_date,
    payer_keys: [...new Set(invoices.map((invoice) => invoice.payer_key))],
    invoice_numbers: invoices.map((invoice) => invoice.invoice_number),
    due_dates: invoices.map((invoice) => invoice.due_date),
    paid_by: nameToRemember(reading.label),
    ...(iban === undefined ? {} : { payer_iban: iban }),
  });
  return entry;
}

/** What no pass lettered, once the whole batch is known. */
function remaining(batch: Batch, line: Line): PlanEntry {
  const { transaction, reading } = line;
  if (!reading) return ignoredEntry(transaction.id, [say.debit]);
  const quotesAnInvoice = strongSet(batch.openSet, reading).ranks.length > 0;
  return userActionEntry(batch.openSet, reading, {
    today: batch.options.today,
    paused: batch.options.paused,
    reverted: batch.reverted.get(transaction.id) ?? NOTHING,
    held: line.verdict,
    refusal: line.refusal,
    rivals: [...line.rivals],
    repeats: quotesAnInvoice || line.verdict ? [] : batch.credits.repeatedBy(reading),
    credits: batch.credits,
    defaulted: batch.defaulted,
  });
}

function revertedRanks(openSet: OpenSet, options: LetteringOptions): Map<string, Set<number>> {
  const pairs = new Map<string, Set<number>>();
  for (const { transaction_id, invoice_id } of options.reverted_pairs) {
    const rank = openSet.rankOfId.get(invoice_id);
    if (rank === undefined) continue;
    const ranks = pairs.get(transaction_id) ?? new Set<number>();
    pairs.set(transaction_id, ranks.add(rank));
  }
  return pairs;
}
