import { civilDate } from "@bobine/contract/civil-date";
import { describe, expect, test } from "vitest";
import { must } from "../must.ts";
import { isDateLike } from "./date-like.ts";
import type { LabelReference } from "./label-reference.ts";
import { normaliseLabel } from "./normalise-label.ts";
import { buildReferenceIndex } from "./reference-index.ts";
import { readReferences } from "./references.ts";
import { readWeeks } from "./weeks.ts";

const OURS = ["F26000123", "F26000124", "F26000125", "F26000131", "F26004072", "F26014990"];
const EXTERNAL = ["FA-2025/0042", "20261228", "CINE2025-17"];
const NUMBERS = [...OURS, ...EXTERNAL];
const index = buildReferenceIndex(
  NUMBERS.map((invoice_number) => ({
    invoice_number,
    invoice_date: civilDate(invoice_number.includes("2025") ? "2025-11-25" : "2026-11-25"),
  })),
);

/** What is read where only these are open. */
function readOf(label: string, open: readonly string[]): readonly LabelReference[] {
  const normalised = normaliseLabel(label);
  const { zones } = readWeeks(normalised, 2026);
  const ofOpen = buildReferenceIndex(
    open.map((invoice_number) => ({ invoice_number, invoice_date: civilDate("2026-11-25") })),
  );
  return readReferences(ofOpen, zones, normalised.type, normalised.truncated);
}

/** The numbers that are read. */
const openOnes = (label: string, open: readonly string[]): string[] =>
  readOf(label, open).flatMap(({ ranks }) => ranks.map((rank) => must(open[rank], "open number")));

function read(label: string): string[] {
  const normalised = normaliseLabel(label);
  const { zones } = readWeeks(normalised, 2026);
  return readReferences(index, zones, normalised.type, normalised.truncated).map(
    (reference) => `${reference.form} ${reference.ranks.map((rank) => NUMBERS[rank]).join("+") || "?"}`,
  );
}

describe("LET-6: numbers that begin with F or FA, beside each other", () => {
  test.each([
    ["FA2601-0123", ["FA2601-0123", "F26000001"], ["FA2601-0123"]],
    ["FACT FA2601-0123", ["FA2601-0123", "F26000001"], ["FA2601-0123"]],
    ["FA26-000123", ["FA26-000123", "F26000123"], ["FA26-000123"]],
    ["FACT26-00208", ["F26-00208", "F26-00207"], ["F26-00208"]],
  ])("%s where %j are open", (text, open, expected) =>
    expect(openOnes(`VIR SEPA CINEMA REX ${text}`, open)).toEqual(expected),
  );

  test.each(["FACT2026-0345", "FACTURE2026/0345", "REGLT2026-0345", "N2026-0345", "Nº2026-0345"])(
    "%s is the open number without letters, beside one that begins with F",
    (text) =>
      expect(openOnes(`VIR SEPA CINEMA REX ${text}`, ["2026-0345", "F26000123"])).toEqual(["2026-0345"]),
  );

  test("a paid number without letters is told as it is written, beside one that begins with F", () => {
    const [missing] = readOf("VIR SEPA CINEMA REX FACT2026-0344", ["2026-0345", "F26000123"]);
    expect(missing).toMatchObject({ written: "2026-0344", ranks: [], strong: true });
  });
});

describe("numbers with their letters", () => {
  test.each([
    ["F26000123", ["F0 F26000123"]],
    ["F26-000123", ["F1 F26000123"]],
    ["F 26 000123", ["F1 F26000123"]],
    ["F26/000123", ["F1 F26000123"]],
    ["f26.000123", ["F1 F26000123"]],
    ["FACTF26000123", ["F0 F26000123"]],
    ["FACT. F26-000124 ET F26000131", ["F1 F26000124", "F0 F26000131"]],
    ["FA 2025 0042", ["F1 FA-2025/0042"]],
    ["CINE2025-17", ["F1 CINE2025-17"]],
    ["F26000123 F26000123", ["F0 F26000123"]],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));

  test.each([
    ["a number inside a longer one", "XF26000123 F260001234", []],
    ["a number that is not open", "F26000999", ["F1 ?"]],
    ["a number that is not open, with blanks", "F26 000999", ["F1 ?"]],
  ])("%s", (_name, text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));

  test("a number cut by the bank may be one more invoice", () => {
    expect(read("VIR BEFFROI F26000123 F2600013")).toEqual(["F0 F26000123", "F1 ?"]);
  });
});

describe("digits alone", () => {
  test.each([
    ["26000123", ["F2 F26000123"]],
    ["FACT 26000123", ["F2 F26000123"]],
    ["REGLT 26000123 26000124", ["F2 F26000123", "F2 F26000124"]],
    ["20261228", []],
    ["0556847111535000001", []],
    ["117000001569874", []],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));
});

describe("lists and ranges", () => {
  test.each([
    ["F26000124/25", ["F0 F26000124", "F4 F26000125"]],
    ["F26000124 ET 125", ["F0 F26000124", "F4 F26000125"]],
    ["F26000124, 125, 131", ["F0 F26000124", "F4 F26000125", "F4 F26000131"]],
    ["F26000124/999", ["F0 F26000124", "F4 ?"]],
    ["F26000124/2026", ["F0 F26000124"]],
    ["F26000123 A F26000125", ["F5 F26000123+F26000124+F26000125"]],
    ["F26000123 AU 125", ["F5 F26000123+F26000124+F26000125"]],
    ["FACT 123 A 125", ["F5 F26000123+F26000124+F26000125"]],
    ["F26000123 A F26000129", ["F5 ?"]],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));
});

describe("ends of numbers, after a keyword only", () => {
  test.each([
    ["FA 4072", ["F3 F26004072"]],
    ["FACTURE N° 4072", ["F3 F26004072"]],
    ["FACT 000123", ["F3 F26000123"]],
    ["FACTURES 123 124 ET 131", ["F3 F26000123", "F3 F26000124", "F3 F26000131"]],
    ["FACT 990", ["F3 F26014990"]],
    ["FACT 7777", ["F3 ?"]],
    ["4072", []],
    ["BEFFROI 4072", []],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));
});

describe("what is never a reference", () => {
  test.each([
    ["a treasury's mandate", "VIREMENT TRESORERIE CAHORS MDT 4072 BORD 123", []],
    ["a cheque number", "REMISE CHEQUE N° 4072123", []],
    ["a customer code", "VIR REX CLIENT 4072", []],
    ["a customer code after N°", "VIR REX CLIENT N° 4072", []],
    ["a week", "VIR REX SEM 47 S46", []],
    ["a date with bars", "VIR REX FACT DU 28/12/2026", []],
    ["a date of six digits after FACT", "VIR REX FACT 281226", []],
    ["the date of a card", "CB SNCF FACT 140126", []],
    ["the bank's own reference", "VIR /DE REX /REF BEF-2026-1228", []],
  ])("%s", (_name, label, expected) => expect(read(label)).toEqual(expected));

  test.each([
    ["20261228", true],
    ["28122026", true],
    ["281226", true],
    ["261228", true],
    ["26000123", false],
    ["26061948", false],
    ["991399", false],
    ["4072", false],
  ])("%s looks like a day: %s", (digits, expected) => expect(isDateLike(digits)).toBe(expected));
});
