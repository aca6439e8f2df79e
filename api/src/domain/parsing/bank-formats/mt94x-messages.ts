import { isIban } from "@bobine/contract/business-numbers";
import { type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { cutText, ownText } from "../cut-text.ts";
import { lineEvidence } from "../line-evidence.ts";
import { joinLabels } from "../statement-label.ts";
import type { FormatReading } from "./format-reading.ts";
import { dayOfDigits, decimalCents, quoted, shortDate, tidyText } from "./format-values.ts";
import { NO_DETAILS, readDetails } from "./mt94x-details.ts";
import { readingCollector } from "./reading-collector.ts";
import { labelOfReversal } from "./reversal-label.ts";
import { statementSums, type StatedBalance } from "./statement-sums.ts";
import { textChunks, textLines } from "./text-lines.ts";

/** Those of operations and of what is told of them, nearly all that a long file has. */
const [OF_OPERATION, OF_DETAILS] = ["61", "86"];
const TAGS = new Set("13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS".split(" "));
const [LONGEST_TAG, COLON] = [3, ":"];
const COLON_CODE = 0x3a;
const END = /^-\}?\s*$|^-\}/;
/** Value date, entry date, credit or debit, the reversal of one or one that is expected, funds code, amount, kind, references. */
const OPERATION = /^(\d{6})(\d{4})?\s*([RE]?[CD])([A-Z])?\s*(\d[\d.,]{0,15})([NSF][A-Z0-9]{3})?(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)/;
const MAX_FIELD_LINES = 100;
const NBSP = "\u00a0";

interface Field {
  readonly line: number;
  readonly tag: string;
  /** Its first line. */
  readonly value: string;
  /** The others. */
  more: string[] | undefined;
}

interface Operation {
  readonly bank_account: string;
  readonly date: CivilDate;
  readonly valueDate: CivilDate;
  readonly amount: Cents;
  /** It takes an earlier one back. */
  readonly isReversal: boolean;
  readonly reference: string;
  /** `NTRF`, and what the account owner knows it by. */
  readonly kind: string;
  readonly ownReference: string;
  readonly more: readonly string[];
}

/**
 * Reads MT940 and MT942 of SWIFT, in their blocks or bare, one statement after the other or in several pages (BANK-28).
 * @throws UnreadableTable when it as a whole makes no sense
 */
export function readMt94x(bytes: Uint8Array, most: number): FormatReading {
  const found = readingCollector(most);
  const sums = statementSums();
  let account = "";
  let currency = "EUR";
  let isInterim = false;
  let operation: Operation | undefined;
  let last = 0;

  const finish = (details?: Field): void => {
    if (!operation) return;
    const { bank_account, date, valueDate, amount, isReversal, reference, kind, ownReference, more } =
      operation;
    operation = undefined;
    if (amount === 0) {
      found.ignore();
      return;
    }
    const { words, beside } = details ? readDetails(linesOf(details)) : NO_DETAILS;
    const told = joinLabels(more.length === 0 ? [words] : [words, ...more]);
    const label = told === "" ? joinLabels([`${kind} ${tidyText(reference)}`]) : told;
    sums.add(account, amount, date);
    found.line({
      bank_account,
      transaction_date: date,
      value_date: valueDate,
      label,
      amount,
      currency_code: currency,
      fingerprint: "",
      bank_reference: ownText(cutText(reference, 100)),
      evidence: lineEvidence({
        names: beside.names ?? NONE,
        ibans: beside.ibans ?? NONE,
        endToEndIds: beside.endToEndIds ?? NONE,
        references: withOwn(beside.references, ownReference),
        paymentTypes: withOwn(beside.paymentTypes, kind),
      }),
      // Those that were imported without the word are known again by the label without it.
      ...(isReversal ? { labelInstead: labelOfReversal(label) } : {}),
    });
  };

  const balance = (
    field: Field,
    take: (account: string, told: StatedBalance) => string | undefined,
  ): void => {
    const told = balanceOf(field.value);
    if (told) currency = told.currency_code;
    else sums.break(account);
    const wrong = told ? take(account, told) : `solde illisible (${quoted(field.value)}).`;
    if (wrong === undefined) found.ignore();
    else found.tell(field.line, wrong);
  };

  for (const field of fieldsOf(bytes)) {
    last = field.line;
    if (field.tag === OF_DETAILS) {
      finish(field);
      continue;
    }
    finish();
    const { value } = field;
    if (field.tag === OF_OPERATION) {
      const read = operationOf(field, account);
      if (read === undefined) found.ignore();
      else if (typeof read === "string") {
        sums.break(account);
        found.badLine(field.line, read);
      } else operation = read;
    } else if (field.tag === "20") currency = "EUR";
    else if (field.tag.startsWith("25")) account = accountOf(value);
    else if (field.tag === "34F") {
      isInterim = true;
      currency = /^[A-Z]{3}/.exec(value)?.[0] ?? currency;
    } else if (field.tag.startsWith("60")) balance(field, (number, told) => sums.open(number, told));
    else if (field.tag.startsWith("62")) balance(field, (number, told) => sums.close(number, told));
  }
  finish();
  for (const open of sums.unclosed())
    found.tell(
      last,
      `le relevé du compte ${open} n’a pas de nouveau solde${NBSP}: le fichier est peut-être incomplet.`,
    );
  return found.reading({
    bank: null,
    file_format: isInterim ? "mt942" : "mt940",
    balances: sums.balances(),
  });
}

