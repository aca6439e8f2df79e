// The files of the two months beside A: B, C, those of the lots, their letters and how many pieces they have (README.md).
import { cents, centsToWire, sumCents } from "@bobine/contract/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entriesOf, type EntryLine, expectedEntries, rowsOf } from "./entries.ts";
import { EXPECTED } from "./expected.ts";
import { exportedA, lotFile, type Month, ok, openMonth } from "./month.ts";
import { playMonth } from "./play-month.ts";

const WAYS = ["collection", "debits"] as const;
const LOTS = ["2026-10", "2026-11"] as const;

describe.each(WAYS)("with VAT on %s", (vat_due) => {
  let month: Month;
  let a: readonly EntryLine[];
  let b: readonly string[][];
  beforeAll(async () => {
    month = await openMonth(vat_due);
    await playMonth(month);
    a = entriesOf(await exportedA(month));
    b = rowsOfB(ok(await month.client.get("/exports/export-csv-b/")).bytes);
  });
  afterAll(() => month.close());
  const lot = (of: (typeof LOTS)[number]) => month.lots[LOTS.indexOf(of)]?.id ?? 0;

  test("export B has the lines of export A, each with its sides", () => {
    expect(b.map(lineOfB).toSorted()).toEqual(a.map(lineOfA).toSorted());
  });

  test.each(LOTS)("file B of the lot of %s has the lines of its file A", async (of) => {
    const fileA = entriesOf(await lotFile(month.client, lot(of)));
    const fileB = rowsOfB(ok(await month.client.get(`/accounting/lots/${lot(of)}/b/`)).bytes);
    expect(fileB.map(lineOfB).toSorted()).toEqual(fileA.map(lineOfA).toSorted());
  });

  test.each(LOTS)("file C of the lot of %s lists every line of the month's statements once", async (of) => {
    const rows = rowsOf(ok(await month.client.get(`/accounting/lots/${lot(of)}/c/`)).bytes);
    const found = rows.filter((row) => row[3] !== "").map((row) => `${row[0]} ${row[3]}`);
    const expected = EXPECTED.bank_lines
      .filter(({ date }) => date.startsWith(of))
      .map(({ date, amount }) => `${date.split("-").toReversed().join("/")} ${amount.replace(".", ",")}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test("pieces and lines are as many as those of the month", () => {
    const expected = expectedEntries(vat_due);
    const files = { found: a, expected };
    const count = (entries: readonly EntryLine[], journal: string) =>
      entries.filter((entry) => entry.journal === journal).length;
    for (const journal of ["VE", "AN"])
      expect(count(files.found, journal)).toBe(count(files.expected, journal));
    const pieces = (entries: readonly EntryLine[], name: (entry: EntryLine) => string) =>
      Object.fromEntries(
        ["VE", "AN", "BQ1", "BQ2"].map((journal) => [
          journal,
          new Set(entries.filter((entry) => entry.journal === journal).map(name)).size,
        ]),
      );
    expect(pieces(a, ({ number }) => number)).toEqual(
      pieces(expected, ({ date, piece }) => `${date} ${piece}`),
    );
    expect(sumCents(a.map(({ amount }) => amount))).toBe(0);
  });

  test("letters in capitals are on what comes to nothing, and on every document whose group is settled", () => {
    const lettered = b.filter((row) => isCapital(row[9]));
    const groups = Map.groupBy(lettered, (row) => `${row[3]} ${row[9]}`);
    expect(groups.size).toBeGreaterThan(20);
    for (const [name, rows] of groups) expect([name, sumCents(rows.map(amountOfB))]).toEqual([name, 0]);
    const letters = (number: string) =>
      b.find((row) => row[5] === number && row[2] === "411000" && row[9] !== "")?.[9] ?? "";
    const open = new Set(
      EXPECTED.documents
        .filter(({ outstanding, remaining }) => outstanding !== "0.00" || (remaining ?? "0.00") !== "0.00")
        .map(({ number, client }) => `${client} ${letters(number).toUpperCase()}`),
    );
    const wrong = EXPECTED.documents
      // What the bank gave back settles no invoice: it is connected with nothing (EXP-3).
      .filter(({ label }) => label !== "Remboursé")
      .filter(({ outstanding, remaining }) => outstanding === "0.00" && (remaining ?? "0.00") === "0.00")
      .map(({ number, client }) => ({ number, letters: letters(number), client }))
      .filter(
        ({ letters: code, client }) =>
          code === "" || isCapital(code) === open.has(`${client} ${code.toUpperCase()}`),
      );
    expect(wrong).toEqual([]);
    const short = EXPECTED.documents
      .filter(({ outstanding }) => outstanding !== "0.00")
      .filter(({ number }) => isCapital(letters(number)));
    expect(short).toEqual([]);
  });

  test("what is open of each client at the end are the documents and overpayments of the month", async () => {
    const { body } = ok(await month.client.get("/invoices/invoices/"));
    const documents = (
      body.results as {
        invoice_number: string;
        type: string;
        outstanding: string;
        remaining_credit: string;
      }[]
    ).map((one) => ({
      document: one.invoice_number,
      amount:
        one.type === "invoice" ? one.outstanding : centsToWire(cents(0 - centsOf(one.remaining_credit))),
    }));
    const expected = (EXPECTED.balances["2026-11-30"]?.clients ?? []).flatMap(({ open_items }) =>
      open_items.flatMap(({ document, amount }) => (document === undefined ? [] : [`${document} ${amount}`])),
    );
    expect(
      documents
        .filter(({ amount }) => centsOf(amount) !== 0)
        .map(({ document, amount }) => `${document} ${amount}`)
        .toSorted(),
    ).toEqual(expected.toSorted());
  });

  test("the VAT due of each document is what is due of it, its own once or with what settles it", () => {
    const due = new Map<string, number>();
    for (const { piece, account, amount } of a)
      if (account.startsWith("44571")) due.set(piece, (due.get(piece) ?? 0) - amount);
    // Of a document that another software has booked, only what still waited is ours.
    const waited = (piece: string) =>
      0 - sumCents(ofOpening(expectedEntries(vat_due), piece).map(({ amount }) => amount));
    const expected = EXPECTED.documents.map(({ number, origin, vat, vat_due_on_collection: settled }) => {
      const before = origin === BOOKED ? centsOf(vat) - waited(number) : 0;
      const all = vat_due === "collection" ? centsOf(settled) - before : origin === BOOKED ? 0 : centsOf(vat);
      return `${number} ${centsToWire(cents(all))}`;
    });
    expect(
      EXPECTED.documents.map(({ number }) => `${number} ${centsToWire(cents(due.get(number) ?? 0))}`),
    ).toEqual(expected);
    expect(centsToWire(cents(0 - sumCents(ofOpening(a).map(({ amount }) => amount))))).toBe(
      vat_due === "collection" ? EXPECTED.opening.waiting_vat : "0.00",
    );
  });

  test("a line that nobody knew makes VAT due on the day on which it is identified, on collection", () => {
    for (const { line, identified, tax } of EXPECTED.identified) {
      const later = EXPECTED.bank_lines.find(({ id }) => id === line)?.later;
      expect(later?.date.startsWith(identified)).toBe(true);
      const moved = a.filter(
        ({ piece, date, account }) =>
          piece === later?.document && date === later.date.replaceAll("-", "") && account.startsWith("44571"),
      );
      expect(centsToWire(cents(0 - sumCents(moved.map(({ amount }) => amount))))).toBe(
        vat_due === "collection" ? tax : "0.00",
      );
    }
  });
});

/** What waits of VAT when documents of another software come in, of one or of all. */
const ofOpening = (entries: readonly EntryLine[], piece?: string): EntryLine[] =>
  entries.filter(
    (one) => one.journal === "AN" && one.account === "445740" && (piece === undefined || one.piece === piece),
  );
const BOOKED = "factures-emises-1-deja-comptabilisees.csv";
const centsOf = (text: string): number => Math.round(Number(text) * 100);
const isCapital = (letters: string | undefined): boolean => /^[A-Z]+$/.test(letters ?? "");

/** Cells of B, which is windows-1252, without its header. */
const rowsOfB = (bytes: Buffer): string[][] =>
  rowsOf(Buffer.from(new TextDecoder("windows-1252").decode(bytes)));
const euros = (text: string | undefined): number =>
  Math.round(Number((text ?? "").replace(",", ".") || 0) * 100);
const amountOfB = (row: readonly string[]) => cents(euros(row[6]) - euros(row[7]));
const lineOfB = (row: readonly string[]): string =>
  [row[0], row[1]?.split("/").toReversed().join(""), row[2], row[3], row[5], amountOfB(row)].join(" ");
const lineOfA = ({ journal, date, account, auxiliary, piece, amount }: EntryLine): string =>
  [journal, date, account, auxiliary, piece, amount].join(" ");
