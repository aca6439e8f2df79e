import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import { cutText, ownText } from "../cut-text.ts";
import { complementsOf } from "./cfonb120-complements.ts";
import type { FormatReading } from "./format-reading.ts";
import { boundedCents, currencyCode, quoted, shortDate, tidyText } from "./format-values.ts";
import { frenchIban } from "./french-iban.ts";
import { readingCollector } from "./reading-collector.ts";
import { labelOfReversal } from "./reversal-label.ts";
import { remembered } from "../remembered.ts";
import { statementSums } from "./statement-sums.ts";
import { textChunks, textLines } from "./text-lines.ts";

const NBSP = "\u00a0";
const WIDTH = 120;

/** An operation, until the record that ends it. */
interface Movement {
  readonly line: number;
  readonly text: string;
  readonly complements: string[];
}

/**
 * Reads « relevés de compte » of CFONB in records of 120 characters (BANK-23): 01 and 07 are what is on the account before and after, 04 an
 * operation, 05 what more is told of it.
 * @throws UnreadableTable when it as a whole makes no sense
 */
export function readCfonb120(bytes: Uint8Array, most: number): FormatReading {
  const found = readingCollector(most);
  const sums = statementSums();
  const accountOf = accountNames();
  let movement: Movement | undefined;
  let last = 0;
  let rounded: string | undefined;

  const finish = (): void => {
    if (!movement) return;
    const { line, text } = movement;
    const account = accountOf(text);
    const read = movementOf(movement, account);
    movement = undefined;
    if (typeof read === "string") {
      sums.break(account);
      found.badLine(line, read);
    } else if (read.amount === 0) found.ignore();
    else {
      sums.add(account, read.amount, read.transaction_date);
      if (isInThousandths(text)) {
        // Of what is rounded nothing adds up.
        sums.break(account);
        rounded ??= `Les montants en ${read.currency_code} ont trois décimales${NBSP}: ils sont arrondis à deux.`;
      }
      found.line(read);
    }
  };

  for (const { line, text } of recordsOf(bytes)) {
    last = line;
    const kind = text.slice(0, 2);
    if (kind === "05") {
      if (!movement) found.tell(line, "ce complément (enregistrement 05) ne suit aucune opération.");
      else if (accountOf(movement.text) === accountOf(text)) movement.complements.push(text);
      else
        found.tell(
          line,
          "ce complément (enregistrement 05) est d’un autre compte que l’opération qu’il suit.",
        );
      continue;
    }
    finish();
    if (kind === "04") movement = { line, text, complements: [] };
    else if (kind === "01" || kind === "07") {
      const account = accountOf(text);
      const told = balanceOf(text);
      if (typeof told === "string") {
        sums.break(account);
        found.tell(line, told);
        continue;
      }
      const wrong = kind === "01" ? sums.open(account, told) : sums.close(account, told);
      if (wrong === undefined) found.ignore();
      else found.tell(line, wrong);
    } else found.tell(line, `enregistrement CFONB inconnu (${quoted(text)}).`);
  }
  finish();
  for (const account of sums.unclosed())
    found.tell(
      last,
      `le relevé du compte ${account} n’a pas de nouveau solde${NBSP}: le fichier est peut-être incomplet.`,
    );
  return found.reading({
    bank: null,
    file_format: "cfonb120",
    balances: sums.balances(),
    notes: rounded === undefined ? [] : [rounded],
  });
}

/** Records with or without ends of lines; blanks at the end may be missing. */
function* recordsOf(bytes: Uint8Array): Generator<{ readonly line: number; readonly text: string }> {
  let line = 0;
  for (const text of textLines(textChunks(bytes))) {
    for (let from = 0; from === 0 || from < text.length; from += WIDTH) {
      line += 1;
      const record = text.slice(from, from + WIDTH);
      // Some programs of the past end a file with this mark.
      if (/[^\s\p{Cc}\ufeff]/u.test(record)) yield { line, text: record.padEnd(WIDTH) };
      else if (from > 0) line -= 1;
    }
  }
}

