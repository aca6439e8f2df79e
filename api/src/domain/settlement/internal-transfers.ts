import type { AccountChoice } from "@bobine/contract/bank-parts";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import { accountNamed, type BankAccount } from "../bank-account.ts";
import { must } from "../must.ts";
import { plainText } from "../matching/normalise-label.ts";
import { TRANSFER_WORDS } from "./counterpart.ts";

/** Banks take so many days at most between two accounts (LET-43). */
export const MOST_TRANSFER_DAYS = 5;
/** Money under way between two own accounts. */
const TRANSFERS = /^58/;
const STANDARD: AccountChoice = { code: "580000", label: "Virements internes" };
const DAY_MS = 86_400_000;
const NBSP = "\u00a0";

/** A line in euros that nobody has decided. */
export interface OwnLine {
  readonly id: number;
  readonly account_id: number;
  readonly transaction_date: CivilDate;
  readonly amount: Cents;
  readonly label: string;
  /** Of the other party, as the bank tells it. */
  readonly party_iban: string | null;
}
type OwnAccount = Pick<BankAccount, "id" | "number" | "label">;

export interface InternalTransfer {
  readonly other: OwnLine;
  readonly account_label: string;
  /** In French. */
  readonly reasons: readonly string[];
}

/** The account on which internal transfers stand: the first 58 of the distributor's list, else the standard one. */
export const transferAccount = (choices: readonly AccountChoice[]): AccountChoice =>
  choices.find(({ code }) => TRANSFERS.test(code)) ?? STANDARD;

/** Whether the words of a label say that it is a transfer between two own accounts. */
const speaksOfTransfer = (label: string): boolean => TRANSFER_WORDS.test(plainText(label));

/**
 * The other side of a transfer between two own accounts (LET-43): the same amount the other way on another account, a few days apart,
 * and words or an IBAN that say so. Of several the nearest in time, and only when it has no nearer one itself.
 * @param lines others that may be it, or its rivals
 */
export function internalTransferOf(
  line: OwnLine,
  lines: readonly OwnLine[],
  accounts: readonly OwnAccount[],
): InternalTransfer | undefined {
  const all = lines.some(({ id }) => id === line.id) ? lines : [...lines, line];
  const other = nearestOf(line, all, accounts);
  if (!other || nearestOf(other, all, accounts)?.id !== line.id) return undefined;
  const account = must(
    accounts.find(({ id }) => id === other.account_id),
    "account of the other side",
  );
  return {
    other,
    account_label: account.label,
    reasons: [
      `${line.amount < 0 ? "reçu" : "parti"} le ${frenchDate(other.transaction_date)} sur «${NBSP}${account.label}${NBSP}»`,
      ...evidenceOf(line, other, accounts),
    ],
  };
}

function nearestOf(
  line: OwnLine,
  lines: readonly OwnLine[],
  accounts: readonly OwnAccount[],
): OwnLine | undefined {
  const found = lines
    .filter((one) => one.amount + line.amount === 0 && one.account_id !== line.account_id)
    .map((one) => ({ one, days: daysBetween(one, line) }))
    .filter(({ one, days }) => days <= MOST_TRANSFER_DAYS && evidenceOf(line, one, accounts).length > 0)
    .toSorted((a, b) => a.days - b.days);
  const [nearest, next] = found;
  // Of two that are as near nobody knows which.
  return nearest && nearest.days !== next?.days ? nearest.one : undefined;
}

const daysBetween = (a: OwnLine, b: OwnLine): number =>
  Math.abs(Date.parse(a.transaction_date) - Date.parse(b.transaction_date)) / DAY_MS;

/** What says that two lines are one transfer; nothing when an IBAN names somebody else, or a third account. */
function evidenceOf(a: OwnLine, b: OwnLine, accounts: readonly OwnAccount[]): string[] {
  const named = [
    [a.party_iban, b.account_id],
    [b.party_iban, a.account_id],
  ] as const;
  const ibans: string[] = [];
  for (const [iban, expected] of named) {
    if (iban === null) continue;
    const account = accountNamed(iban, accounts);
    if (account?.id !== expected) return [];
    ibans.push(`IBAN du compte «${NBSP}${account.label}${NBSP}»`);
  }
  return [
    ...ibans,
    ...([a, b].some(({ label }) => speaksOfTransfer(label)) ? ["libellé de virement interne"] : []),
  ];
}