/** What stands before the first field of a message and after its end is the envelope. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let line = 0;
  let field: Field | undefined;
  for (const whole of textLines(textChunks(bytes))) {
    line += 1;
    // Blocks of SWIFT stand before the first field, on its line or on lines of their own.
    const text =
      whole.charCodeAt(0) !== COLON_CODE && whole.includes("{4:")
        ? whole.replace(/^\ufeff?\s*(?:\{[1235]:[^\n]{0,200}?)?\{4:\s*/, "")
        : whole;
    const tag = tagOf(text);
    if (tag !== undefined) {
      if (field) yield field;
      field = { line, tag, value: text.slice(tag.length + 2), more: undefined };
    } else if (END.test(text) || text.startsWith("{")) {
      if (field) yield field;
      field = undefined;
    } else if (field && (field.more?.length ?? 0) < MAX_FIELD_LINES - 1) (field.more ??= []).push(text);
  }
  if (field) yield field;
}

/** Of a line that begins a field, as `:61:`. */
function tagOf(text: string): string | undefined {
  if (text.startsWith(":61:")) return OF_OPERATION;
  if (text.startsWith(":86:")) return OF_DETAILS;
  if (!text.startsWith(COLON)) return undefined;
  const end = text.indexOf(COLON, 1);
  if (end === -1 || end > LONGEST_TAG + 1) return undefined;
  const tag = text.slice(1, end);
  return TAGS.has(tag) ? tag : undefined;
}

const linesOf = ({ value, more }: Field): readonly string[] => (more ? [value, ...more] : [value]);

const NONE: readonly string[] = [];
const withOwn = (told: readonly string[] | undefined, own: string): readonly string[] => {
  if (!told || told.length === 0) return own === "" ? NONE : [own];
  return own === "" ? told : [...told, own];
};

