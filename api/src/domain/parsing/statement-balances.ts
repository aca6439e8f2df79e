import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { frenchDate } from "./french-date.ts";
import { frenchAmount } from "./french-number.ts";
import { normaliseText } from "./normalise-name.ts";
import type { StatementLine } from "./statement-line.ts";
import type { FileRow } from "./tables/file-row.ts";
import { must } from "../must.ts";

/** What a statement says is on an account: before the first line of a day, or after its last one. */
export interface StatementBalance {
  /** As the statement names the account; empty when it does not. */
  readonly bank_account: string;
  readonly kind: "opening" | "closing";
  readonly date: CivilDate;
  readonly amount: Cents;
}

/** The day at the end of which that is on the account. */
export const endOfDayOf = ({ kind, date }: Pick<StatementBalance, "kind" | "date">): CivilDate =>
  kind === "opening" ? addDays(date, -1) : date;

/** The end of an account behind stars, as BNP Paribas writes it before date and balance. */
const SHOWN_END = /^\*{2,}\d{3,}$/;
const BALANCE = /^(ancien |nouveau )?solde\b/;
/** What stands before the day of the balance itself. */
const ITS_DAY = /\bsolde\b\D*\bau[\s:;]*$/i;
const DAYS = /\b(?:\d{2}[/.-]\d{2}[/.-]\d{4}|\d{4}-\d{2}-\d{2})\b/g;
const IS_DAY = new RegExp(`^${DAYS.source}$`);
const BETWEEN = " ; ";
/** With cents, or all of a cell as a workbook has its numbers: another number without is an account or a reference. */
const AMOUNT = /[-+\u2212(]?\d[\d \u00a0\u202f.']*,\d{2}(?!\d)\)?-?|(?<=^| ; )-?\d{1,12}\.\d{1,2}(?= ; |$)/;
/** Of a row that is a balance, where nothing has cents. */
const WHOLE = /(?<= ; )-?(?:0|[1-9]\d{0,8})(?= ; |$)/g;

/**
 * What a row beside the operations says: « Solde au 31/12/2026 45 210,18 € », or account, date and balance.
 * @param bank_account as the statement names it
 */
export function balanceOfRow({ cells }: FileRow, bank_account: string): StatementBalance | undefined {
  const texts = cells.map((cell) => cell.slice(0, 200).trim()).filter((cell) => cell !== "");
  const title = texts.find((one) => !IS_DAY.test(one));
  const isTitled = title !== undefined && BALANCE.test(normaliseText(title));
  const isNamed = texts.some((text) => SHOWN_END.test(text) || text === bank_account);
  if (!isTitled && !isNamed) return undefined;
  const text = texts.join(BETWEEN);
  const amounts = text.replace(DAYS, (day) => " ".repeat(day.length));
  const whole = isTitled && !isNamed ? [...amounts.matchAll(WHOLE)] : [];
  const told = AMOUNT.exec(amounts) ?? (whole.length === 1 ? (whole[0] ?? null) : null);
  const amount = told === null ? undefined : frenchAmount(told[0].trim());
  // A row may tell the period first: « 01/11/2026 ; 30/11/2026 ; 2 ; 30/11/2026 ; 2 114,56 EUR ».
  const all = [...text.matchAll(DAYS)];
  // So may a remark tell days: « Solde au 31/12/2026 du compte ouvert le 01/02/2019 ; 45 210,18 ».
  const own = all.filter(({ index }) => ITS_DAY.test(text.slice(Math.max(0, index - 100), index)));
  // « 01/12/2026 ; Ancien solde ; 12,00 » is of the day before.
  if (own.length === 0 && !isNamed && title !== texts[0]) return undefined;
  const days = own.length > 0 ? own : all;
  const day = days.findLast(({ index }) => told !== null && index < told.index) ?? days[0];
  const date = day === undefined ? undefined : frenchDate(day[0]);
  if (date === undefined || !date.startsWith("20") || amount === undefined) return undefined;
  return { bank_account, kind: "closing", date, amount };
}

/** The balances before and after lines of which each says what is on the account after it, from the oldest or from the newest on. */
export function runningBalances(
  lines: readonly (Pick<StatementLine, "transaction_date" | "amount" | "bank_account" | "currency_code"> & {
    readonly balance: Cents | undefined;
  })[],
): StatementBalance[] {
  const [first] = lines;
  if (!first) return [];
  const { bank_account } = first;
  for (const line of lines)
    if (line.balance === undefined || line.bank_account !== bank_account || line.currency_code !== "EUR")
      return [];
  const inOrder = [lines, lines.toReversed()].find(isRunning);
  const [oldest, newest] = [inOrder?.[0], inOrder?.at(-1)];
  if (oldest?.balance === undefined || newest?.balance === undefined) return [];
  return [
    {
      bank_account,
      kind: "opening",
      date: oldest.transaction_date,
      amount: cents(oldest.balance - oldest.amount),
    },
    { bank_account, kind: "closing", date: newest.transaction_date, amount: newest.balance },
  ];
}

const isRunning = (
  lines: readonly {
    readonly amount: Cents;
    readonly balance: Cents | undefined;
    readonly transaction_date: CivilDate;
  }[],
): boolean =>
  lines.every((line, index) => {
    const before = lines[index - 1];
    return (
      before === undefined ||
      (must(before.balance, "balance of a line") + line.amount === line.balance &&
        before.transaction_date <= line.transaction_date)
    );
  });
