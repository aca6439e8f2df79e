import { isIban } from "@bobine/contract/business-numbers";
import { counted } from "@bobine/contract/french";
import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { must } from "../../must.ts";
import { cutText, ownText } from "../cut-text.ts";
import type { StatementBalance } from "../statement-balances.ts";
import { lineEvidence, payerEvidence } from "../line-evidence.ts";
import { joinLabels, joinTwo, MAX_LABEL } from "../statement-label.ts";
import { DOCTYPE } from "../xml-text.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import type { FormatReading, UnmarkedLine } from "./format-reading.ts";
import { currencyCode, decimalCents, quoted, tidyText } from "./format-values.ts";
import { frenchIban } from "./french-iban.ts";
import { ofxCorrections } from "./ofx-corrections.ts";
import { isContradicted, ofxSenses } from "./ofx-senses.ts";
import { readOfxTags } from "./ofx-tags.ts";
import { remembered } from "../remembered.ts";
import { readingCollector } from "./reading-collector.ts";

const MAX_BALANCES = 1_000;
/** Accounts of banks and of cards; those of shares hold no operations of this kind. */
const STATEMENTS = new Set(["STMTRS", "CCSTMTRS"]);
/** What moves the money of an account of shares stands in it as an operation of a bank does. */
const OF_SHARES = "INVSTMTRS";
/** Elements of an operation whose values are none of its own. */
const OF_OTHERS = new Set(["BANKACCTTO", "CCACCTTO", "ORIGCURRENCY"]);
/** What is told of the account of a statement; that of the other party stands in an operation. */
const OF_ACCOUNT = new Set(["BANKID", "BRANCHID", "ACCTID"]);

const INCOMPLETE =
  "Le fichier est incomplet\u00a0: il s’arrête avant la fin du relevé. Téléchargez-le à nouveau auprès de votre banque.";

/** Values of one element by their names; the first of each counts. */
type Values = Map<string, string>;

interface Statement {
  readonly account: Values;
  /** What these values name, once it was asked for. */
  name: string | undefined;
  readonly balance: Values;
  currency: string;
}

/** What is read of an operation, each in its place. */
const PLACE = {
  NAME: 0,
  MEMO: 1,
  CHECKNUM: 2,
  TRNAMT: 3,
  DTPOSTED: 4,
  DTAVAIL: 5,
  CURSYM: 6,
  FITID: 7,
  REFNUM: 8,
  TRNTYPE: 9,
  CORRECTFITID: 10,
  CORRECTACTION: 11,
} as const;
const IBAN_OF_OTHER = Object.keys(PLACE).length;
const NO_VALUES = Array.from({ length: IBAN_OF_OTHER + 1 }, () => "");
/** Above the places of fields: an operation begins, or ends; what is pending is told beside those that are booked. */
const [OPERATION, PENDING] = [IBAN_OF_OTHER + 1, IBAN_OF_OTHER + 2];
const PLACES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(PLACE),
  ["STMTTRN", OPERATION],
  ["STMTTRNP", PENDING],
]);

interface Operation {
  readonly line: number;
  readonly isPending: boolean;
}

/**
 * Reads OFX 1.x, whose values have no closing tags, and 2.x, which is XML (BANK-27): the statements of all accounts of the file.
 * @throws UnreadableTable when it as a whole makes no sense
 */
export function readOfx(text: string, most: number): FormatReading {
  refuseEntities(text);
  const found = readingCollector(most);
  const corrections = ofxCorrections();
  const senses = ofxSenses();
  const balances: StatementBalance[] = [];
  let ofShares = 0;
  let isOfShares = false;
  let bank: string | null = null;
  let statement: Statement | undefined;
  let operation: Operation | undefined;
  /** Of the operation, by their places; the first of each counts. */
  let values = NO_VALUES.slice();
  /** `PAYEE` in an operation, `BANKACCTTO`, `LEDGERBAL`: what the values belong to. */
  let part = "";
  let isOfOther = false;
  let isWhole = false;

  const finish = (): void => {
    if (!operation) return;
    const { line, isPending } = operation;
    operation = undefined;
    if (isPending || isOfShares) {
      if (isOfShares) ofShares += 1;
      found.ignore();
      return;
    }
    const reference = must(values[PLACE.CORRECTFITID], "place of a value");
    // What it says beside that is of the one that goes.
    if (reference !== "" && values[PLACE.CORRECTACTION]?.toUpperCase() === "DELETE") {
      corrections.add({ line, account: nameOf(statement), reference, instead: undefined });
      found.ignore();
      return;
    }
    const read = operationOf(values, statement);
    if (typeof read === "string") {
      found.badLine(line, read);
      return;
    }
    if (read.amount === 0) found.ignore();
    else {
      found.line(read);
      senses.add(line, read.amount, must(values[PLACE.TRNTYPE], "place of a value"));
    }
    if (reference !== "") corrections.add({ line, account: nameOf(statement), reference, instead: read });
  };
  const close = (): void => {
    finish();
    const balance = statement && balanceOf(statement);
    if (balance && balances.length < MAX_BALANCES) balances.push(balance);
    statement = undefined;
  };

  const begin = (name: string): void => {
    part = name;
    isOfOther = name !== "" && OF_OTHERS.has(name);
  };
  readOfxTags(text, PLACES, (name, isEnd, value, line, place) => {
    if (place !== undefined && place >= OPERATION) {
      finish();
      begin("");
      if (isEnd) return;
      // A new list: who collects garbage has to be told of all that is put into an old one.
      values = NO_VALUES.slice();
      operation = { line, isPending: place === PENDING };
    } else if (operation && place !== undefined && value !== "") {
      if (!isOfOther) values[place] ||= value;
    } else if (STATEMENTS.has(name) || name === OF_SHARES) {
      close();
      begin("");
      isOfShares = name === OF_SHARES && !isEnd;
      if (!isEnd && !isOfShares)
        statement = { account: new Map(), name: undefined, balance: new Map(), currency: "EUR" };
    } else if (isEnd) {
      if (name === part) begin("");
      if (name === "OFX") isWhole = true;
      // Programs of the past leave the end of the last operation out.
      if (name === "BANKTRANLIST") finish();
    } else if (value === "") {
      begin(name);
      if (operation && name === "LEDGERBAL") finish();
    } else if (operation) {
      if (part === "BANKACCTTO" && name === "ACCTID") values[IBAN_OF_OTHER] ||= value;
    } else if (name === "ORG") bank ??= cutText(tidyText(value), 100) || null;
    else if (!statement) return;
    else if (name === "CURDEF") statement.currency = currencyCode(value);
    else if (part === "LEDGERBAL") keep(statement.balance, name, value);
    else if (OF_ACCOUNT.has(name)) {
      keep(statement.account, name, value);
      statement.name = undefined;
    }
  });
  close();
  // A value has no end of its own: what was cut in the middle of an amount reads as another one.
  if (!isWhole) throw new UnreadableTable(INCOMPLETE);
  const { gone, notes, corrected } = corrections.of(found.lines());
  found.drop(gone);
  return found.reading({
    bank,
    file_format: "ofx",
    balances,
    notes: [...notes, ...senses.notes(), ...notesOfShares(ofShares)],
    ...(corrected.length > 0 ? { corrected } : {}),
  });
}

