import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { DocumentSettlement, ExportProvision } from "./export-data.ts";
import { anExportInvoice, SCENARIO } from "./fixtures/scenario.testing.ts";
import { ledgerEntries } from "./ledger-entries.ts";
import { NO_LETTERS } from "./lettering.ts";
import { ALL_DAYS } from "./export-data.ts";
import { provisionBase, provisionMoves } from "./provision-life.ts";

const accounts = { provision: "491000", charge: "681740", release: "781740" };
const day = (number: number): CivilDate => civilDate(`2026-12-${String(number).padStart(2, "0")}`);
/** 100,00 before tax, 110,00 with it. */
const owing = (outstanding: number) => ({
  total_net_amount: cents(100_00),
  total_amount: cents(110_00),
  outstanding: cents(outstanding),
});
let ids = 0;
const chosen = (on: number, amount: number): ExportProvision => {
  ids += 1;
  return { id: ids, invoice_id: 123, set_on: day(on), amount: cents(amount), accounts };
};
const paid = (on: number, amount: number): DocumentSettlement => ({
  document_id: 123,
  key: `vat:123:allocation:${on}`,
  cause: amount < 0 ? "return" : "payment",
  date: day(on),
  amount: cents(amount),
});
const moves = (outstanding: number, provisions: ExportProvision[], settlements: DocumentSettlement[] = []) =>
  provisionMoves(owing(outstanding), provisions, settlements).map(({ date, amount }) => [
    Number(date.slice(8)),
    amount,
  ]);

describe("the provision of an invoice in default (EXP-19)", () => {
  test("is of what is due before tax at most", () => {
    expect(provisionBase(owing(110_00), cents(110_00))).toBe(100_00);
    expect(provisionBase(owing(33_33), cents(33_33))).toBe(30_30);
    expect(provisionBase(owing(0), cents(0))).toBe(0);
  });

  test("is made on its day, and taken back when it is withdrawn or its invoice reopened", () => {
    expect(moves(110_00, [chosen(10, 50_00)])).toEqual([[10, 50_00]]);
    expect(moves(110_00, [chosen(10, 50_00), chosen(20, 0)])).toEqual([
      [10, 50_00],
      [20, -50_00],
    ]);
  });

  test("moves by the difference when another sum is chosen", () => {
    expect(
      moves(110_00, [chosen(10, 50_00), chosen(12, 80_00), chosen(14, 20_00), chosen(15, 20_00)]),
    ).toEqual([
      [10, 50_00],
      [12, 30_00],
      [14, -60_00],
    ]);
  });

  test("is taken back by what pays the invoice, as far as it is more than what is left before tax", () => {
    expect(moves(0, [chosen(10, 50_00)], [paid(15, 110_00)])).toEqual([
      [10, 50_00],
      [15, -50_00],
    ]);
    expect(moves(33_00, [chosen(10, 50_00)], [paid(15, 22_00), paid(16, 55_00)])).toEqual([
      [10, 50_00],
      [16, -20_00],
    ]);
  });

  test("stands again when a payment bounces", () => {
    expect(moves(110_00, [chosen(10, 50_00)], [paid(15, 110_00), paid(18, -110_00)])).toEqual([
      [10, 50_00],
      [15, -50_00],
      [18, 50_00],
    ]);
  });

  test("that was made before an earlier payment came in is taken back on its own day, and stays made", () => {
    expect(moves(0, [chosen(10, 50_00)], [paid(8, 110_00)])).toEqual([
      [10, 50_00],
      [10, -50_00],
    ]);
  });

  test("has no entry for a payment after it was withdrawn", () => {
    expect(moves(0, [chosen(10, 50_00), chosen(12, 0)], [paid(15, 110_00)])).toEqual([
      [10, 50_00],
      [12, -50_00],
    ]);
  });

  test("has a key of its own for each entry, and keeps its first accounts", () => {
    const first = { ...chosen(10, 50_00), id: 7 };
    const second = { ...chosen(12, 60_00), id: 8, accounts: { ...accounts, provision: "491100" } };
    const found = provisionMoves(owing(0), [first, second], [paid(15, 110_00)]);
    expect(found.map(({ key }) => key)).toEqual([
      "provision:7",
      "provision:8",
      "provision:vat:123:allocation:15",
    ]);
    expect(new Set(found.map((move) => move.accounts.provision))).toEqual(new Set(["491000"]));
  });
});

test("EXP-19: a provision is 681740 against 491000 in journal OD, its return 491000 against 781740", () => {
  const invoice = anExportInvoice({ outstanding: cents(0) });
  const data = {
    ...SCENARIO,
    invoices: [invoice],
    transactions: [],
    allocations: [],
    credit_applications: [],
    refunds: [],
    moved_parts: [],
    provisions: [chosen(10, 1000_00)],
    settlements: [paid(15, invoice.total_amount)],
  };
  const found = [...ledgerEntries(data, NO_LETTERS, ALL_DAYS)].filter(({ journal }) => journal === "OD");
  expect(
    found.map(({ date, lines }) => [
      date,
      ...lines.map((line) => [line.account, line.debit, line.credit, line.piece, line.label]),
    ]),
  ).toEqual([
    [
      "2026-12-10",
      ["681740", 1000_00, 0, "F26000123", "Provision F26000123"],
      ["491000", 0, 1000_00, "F26000123", "Provision F26000123"],
    ],
    [
      "2026-12-15",
      ["491000", 1000_00, 0, "F26000123", "Reprise provision F26000123"],
      ["781740", 0, 1000_00, "F26000123", "Reprise provision F26000123"],
    ],
  ]);
});
