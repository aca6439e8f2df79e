import { euros } from "@bobine/contract/french";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { LineEvidence } from "../line-evidence.ts";
import { say } from "../matching/reasons.ts";
import { compactNumber } from "../matching/reference-index.ts";
import { must } from "../must.ts";
import { isQuoted, quotingTexts, withoutGlue } from "./label-words.ts";
import { listRanges } from "./number-ranges.ts";
import { type Client, isSameClient, spreadCredits } from "./spread-credits.ts";

/** More of a payer's are not looked at: those that the label quotes first, then the oldest. */
const MOST_INVOICES = 40;
const MOST_CREDITS = 12;
/** Of one payment; only a whole balance has more. */
const MOST_OF_A_SET = 3;
const MOST_PROPOSED = 3;
/** Pairs of sets that fit. Many documents of one amount fit in a million ways, of which none is likelier than the others. */
const MOST_EXAMINED = 2_000;

interface OpenInvoice extends Client {
  readonly id: number;
  readonly invoice_number: string;
  readonly cinema_name: string;
  readonly outstanding: Cents;
}

interface OpenCredit extends Client {
  readonly id: string;
  /** In French: « Avoir A26000002 ». */
  readonly label: string;
  /** Of a credit note: what it is quoted by. */
  readonly number: string | undefined;
  readonly cinema_name: string;
  readonly remaining: Cents;
}

/** Invoices less credits that are the receipt to the cent, each of them whole. */
interface NetPayment {
  readonly invoices: readonly OpenInvoice[];
  readonly credits: readonly OpenCredit[];
  /** No other one speaks as much for itself. */
  readonly is_likely: boolean;
  /** The evidence, in French. */
  readonly reasons: readonly string[];
}

/**
 * What a receipt pays when its client took his credits off (LET-41), likeliest first: numbers that its label quotes, the fewest documents,
 * credits of the cinemas whose invoices it pays.
 * @param payer whom it names; without one a quoted number is needed
 */
export function netPayments(
  receipt: { readonly label: string; readonly amount: Cents; readonly evidence?: LineEvidence | null },
  payer: string | undefined,
  invoices: readonly OpenInvoice[],
  credits: readonly OpenCredit[],
): NetPayment[] {
  if (receipt.amount <= 0) return [];
  const usable = credits.filter(({ client_account, remaining }) => client_account !== "" && remaining > 0);
  const numbers = numbersOf(invoices, usable);
  const quotesOf = quotingTexts(receipt).map((text) => quotedBy(text, invoices, numbers));
  const inLabel = must(quotesOf[0], "what the label quotes");
  const quotes = new Set(quotesOf.flatMap((some) => [...some]));
  const quoted: Client[] = [
    ...invoices.filter(({ invoice_number }) => quotes.has(invoice_number)),
    ...usable.filter(({ number }) => number !== undefined && quotes.has(number)),
  ];
  // Without a payer, whose numbers are quoted is who may have paid.
  const isOfPayer = (one: Client): boolean =>
    payer !== undefined || quoted.some((other) => isSameClient(other, one));
  // Sets of the first ones are examined first.
  const owed = invoices
    .filter(isOfPayer)
    .toSorted(byQuote(quotes, ({ invoice_number }) => invoice_number))
    .slice(0, MOST_INVOICES);
  const quotedFirst = usable
    .filter(isOfPayer)
    .toSorted(byQuote(quotes, ({ number }) => number))
    .slice(0, MOST_CREDITS);
  const bySum = Map.groupBy(subsetsOf(owed), (set) => sumCents(set.map(({ outstanding }) => outstanding)));
  const examined: { readonly paid: OpenInvoice[]; readonly used: OpenCredit[] }[] = [];
  for (const used of subsetsOf(quotedFirst)) {
    const sum = cents(receipt.amount + sumCents(used.map(({ remaining }) => remaining)));
    const room = MOST_EXAMINED - examined.length;
    examined.push(...(bySum.get(sum) ?? []).slice(0, room).map((paid) => ({ paid, used })));
  }
  const found = examined.flatMap(({ paid, used }) => netOf(paid, used, quotes) ?? []);
  for (const [account, all] of Map.groupBy(owed, ({ client_account }) => client_account)) {
    const used = quotedFirst.filter(({ client_account }) => client_account === account);
    const sum = sumCents([
      ...all.map(({ outstanding }) => outstanding),
      ...used.map(({ remaining }) => cents(0 - remaining)),
    ]);
    if (all.length <= MOST_OF_A_SET || used.length === 0 || sum !== receipt.amount) continue;
    const whole = netOf(all, used, quotes);
    if (whole) found.push(whole);
  }
  const ranked = found.filter(({ quoted }) => payer !== undefined || quoted.length > 0).sort(byLikelihood);
  return ranked.slice(0, MOST_PROPOSED).map((one, place) => ({
    invoices: one.invoices,
    credits: one.credits,
    is_likely:
      place === 0 &&
      examined.length < MOST_EXAMINED &&
      (ranked[1] === undefined || byLikelihood(one, ranked[1]) !== 0),
    reasons: [
      `${calculation(one)} = ${euros(receipt.amount)}`,
      ...one.quoted.map((number) =>
        inLabel.has(number) ? say.numberInLabel(number) : say.structured(number),
      ),
      ...(payer === undefined ? [] : [`payeur reconnu\u00a0: ${payer}`]),
    ],
  }));
}

