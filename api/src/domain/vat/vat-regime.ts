import type { CivilDate } from "@bobine/contract/civil-date";
import { VAT_RATES_BP } from "./vat-by-rate.ts";

/** How VAT is owed of documents, and on which accounts it is (VAT-3). */
export interface VatRegime {
  /** First day of the documents that it is of. */
  readonly since: CivilDate;
  readonly vat_due: "collection" | "debits";
  /** Where VAT on collection waits. */
  readonly waiting_account: string;
  readonly account_2000: string;
  readonly account_1000: string;
  readonly account_550: string;
  readonly account_210: string;
}

/** The first day of all. */
export const ALWAYS = "0001-01-01" as CivilDate;

/** Of a distributor that has chosen nothing: VAT is due with the invoice. */
export const ON_DEBITS: VatRegime = {
  since: ALWAYS,
  vat_due: "debits",
  waiting_account: "445740",
  account_2000: "445711",
  account_1000: "445712",
  account_550: "445713",
  account_210: "445714",
};

/** The regime of documents of a day; undefined before the first one. */
export const chosenRegimeOn = (regimes: readonly VatRegime[], date: CivilDate): VatRegime | undefined =>
  regimes.filter(({ since }) => since <= date).sort((a, b) => (a.since < b.since ? 1 : -1))[0];

/** Of documents older than any choice, as books did before there was one. */
export const regimeOn = (regimes: readonly VatRegime[], date: CivilDate): VatRegime =>
  chosenRegimeOn(regimes, date) ?? ON_DEBITS;

/**
 * Whether a document of a day says that VAT is due on debits (VAT-3): the regime of the day says it; of an older distributor that has
 * chosen none, what it printed so far.
 */
export function mentionsDebits(
  regimes: readonly VatRegime[],
  date: CivilDate,
  printedSoFar: boolean,
): boolean {
  const regime = chosenRegimeOn(regimes, date);
  return regime ? regime.vat_due === "debits" : printedSoFar;
}

/** The rates with an account of their own whose VAT this account has. */
export const ratesOf = (regime: Omit<VatRegime, "since">, account: string): number[] =>
  [2000, 1000, 850, 550, 210].filter((rate) => vatAccountOf(regime, rate) === account);

/** The account of VAT that is due. */
export function vatAccountOf(regime: Omit<VatRegime, "since">, vat_rate_bp: number | null): string {
  switch (vat_rate_bp) {
    case 2000:
      return regime.account_2000;
    case 1000:
      return regime.account_1000;
    case 550:
      return regime.account_550;
    case 210:
      return regime.account_210;
    // Overseas only (BILL-5).
    case 850:
      return "445715";
    default:
      return "445710";
  }
}

/** Every account that VAT of documents is on, waiting or due, under one of these regimes or before any was chosen. */
export const vatAccountsOf = (regimes: readonly VatRegime[]): string[] => [
  ...[ON_DEBITS, ...regimes].map((regime) => regime.waiting_account),
  ...dueAccountsOf(regimes),
];

/** Those of them that VAT is on once it is due: what waited on one would be read as due (VAT-5). */
export const dueAccountsOf = (regimes: readonly VatRegime[]): string[] =>
  [ON_DEBITS, ...regimes].flatMap((regime) =>
    [...VAT_RATES_BP, null].map((rate) => vatAccountOf(regime, rate)),
  );