/** Undefined of one that is expected and not booked (MT942). */
function operationOf({ value: first, more }: Field, bank_account: string): Operation | string | undefined {
  const text = first.trim();
  const parts = plainParts(text) ?? partsOf(text);
  if (!parts) return `opération illisible (${quoted(first)}).`;
  if (parts.isExpected) return undefined;
  const { value, entry, isCredit, isReversal, digits, kind, references } = parts;
  const valueDate = dayOfDigits(value);
  if (valueDate === undefined) return `date illisible (${quoted(value)}).`;
  const date = entry === undefined ? valueDate : entryDate(entry, valueDate);
  if (date === undefined) return `date illisible (${quoted(entry ?? "")}).`;
  // SWIFT writes its comma always: without one the file was cut in it.
  const amount = digits.includes(",") || digits.includes(".") ? decimalCents(digits) : undefined;
  if (amount === undefined) return `montant illisible (${quoted(digits)}).`;
  const cut = references.indexOf("//");
  const own = tidyText(cut < 0 ? references : references.slice(0, cut));
  const ofBank = cut < 0 ? "" : tidyText(references.slice(cut + 2));
  return {
    bank_account,
    date,
    valueDate,
    amount: cents(isCredit ? amount : 0 - amount),
    isReversal,
    reference: ofBank || (own === NO_REFERENCE ? "" : own),
    kind,
    ownReference: own === NO_REFERENCE || /^[EKM]REF$/.test(own) ? "" : own,
    more: more ? more.map(tidyText).filter((one) => !/^\/(?:OCMT|CHGS)\//.test(one)) : NONE,
  };
}
const NO_REFERENCE = "NONREF";

/** What field 61 says, as it stands. */
interface OperationParts {
  readonly value: string;
  /** Undefined where it is the day of the value, too. */
  readonly entry: string | undefined;
  /** Which way the money goes now. */
  readonly isCredit: boolean;
  readonly isReversal: boolean;
  readonly isExpected: boolean;
  readonly digits: string;
  readonly kind: string;
  readonly references: string;
}

function partsOf(text: string): OperationParts | undefined {
  const match = OPERATION.exec(text);
  if (!match) return undefined;
  const [, value = "", entry, sense = "", , digits = "", kind = "", references = ""] = match;
  const isReversal = sense.startsWith("R");
  const isCredit = sense === "C" || sense === "RD";
  return {
    value,
    entry,
    isCredit,
    isReversal,
    isExpected: sense.startsWith("E"),
    digits,
    kind,
    references,
  };
}

const [LETTER_A, LETTER_C, LETTER_D, LETTER_F, LETTER_N, LETTER_R, LETTER_S, LETTER_Z] = [
  0x41, 0x43, 0x44, 0x46, 0x4e, 0x52, 0x53, 0x5a,
];
const [ZERO, NINE, DOT, COMMA] = [0x30, 0x39, 0x2e, 0x2c];
const [VALUE, ENTRY, MOST_DIGITS, KIND] = [6, 4, 16, 4];
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isLetter = (code: number): boolean => code >= LETTER_A && code <= LETTER_Z;

/** The same without the pattern, of what nearly all banks write; undefined for the rest. */
function plainParts(text: string): OperationParts | undefined {
  const code = (place: number): number => text.charCodeAt(place);
  let at = 0;
  while (at < VALUE + ENTRY && isDigit(code(at))) at += 1;
  const hasEntry = at === VALUE + ENTRY;
  if (!hasEntry && at !== VALUE) return undefined;
  const isReversal = code(at) === LETTER_R;
  if (isReversal) at += 1;
  const sense = code(at);
  if (sense !== LETTER_C && sense !== LETTER_D) return undefined;
  at += isLetter(code(at + 1)) ? 2 : 1;
  const from = at;
  if (!isDigit(code(at))) return undefined;
  while (at - from < MOST_DIGITS && (isDigit(code(at)) || code(at) === COMMA || code(at) === DOT)) at += 1;
  const digits = text.slice(from, at);
  const kindAt = at;
  if (code(at) === LETTER_N || code(at) === LETTER_S || code(at) === LETTER_F) {
    at += 1;
    while (at - kindAt < KIND && (isLetter(code(at)) || isDigit(code(at)))) at += 1;
    if (at - kindAt < KIND) at = kindAt;
  }
  // The pattern takes no further than the end of a line.
  if (ODD_LINE_END.test(text)) return undefined;
  return {
    value: text.slice(0, VALUE),
    entry: hasEntry && !isSameDay(text) ? text.slice(VALUE, VALUE + ENTRY) : undefined,
    isCredit: (sense === LETTER_C) !== isReversal,
    isReversal,
    isExpected: false,
    digits,
    kind: text.slice(kindAt, at),
    references: text.slice(at),
  };
}
const ODD_LINE_END = /[\n\r\u2028\u2029]/;

/** The day of the entry is that of the value. */
function isSameDay(text: string): boolean {
  for (let place = VALUE; place < VALUE + ENTRY; place += 1)
    if (text.charCodeAt(place) !== text.charCodeAt(place - ENTRY)) return false;
  return true;
}

/** The day of the entry has no year: that which is nearest to the value date, also over the turn of a year. */
function entryDate(entry: string, value: CivilDate): CivilDate | undefined {
  if (entry === value.slice(5, 7) + value.slice(8)) return value;
  const year = Number(value.slice(2, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => {
    const day = shortDate(String(one).padStart(2, "0"), entry.slice(0, 2), entry.slice(2, 4));
    return day === undefined ? [] : [day];
  });
  return days.toSorted((a, b) => Math.abs(daysBetween(value, a)) - Math.abs(daysBetween(value, b)))[0];
}

function balanceOf(text: string): StatedBalance | undefined {
  const match = BALANCE.exec(text.trim());
  if (!match) return undefined;
  const [, sense, day = "", currency_code = "", digits = ""] = match;
  const date = shortDate(day.slice(0, 2), day.slice(2, 4), day.slice(4, 6));
  const amount = decimalCents(digits);
  if (date === undefined || amount === undefined) return undefined;
  return { date, amount: cents(sense === "D" ? 0 - amount : amount), currency_code };
}

/** An IBAN, also with its currency behind it, else as the bank writes it: its lines are known again by that. */
function accountOf(value: string): string {
  const compact = tidyText(value).replaceAll(" ", "").toUpperCase();
  const end = compact.slice(compact.lastIndexOf("/") + 1);
  const iban = [compact, end, end.slice(0, -3)].find(isIban);
  return iban ?? cutText(compact, 50);
}
