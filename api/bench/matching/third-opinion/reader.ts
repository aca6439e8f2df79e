// Which lines are certain: a rule for whoever reads them by eye. It knows nothing of how the engine reads.
import {
  capitals,
  companyIn,
  countersIn,
  type Desk,
  type DeskInvoice,
  isQuotedBy,
  type Line,
  numbersIn,
  tokensOf,
  wordsOf,
} from "./desk.ts";

export const CLASSES = [
  "full number and amount",
  "list of numbers",
  "range",
  "short number",
  "payer and unique amount",
  "beside the label",
] as const;
export type Evidence = (typeof CLASSES)[number];

export interface Reading {
  readonly evidence: Evidence;
  readonly invoices: readonly string[];
}

/** What leaves no doubt; by the label alone when that is enough. */
export function read(line: Line, desk: Desk): Reading | null {
  const alone = readText(line.label, line.amount, desk);
  if (alone && speaksAgainst(wordsOf(line))) return null;
  const whole = readText(wordsOf(line), line.amount, desk);
  if (!whole) return null;
  return alone && same(alone, whole) ? alone : { evidence: "beside the label", invoices: whole.invoices };
}

const same = (a: Reading, b: Reading): boolean =>
  a.invoices.toSorted().join() === b.invoices.toSorted().join();

/** Words of what is no rent, though a client sends it. */
const CONTRARY =
  /\b(TRANSPORTS?|PORT|COPIES?|ADHESION|ADHERENT|COTISATION|CAUTION|DEPOT|ACOMPTE|AVANCE|AFFICHES?|PLV|REMBT|REMB|REMBOURSEMENT|SUBVENTION|DON|DVD|LOYER|FESTIVAL|TROP PERCU|DEDOMMAGEMENT|INSCRIPTION|TIRAGE|PARTICIPATION|REJET|RETOUR|ANNULATION|IMPAYE|DISTRIBUTION|DISTRIB|CHEQUES?)\b/;
const speaksAgainst = (text: string): boolean => CONTRARY.test(capitals(text));

function readText(text: string, amount: number, desk: Desk): Reading | null {
  if (amount <= 0 || speaksAgainst(text)) return null;
  const quoted = numbersIn(text, desk);
  const payer = companyIn(text, desk);
  const range = quoted.length === 2 && isRange(text) ? between(quoted, desk) : null;
  if (range && sum(range) === amount) return reading("range", range);
  // The invoice of one client, quoted under the name of another.
  if (payer !== null && quoted.some(({ company }) => company !== payer)) return null;
  if (quoted.length > 0)
    return sum(quoted) === amount
      ? reading(quoted.length === 1 ? "full number and amount" : "list of numbers", quoted)
      : null;
  const counters = countersIn(text);
  if (counters.length > 0) return byCounters(counters, text, payer, amount, desk);
  if (payer === null || isOtherwiseNumbered(text, desk)) return null;
  const fitting = (desk.byCompany.get(payer) ?? []).filter(({ due }) => due === amount);
  const [only] = fitting;
  if (!only || fitting.length > 1 || saysOtherWeek(text, only)) return null;
  return reading("payer and unique amount", [only]);
}

const sum = (invoices: readonly DeskInvoice[]): number => invoices.reduce((total, { due }) => total + due, 0);
const reading = (evidence: Evidence, invoices: readonly DeskInvoice[]): Reading => ({
  evidence,
  invoices: invoices.map(({ id }) => id),
});

const isRange = (text: string): boolean => /\d (?:A|AU) [A-Z]{0,4}\d/.test(capitals(text));

/** All that the same company, or the same payer of both ends, has open from one number to the other. */
function between([from, to]: readonly DeskInvoice[], desk: Desk): DeskInvoice[] | null {
  if (!from || !to || from.company !== to.company) return null;
  const own = (desk.byCompany.get(from.company) ?? []).toSorted((a, b) => (a.number < b.number ? -1 : 1));
  return own.slice(own.indexOf(from), own.indexOf(to) + 1);
}

/** Short numbers need the payer beside them, or an amount that nobody else owes. */
function byCounters(
  counters: readonly number[],
  text: string,
  payer: string | null,
  amount: number,
  desk: Desk,
): Reading | null {
  const candidates = payer === null ? desk.invoices : (desk.byCompany.get(payer) ?? []);
  const [from, to] = counters;
  if (counters.length === 1 && /\d A \d/.test(capitals(text))) return null;
  if (from === undefined) return null;
  if (counters.length === 1 && to === undefined && payer === null) {
    const fitting = desk.byAmount.get(amount) ?? [];
    const [only] = fitting;
    return only && fitting.length === 1 && isQuotedBy(from, only) ? reading("short number", [only]) : null;
  }
  if (payer === null) return null;
  const found = counters.map((counter) => candidates.filter((invoice) => isQuotedBy(counter, invoice)));
  if (found.some((invoices) => invoices.length !== 1)) return null;
  const invoices = [...new Set(found.flat())];
  return sum(invoices) === amount ? reading("short number", invoices) : null;
}

/** A number behind a word for an invoice, or in the shape of ours, that is none of the open ones. */
function isOtherwiseNumbered(text: string, desk: Desk): boolean {
  const said = capitals(text);
  if (/\b(?:FACTURES?|FACTS?|FAC|FA|N|REF)[ .:]*(?:N )?(?:[A-Z]{1,4}[-/ ]?)?\d{3,}/.test(said)) return true;
  const [sample] = desk.invoices;
  if (!sample) return false;
  const shape = shapeOf(tokensOf(sample.number).join(""));
  return tokensOf(text).some((token) => /[A-Z]/.test(token) && shapeOf(token) === shape);
}

const shapeOf = (token: string): string => token.replaceAll(/\d/g, "9");

function saysOtherWeek(text: string, { week }: DeskInvoice): boolean {
  const weeks = [...capitals(text).matchAll(/\b(?:S|SEM|SEMAINE) ?(\d{1,2})\b/g)].map(([, n]) => Number(n));
  return weeks.length > 0 && !weeks.includes(week);
}