/**
 * The numbers that a text quotes, and the invoices of one client from one that it quotes to another: « FACTURES 47 A 49 ». Both must be
 * open: half a range says nothing sure.
 */
function quotedBy(
  text: string,
  invoices: readonly OpenInvoice[],
  numbers: readonly string[],
): ReadonlySet<string> {
  const quoted = numbers.filter((number) => isQuoted(number, text));
  const between = listRanges(withoutGlue(text)).flatMap((range) => {
    const within = invoices.filter(({ invoice_number }) => range.includes(compactNumber(invoice_number)));
    const ends = [range[0], range.at(-1)].map((end) =>
      within.filter(({ invoice_number }) => compactNumber(invoice_number) === end),
    );
    const [[first, ...others] = [], [last, ...more] = []] = ends;
    if (!first || !last || others.length > 0 || more.length > 0) return [];
    const isOwn = (one: OpenInvoice): boolean => first.client_account !== "" && isSameClient(first, one);
    if (!isOwn(last) || !quoted.includes(first.invoice_number)) return [];
    return within.filter(isOwn).map(({ invoice_number }) => invoice_number);
  });
  return new Set([...quoted, ...between]);
}

interface FoundSet {
  readonly invoices: readonly OpenInvoice[];
  readonly credits: readonly OpenCredit[];
  /** Numbers of its documents that the label has. */
  readonly quoted: readonly string[];
}

/** Undefined when a credit is more than the invoices of its own client. */
function netOf(
  invoices: readonly OpenInvoice[],
  credits: readonly OpenCredit[],
  quotes: ReadonlySet<string>,
): FoundSet | undefined {
  const settled = invoices.map((one) => ({ ...one, amount: one.outstanding }));
  const used = credits.map((one) => ({ ...one, amount: one.remaining }));
  if (spreadCredits(settled, used).beyond) return undefined;
  return { invoices, credits, quoted: numbersOf(invoices, credits).filter((number) => quotes.has(number)) };
}

const numbersOf = (invoices: readonly OpenInvoice[], credits: readonly OpenCredit[]): string[] => [
  ...invoices.map(({ invoice_number }) => invoice_number),
  ...credits.flatMap(({ number }) => number ?? []),
];

/** Documents whose number is quoted come first, in their order otherwise. */
const byQuote =
  <T>(quotes: ReadonlySet<string | undefined>, number: (document: T) => string | undefined) =>
  (a: T, b: T): number =>
    Number(quotes.has(number(b))) - Number(quotes.has(number(a)));

const sizeOf = ({ invoices, credits }: FoundSet): number => invoices.length + credits.length;
/** Credits of other cinemas than those that it pays: of one payer they are usable, and meant less often. */
const elsewhere = ({ invoices, credits }: FoundSet): number =>
  credits.filter((credit) => !invoices.some((one) => one.cinema_id === credit.cinema_id)).length;
const byLikelihood = (a: FoundSet, b: FoundSet): number =>
  b.quoted.length - a.quoted.length || sizeOf(a) - sizeOf(b) || elsewhere(a) - elsewhere(b);

/** « facture F26000001 (1 000,00 €) − avoir A26000002 (200,00 €) ». */
const calculation = ({ invoices, credits }: FoundSet): string =>
  [
    invoices.map((one) => `facture ${one.invoice_number} (${euros(one.outstanding)})`).join(" + "),
    ...credits.map(
      ({ label, remaining }) => `${label.charAt(0).toLowerCase()}${label.slice(1)} (${euros(remaining)})`,
    ),
  ].join(" − ");

/** All of one to three. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  let last: { readonly set: T[]; readonly next: number }[] = [{ set: [], next: 0 }];
  const sets: T[][] = [];
  for (let size = 1; size <= MOST_OF_A_SET; size++) {
    last = last.flatMap(({ set, next }) =>
      all.slice(next).map((one, place) => ({ set: [...set, one], next: next + place + 1 })),
    );
    sets.push(...last.map(({ set }) => set));
  }
  return sets;
}
