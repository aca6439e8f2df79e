// Two months of one distributor: what the product makes of them is compared with figures that were computed outside it (README.md).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPECTED, type ExpectedDocument } from "./expected.ts";
import { canEnd } from "./end-lines.ts";
import { balances, comparable, entriesOf, type EntryLine, expectedEntries } from "./entries.ts";
import {
  exportedA,
  lineOf,
  lotFile,
  type Month,
  openMonth,
  playedInvoices,
  type PlayedLine,
  playedLines,
  type VatDue,
} from "./month.ts";
import { playMonth } from "./play-month.ts";

const months = new Map<VatDue, Month>();
let month: Month;
let lines: readonly PlayedLine[];
beforeAll(async () => {
  for (const vat_due of ["collection", "debits"] as const) {
    month = await openMonth(vat_due);
    months.set(vat_due, month);
    await playMonth(month);
  }
  lines = await playedLines(month);
});
afterAll(() => Promise.all([...months.values()].map((one) => one.close())));

describe("documents", () => {
  test("are the 63 of the month, with their numbers, days and amounts", async () => {
    const invoices = await playedInvoices(month);
    const expected = EXPECTED.documents.map((document) => ({
      ...pick(document, "number", "type", "cinema", "week", "date", "net", "vat", "total"),
      // A credit note asks for no payment: it is due on its own day. The list of the former software says when its credit note was due.
      due_date: document.number.startsWith("A26") ? document.date : document.due_date,
    }));
    const found = invoices.map((invoice) => ({
      number: invoice.invoice_number,
      type: invoice.type,
      cinema: invoice.cinema_name,
      week: invoice.week_display.split(" ")[0],
      date: invoice.invoice_date,
      net: invoice.total_net_amount,
      vat: invoice.total_vat_amount,
      total: invoice.total_amount,
      due_date: invoice.due_date,
    }));
    expect(byNumber(found)).toEqual(byNumber(expected));
  });

  test("each credit note names the invoice that it corrects", async () => {
    const found = [];
    for (const { id, invoice_number } of await playedInvoices(month)) {
      if (!invoice_number.startsWith("A26")) continue;
      const { body } = await month.client.get(`/invoices/invoices/${id}/detail/`);
      found.push({ number: invoice_number, corrects: body.corrects?.invoice_number });
    }
    const expected = EXPECTED.documents.filter(({ number }) => number.startsWith("A26"));
    expect(byNumber(found)).toEqual(expected.map((document) => pick(document, "number", "corrects")));
  });
});

describe("statements", () => {
  test("are read whole: every line with its day, its amount and its label", () => {
    expect(lines).toHaveLength(EXPECTED.bank_lines.length);
    expect(EXPECTED.bank_lines.filter((line) => lineOf(lines, line) === undefined)).toEqual([]);
  });

  test("tell no error, no duplicate and nothing left out", () => {
    expect(month.statements).toEqual(
      ["2026-10", "2026-10", "2026-11", "2026-11"].map((day) =>
        expect.objectContaining({
          duplicates: 0,
          ignored: 0,
          errors: [],
          currency: "EUR",
          period_start: expect.stringMatching(day),
          period_end: expect.stringMatching(day),
        }),
      ),
    );
  });

  test("the engine letters by itself only what ends on invoices, and on those of the month", () => {
    const lettered = EXPECTED.bank_lines
      .map((line) => ({ line, found: lineOf(lines, line)?.lettering }))
      .filter(({ found }) => found?.decision?.is_automatic);
    expect(lettered.map(({ line, found }) => [line.id, paid(found?.invoices ?? [])])).toEqual(
      lettered.map(({ line }) => [
        line.id,
        line.parts.map((part) => `${part.kind === "invoice" ? part.document : part.kind} ${part.amount}`),
      ]),
    );
    expect(lettered.map(({ line }) => line.id)).toEqual(LETTERED_ALONE);
  });

  test("every line has its end: the parts that a person or the engine gave it", () => {
    const ended = EXPECTED.bank_lines.filter(canEnd);
    expect(ended.map((line) => [line.id, partsOf(lineOf(lines, line))])).toEqual(
      ended.map((line) => [
        line.id,
        line.parts.map(({ kind, document, account, amount }) => `${kind} ${document ?? account} ${amount}`),
      ]),
    );
  });
});

