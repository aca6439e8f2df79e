import { type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { StatementBalance } from "../statement-balances.ts";
import { EmptyTable, NO_OPERATION, TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import { type CamtAccount, dateAt, readEntry, signedAmount } from "./camt-entry.ts";
import { readCamtXml } from "./camt-xml.ts";
import type { BankFormat, FormatReading, StatementFile, UnmarkedLine } from "./format-reading.ts";
import { currencyCode } from "./format-values.ts";
import { firstDayOf } from "./statement-sums.ts";
import { elementAt, textAt, type XmlElement } from "./xml-tree.ts";

const NBSP = "\u00a0";
const NAMESPACE = /\burn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.\d{3}\.\d{2}\b/;
const MESSAGE = /<(?:\w+:)?BkToCstmr(?:Stmt|DbtCdtNtfctn)\b/;
const NOTIFICATION = /camt\.054\.|BkToCstmrDbtCdtNtfctn/;
const MAX_BALANCES = 1_000;
const MAX_BAD = 0.2;

/** CAMT.053 and CAMT.054 of ISO 20022, versions 02 to 13 (BANK-18). */
export const camt: BankFormat = {
  recognises: ({ head }) => head.startsWith("<") && (NAMESPACE.test(head) || MESSAGE.test(head)),
  read: readCamt,
};

function readCamt({ bytes, head, most }: StatementFile): FormatReading {
  const lines: UnmarkedLine[] = [];
  const errors: string[] = [];
  const notes: string[] = [];
  const balances: StatementBalance[] = [];
  let bank: string | null = null;
  let ignored = 0;
  let account: CamtAccount = { number: "", currency: "EUR" };
  let statement = { balances: [] as XmlElement[], summary: undefined as XmlElement | undefined };
  /** What the entries of the statement are worth, booked or not; a summary may count either. */
  let booked = { credit: 0, debit: 0 };
  let days = daysOfEntries();
  let all = { credit: 0, debit: 0 };

  readCamtXml(bytes, {
    begin() {
      account = { number: "", currency: "EUR" };
      statement = { balances: [], summary: undefined };
      booked = { credit: 0, debit: 0 };
      days = daysOfEntries();
      all = { credit: 0, debit: 0 };
    },
    part(element) {
      if (element.name === "Acct") {
        account = accountOf(element);
        bank ??= textAt(element, "Svcr/FinInstnId/Nm") || null;
      } else if (element.name === "Bal") {
        if (statement.balances.length < MAX_BALANCES) statement.balances.push(element);
      } else if (element.name === "TxsSummry") statement.summary = element;
      else {
        const reading = readEntry(element, account);
        const amount = signedAmount(element, ["Amt"], textAt(element, "CdtDbtInd")) ?? 0;
        add(all, amount);
        if (reading.kind === "ignored") ignored += 1;
        else if (reading.kind === "error") errors.push(reading.message);
        else {
          add(booked, amount);
          days.add(element);
          lines.push(...reading.lines);
          if (reading.note !== undefined) notes.push(reading.note);
        }
        if (lines.length + ignored + errors.length > most) throw new UnreadableTable(TOO_MANY_ROWS);
      }
    },
    end() {
      balances.push(...balancesOf(statement.balances, account, days));
      const wrong = statement.summary && sumNote(statement.summary, [booked, all], account);
      if (wrong !== undefined) notes.push(wrong);
      const gap = gapNote(statement.balances, booked, account);
      if (gap !== undefined) notes.push(gap);
    },
  });

  const rows_read = lines.length + ignored + errors.length;
  const [first] = errors;
  if (first !== undefined && errors.length > (rows_read - ignored) * MAX_BAD)
    throw new UnreadableTable(first);
  if (lines.length === 0 && balances.length === 0) throw new EmptyTable(NO_OPERATION);
  const file_format = NOTIFICATION.test(head) ? "camt.054" : "camt.053";
  return {
    bank,
    file_format,
    rows_read,
    ignored,
    errors,
    notes,
    lines,
    balances: balances.slice(0, MAX_BALANCES),
  };
}

const accountOf = (element: XmlElement): CamtAccount => ({
  number: textAt(element, "Id/IBAN", "Id/Othr/Id", "Id/PrtryAcct/Id", "Id/BBAN").replaceAll(" ", ""),
  currency: currencyCode(textAt(element, "Ccy")),
});

interface Sums {
  credit: number;
  debit: number;
}

function add(sums: Sums, amount: number): void {
  if (amount > 0) sums.credit += amount;
  else sums.debit -= amount;
}

/** A balance of the books, not of a page (`INTM`), in euros (BANK-16). */
function bookedBalance(balance: XmlElement): Cents | undefined {
  if (textAt(balance, "Tp/SubTp/Cd") === "INTM") return undefined;
  if (currencyCode(elementAt(balance, "Amt")?.currency ?? "") !== "EUR") return undefined;
  return signedAmount(balance, ["Amt"], textAt(balance, "CdtDbtInd"));
}

const codeOf = (balance: XmlElement): string => textAt(balance, "Tp/CdOrPrtry/Cd", "Tp/Cd");
const KINDS = new Map<string, StatementBalance["kind"]>([
  ["OPBD", "opening"],
  ["PRCD", "closing"],
  ["CLBD", "closing"],
]);

function balancesOf(
  all: readonly XmlElement[],
  { number }: CamtAccount,
  days: DaysOfEntries,
): StatementBalance[] {
  const hasOpening = all.some((balance) => codeOf(balance) === "OPBD");
  const last = all
    .map((balance) => (codeOf(balance) === "CLBD" ? dateAt(balance, "Dt") : undefined))
    .find(Boolean);
  return all.flatMap((balance) => {
    const code = codeOf(balance);
    const kind = KINDS.get(code);
    const amount = bookedBalance(balance);
    const told = dateAt(balance, "Dt");
    const date = told !== undefined && kind === "opening" ? openingDay(told, last, days) : told;
    if (kind === undefined || amount === undefined || date === undefined) return [];
    return code === "PRCD" && hasOpening ? [] : [{ bank_account: number.slice(0, 50), kind, date, amount }];
  });
}

/** Banks write the first day of the statement, or the day of the balance before; a month that begins on its first day names that one. */
function openingDay(told: CivilDate, last: CivilDate | undefined, days: DaysOfEntries): CivilDate {
  const isMonth = told.endsWith("-01") && last !== undefined && daysBetween(told, last) > A_WEEK;
  return isMonth ? told : firstDayOf(told, days.first(told));
}

interface DaysOfEntries {
  add(entry: XmlElement): void;
  /** @param opening as the bank tells it: an entry without a day of booking may be valued long before it */
  first(opening: CivilDate): CivilDate | undefined;
}

function daysOfEntries(): DaysOfEntries {
  let booked: CivilDate | undefined;
  const valued = new Set<CivilDate>();
  return {
    add(entry) {
      const [day, value] = [dateAt(entry, "BookgDt"), dateAt(entry, "ValDt")];
      if (day === undefined) {
        if (value !== undefined) valued.add(value);
      } else if (booked === undefined || day < booked) booked = day;
    },
    first: (opening) =>
      valued.has(opening) && (booked === undefined || opening < booked) ? opening : booked,
  };
}
const A_WEEK = 7;

const OF_ACCOUNT = (number: string): string => (number === "" ? "" : ` du compte ${number.slice(0, 50)}`);

/** BANK-21: the sums that the bank tells must be those of the entries. */
function sumNote(summary: XmlElement, sums: readonly Sums[], { number }: CamtAccount): string | undefined {
  const told = (way: string, indicator: string): number | undefined =>
    signedAmount(summary, [`${way}/Sum`], indicator);
  const credit = told("TtlCdtNtries", "CRDT");
  const debit = told("TtlDbtNtries", "CRDT");
  const agrees = sums.some(
    (sum) => (credit === undefined || credit === sum.credit) && (debit === undefined || debit === sum.debit),
  );
  return agrees
    ? undefined
    : `Les totaux annoncés par la banque ne sont pas ceux des opérations${OF_ACCOUNT(number)}${NBSP}: le fichier est peut-être incomplet.`;
}

/** BANK-21: what is on the account before and after must differ by the entries. */
function gapNote(all: readonly XmlElement[], booked: Sums, { number }: CamtAccount): string | undefined {
  const before = all.filter((balance) => ["OPBD", "PRCD"].includes(codeOf(balance)));
  const [opening, closing] = [
    before.find((balance) => codeOf(balance) === "OPBD") ?? before[0],
    all.find((balance) => codeOf(balance) === "CLBD"),
  ].map((balance) => balance && bookedBalance(balance));
  if (opening === undefined || closing === undefined) return undefined;
  return cents(opening + booked.credit - booked.debit) === closing
    ? undefined
    : `Le solde d’ouverture et les opérations${OF_ACCOUNT(number)} ne font pas le solde de clôture${NBSP}: le fichier est peut-être incomplet.`;
}
