import { frenchDate } from "@bobine/contract/civil-date";
import { counted, euros } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { must } from "../must.ts";
import type { StatementLine } from "./statement-line.ts";

const NBSP = "\u00a0";
const THIN = "\u202f";
const MOST_MESSAGES = 20;
/** A column of which more than that breaks is no running balance. */
const MANY_BREAKS = 0.5;

/** An operation where it stands in its file, with what the file says is on the account after it. */
export interface PlacedLine
  extends Pick<StatementLine, "bank_account" | "transaction_date" | "amount" | "currency_code"> {
  readonly line: number;
  readonly balance: Cents | undefined;
}

interface Break {
  readonly at: PlacedLine;
  readonly expected: Cents;
  readonly told: Cents;
}

/** Where the column of balances does not follow the amounts, from the oldest or from the newest line on (BANK-25). */
export function brokenBalances(lines: readonly PlacedLine[]): string[] {
  const accounts = Map.groupBy(lines, (line) => `${line.bank_account}\n${line.currency_code}`);
  return [...accounts.values()].flatMap((own) => {
    const told = own.filter(({ balance }) => balance !== undefined).length;
    const [fewest] = [breaksIn(own), breaksIn(own.toReversed())].toSorted((a, b) => a.length - b.length);
    const breaks = must(fewest, "order of lines");
    const [first] = breaks;
    if (first === undefined) return [];
    if (breaks.length > 2 && breaks.length > (told - 1) * MANY_BREAKS)
      return [
        `Le solde indiqué ne suit pas les montants sur ${counted(breaks.length, "ligne", "lignes")}${THIN}; la première${NBSP}: ${lowered(sentenceOf(first))}`,
      ];
    return breaks.slice(0, MOST_MESSAGES).map(sentenceOf);
  });
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

function breaksIn(lines: readonly PlacedLine[]): Break[] {
  const breaks: Break[] = [];
  let before: Cents | undefined;
  let since = 0;
  for (const line of lines) {
    since += line.amount;
    if (line.balance === undefined) continue;
    if (before !== undefined && before + since !== line.balance)
      breaks.push({ at: line, expected: cents(before + since), told: line.balance });
    before = line.balance;
    since = 0;
  }
  return breaks;
}

const sentenceOf = ({ at, expected, told }: Break): string =>
  `Ligne ${at.line}${NBSP}: après l’opération du ${frenchDate(at.transaction_date)} (${euros(at.amount)}), le solde devrait être de ${euros(expected)}, le fichier indique ${euros(told)}.`;