describe.each(["collection", "debits"] as const)("with VAT on %s", (vat_due) => {
  let played: Month;
  beforeAll(() => {
    played = months.get(vat_due) ?? month;
  });
  /** What the lots of the months up to a day hold. */
  const lotsUntil = (day: string) =>
    played.lots.slice(0, day === "2026-10-31" ? 1 : 2).flatMap(({ a }) => entriesOf(a));

  test.each(["VE", "AN"])("every entry of journal %s is that of the month, to the cent", async (journal) => {
    const of = (entries: readonly EntryLine[]) =>
      comparable(entries.filter((entry) => entry.journal === journal));
    expect(of(entriesOf(await exportedA(played)))).toEqual(of(expectedEntries(vat_due)));
  });

  test.each(["2026-10-31", "2026-11-30"])("the lots until %s balance the bank accounts", (day) => {
    const of = (accounts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(accounts).filter(([account]) => account.startsWith("512")));
    const found = balances(lotsUntil(day), ({ account }) => account);
    expect(of(found)).toEqual(of(EXPECTED.balances[day]?.accounts[`on_${vat_due}`] ?? {}));
  });

  test("the lot of October is the same byte for byte once that of November is made", async () => {
    const [october] = played.lots;
    expect(await lotFile(played.client, october?.id ?? 0)).toEqual(october?.a);
  });

  test("lots number the entries of each journal of a year without a gap", () => {
    const numbers = new Set(played.lots.flatMap(({ a }) => entriesOf(a).map(({ number }) => number)));
    const journals = Map.groupBy(numbers, (number) => number.slice(0, -6));
    for (const [journal, taken] of journals)
      expect(taken.toSorted()).toEqual(taken.map((_, n) => `${journal}${String(n + 1).padStart(6, "0")}`));
    expect([...journals.keys()].toSorted()).toEqual(
      ["AN", "BQ1", "BQ2", ...(vat_due === "collection" ? ["OD"] : []), "VE"].map(
        (journal) => `${journal}-2026-`,
      ),
    );
  });
});

/** Lines that need nobody: their labels quote numbers, and their amounts are what these owe. */
const LETTERED_ALONE = "A02 A03 A10 A11 A19 A22 A27 A30 A31 A33 B10 A39 A40 A42 B15".split(" ");

const KINDS: Record<string, string> = {
  fees: "bank_fee 627800",
  unknown: "unknown 471000",
  credit: "client_credit 411000",
  advance: "advance 419100",
};
const partsOf = (line: PlayedLine | undefined): string[] => [
  ...(line?.lettering?.invoices ?? []).map((one) => `invoice ${one.invoice_number} ${one.amount}`),
  ...(line?.lettering?.parts ?? []).map(
    ({ kind, account, invoice_number, amount }) =>
      `${KINDS[kind] ?? `${kind} ${account}${invoice_number}`} ${amount}`,
  ),
];

const paid = (invoices: readonly { readonly invoice_number: string; readonly amount: string }[]) =>
  invoices.map(({ invoice_number, amount }) => `${invoice_number} ${amount}`).toSorted();

const byNumber = <Document extends { readonly number: string }>(documents: readonly Document[]): Document[] =>
  documents.toSorted((a, b) => (a.number < b.number ? -1 : 1));

function pick<Key extends keyof ExpectedDocument>(
  document: ExpectedDocument,
  ...keys: Key[]
): Pick<ExpectedDocument, Key> {
  return Object.fromEntries(keys.map((key) => [key, document[key]])) as Pick<ExpectedDocument, Key>;
}