/** A file has few accounts and many records of each. */
function accountNames(): (text: string) => string {
  const names = new Map<string, string>();
  let last = { key: "no key", name: "" };
  return (text) => {
    if (text.startsWith(last.key, 2)) return last.name;
    const key = text.slice(2, 32);
    const known = names.get(key);
    if (known !== undefined) {
      last = { key, name: known };
      return known;
    }
    const [bank, branch, number] = [text.slice(2, 7), text.slice(11, 16), text.slice(21, 32)];
    const compact = tidyText(bank + branch + number).replaceAll(" ", "");
    const name = frenchIban(bank, branch, number) ?? compact;
    names.set(key, name);
    return name;
  };
}

function movementOf(
  { text, complements }: Movement,
  bank_account: string,
): FormatReading["lines"][number] | string {
  const amount = amountOf(text);
  if (amount === undefined) return `montant illisible (${quoted(text.slice(90, 104))}).`;
  const date = dateAt(text, 34);
  if (date === undefined) return `date illisible (${quoted(text.slice(34, 40))}).`;
  const { label, labelInstead, reference, evidence } = complementsOf(text.slice(48, 79), complements, {
    isCredit: amount > 0,
    code: text.slice(32, 34),
  });
  const isRejected = REJECTED.test(text.slice(40, 42));
  return {
    bank_account,
    transaction_date: date,
    value_date: dateAt(text, 42) ?? null,
    label,
    amount,
    currency_code: currencyCode(text.slice(16, 19)),
    bank_reference: ownText(cutText(tidyText(text.slice(104, 120)) || reference, 100)),
    fingerprint: "",
    evidence,
    // Those that were imported without the word are known again by the label without it.
    ...(isRejected
      ? { labelInstead: labelOfReversal(labelInstead ?? label, "REJET") }
      : labelInstead === undefined
        ? {}
        : { labelInstead }),
  };
}

function balanceOf(text: string): { date: CivilDate; amount: Cents; currency_code: string } | string {
  const amount = amountOf(text);
  if (amount === undefined) return `solde illisible (${quoted(text.slice(90, 104))}).`;
  const date = dateAt(text, 34);
  if (date === undefined) return `date de solde illisible (${quoted(text.slice(34, 40))}).`;
  return { date, amount, currency_code: currencyCode(text.slice(16, 19)) };
}

/** The code of a rejection; most operations have none. */
const REJECTED = /^(?!00)[A-Z\d]{2}$/;

/** JJMMAA */
const dateAt = (text: string, at: number): CivilDate | undefined => dayOf(text.slice(at, at + 6));
const dayOf = remembered((text) => shortDate(text.slice(4, 6), text.slice(2, 4), text.slice(0, 2)));

/** The last digit carries the sign: credit in the first row, debit in the second. French teletype has é and è for the braces. */
const CREDITS = "{ABCDEFGHI";
const DEBITS = "}JKLMNOPQR";
const ACCENTS: Readonly<Record<string, string>> = { é: "{", è: "}" };

/** In a currency that has more decimals than cents. */
const isInThousandths = (text: string): boolean =>
  text.charAt(19) === "3" && currencyCode(text.slice(16, 19)) !== "EUR";

function amountOf(text: string): Cents | undefined {
  // Cut in it, it would read as a smaller one.
  if (text.charAt(103) === " ") return undefined;
  const zone = text.slice(90, 104).trim();
  const digits = zone.slice(0, -1);
  const sign = zone.slice(-1);
  const mark = ACCENTS[sign] ?? sign;
  const decimals = text.slice(19, 20).trim() === "" ? 2 : Number(text.slice(19, 20));
  if (!/^\d*$/.test(digits) || !Number.isInteger(decimals)) return undefined;
  const credit = mark === "" ? -1 : CREDITS.indexOf(mark);
  const debit = mark === "" ? -1 : DEBITS.indexOf(mark);
  // Some banks write no sign on a credit.
  const digit = credit >= 0 ? credit : debit >= 0 ? debit : /^\d$/.test(mark) ? Number(mark) : undefined;
  if (digit === undefined) return undefined;
  const units = Number(digits) * 10 + digit;
  const exact = decimals > 2 ? units / 10 ** (decimals - 2) : units * 10 ** (2 - decimals);
  // Dinars have a thousand parts; what is in another currency is listed, and that is all (BANK-38).
  const value = isInThousandths(text) ? Math.round(exact) : exact;
  return boundedCents(value === 0 || debit < 0 ? value : 0 - value);
}