function refuseEntities(text: string): void {
  if (!text.includes("!")) return;
  for (let at = text.indexOf("<!"); at !== -1; at = text.indexOf("<!", at + 2))
    if (/^<!(?:DOCTYPE|ENTITY)/i.test(text.slice(at, at + 10))) throw new UnreadableTable(DOCTYPE);
}

const notesOfShares = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `${counted(count, "opération d’un compte-titres n’a pas été lue", "opérations d’un compte-titres n’ont pas été lues")}.`,
      ];

const keep = (values: Values, name: string, value: string): void => {
  if (!values.has(name)) values.set(name, value);
};

function operationOf(values: readonly string[], statement: Statement | undefined): UnmarkedLine | string {
  const value = (place: number): string => must(values[place], "place of a value");
  const digits = value(PLACE.TRNAMT);
  const amount = decimalCents(digits.includes(" ") ? digits.replaceAll(" ", "") : digits);
  if (amount === undefined) return `montant illisible (${quoted(digits)}).`;
  if (isContradicted(amount, value(PLACE.TRNTYPE)))
    return `le montant (${quoted(digits)}) contredit le débit de la ligne.`;
  const posted = value(PLACE.DTPOSTED);
  const date = dayOf(posted);
  if (date === undefined) return `date illisible (${quoted(posted)}).`;
  const [name, available] = [tidyText(value(PLACE.NAME)), value(PLACE.DTAVAIL)];
  const [iban, reference, type] = [value(IBAN_OF_OTHER), value(PLACE.REFNUM), value(PLACE.TRNTYPE)];
  return {
    bank_account: nameOf(statement),
    transaction_date: date,
    value_date: available === "" ? null : (dayOf(available) ?? null),
    label: labelOf(name, tidyText(value(PLACE.MEMO)), value(PLACE.CHECKNUM)),
    amount,
    currency_code: currencyCode(value(PLACE.CURSYM) || (statement?.currency ?? "EUR")),
    bank_reference: ownText(cutText(tidyText(value(PLACE.FITID)), 100)),
    fingerprint: "",
    evidence:
      iban === "" && reference === ""
        ? payerEvidence(name, type)
        : lineEvidence({
            names: [name],
            areTidy: true,
            ibans: [iban],
            references: [reference],
            paymentTypes: [type],
          }),
  };
}

const nameOf = (statement: Statement | undefined): string =>
  statement ? (statement.name ??= accountOf(statement.account)) : "";

const labelOf = (name: string, memo: string, cheque: string): string =>
  cheque === "" && name.length <= MAX_LABEL && memo.length <= MAX_LABEL
    ? joinTwo(name, memo)
    : joinLabels([name, memo, tidyText(cheque)], true);

/** `20261228`, `20261228120000.000[+1:CET]`: an instant counts on the day that is written. */
const dayOf = remembered((text): CivilDate | undefined => {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)(?=$|\d{4}|\[)/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCivilDate(date) ? date : undefined;
});

/** An IBAN, the parts of a French one, or the number as the bank writes it. */
function accountOf(values: Values): string {
  const part = (name: string): string => (values.get(name) ?? "").replace(/\s/g, "").toUpperCase();
  const [bank, branch, number] = [part("BANKID"), part("BRANCHID"), part("ACCTID")];
  if (isIban(number)) return number;
  return frenchIban(bank, branch, number) ?? cutText(tidyText(number), 50);
}

/** What is on the account at the end of the day that `LEDGERBAL` names; balances are kept in euros. */
function balanceOf({ account, balance, currency }: Statement): StatementBalance | undefined {
  const date = dayOf(balance.get("DTASOF") ?? "");
  const amount = decimalCents((balance.get("BALAMT") ?? "").replaceAll(" ", ""));
  if (date === undefined || amount === undefined || currency !== "EUR") return undefined;
  return { bank_account: accountOf(account), kind: "closing", date, amount };
}
