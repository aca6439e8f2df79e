import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { ON_DEBITS } from "../vat/vat-regime.ts";
import { defaultPeriod, type DocumentSettlement, type ExportData } from "./export-data.ts";
import { anExportInvoice, anExportTransaction, aPayment, SCENARIO } from "./fixtures/scenario.testing.ts";
import { ledgerEntries } from "./ledger-entries.ts";
import { letter } from "./lettering.ts";
import { reversalOf, totalOf } from "./lots.ts";

const ON_COLLECTION = { ...ON_DEBITS, vat_due: "collection" as const };
const DAY = civilDate("2026-12-05");

const entriesOf = (changes: Partial<ExportData>) => {
  const data = { ...SCENARIO, invoices: [], transactions: [], allocations: [], parts: [], ...changes };
  const entries = [...ledgerEntries(data, letter(data), defaultPeriod(civilDate("2026-12-31")))];
  entries.forEach(totalOf);
  return entries;
};
const brief = (changes: Partial<ExportData>) =>
  entriesOf(changes).map(({ journal, date, lines }) => [
    `${journal} ${date}`,
    ...lines.map((line) => `${line.account} ${line.debit}/${line.credit} ${line.label}`),
  ]);
const anInvoice = (changes: Parameters<typeof anExportInvoice>[0] = {}) =>
  anExportInvoice({ vat_regime: ON_COLLECTION, ...changes });
const received = (id: number, amount: number) =>
  anExportTransaction({ id, amount: cents(amount), transaction_date: DAY, label: "VIR" });
const pays = (transaction_id: number, amount: number) =>
  aPayment({ transaction_id, invoice_id: 123, amount: cents(amount) });
const settles = (amount: number, changes: Partial<DocumentSettlement> = {}): DocumentSettlement => ({
  document_id: 123,
  key: "vat:123:allocation:6",
  cause: "payment",
  date: DAY,
  amount: cents(amount),
  ...changes,
});

describe("VAT-4: the entries of VAT on collection", () => {
  test("an invoice credits the waiting account, and a payment moves its VAT on its day", () => {
    const made = brief({
      invoices: [anInvoice()],
      transactions: [received(6, 289731)],
      allocations: [pays(6, 289731)],
      settlements: [settles(289731)],
    });
    const sale = "Loc. films S47/2026 Cinéma Le Beffroi";
    expect(made).toEqual([
      ["VE 2026-11-30", `411000 289731/0 ${sale}`, `706100 0/263392 ${sale}`, `445740 0/26339 ${sale}`],
      ["BQ 2026-12-05", "512100 289731/0 VIR", "411000 0/289731 Règlement F26000123"],
      ["OD 2026-12-05", "445740 26339/0 TVA exigible F26000123", "445712 0/26339 TVA exigible F26000123"],
    ]);
  });

  test("a credit note of VAT alone has no line of sales", () => {
    const [made] = brief({
      invoices: [
        anInvoice({
          type: "credit_note",
          total_net_amount: cents(0),
          total_vat_amount: cents(-1),
          total_amount: cents(-1),
          vat_breakdown: [{ vat_rate_bp: 1000, net_amount: cents(0), vat_amount: cents(-1) }],
        }),
      ],
    });
    expect(made?.map((line) => line.split(" ", 2).join(" "))).toEqual([
      "VE 2026-11-30",
      "411000 0/1",
      "445740 1/0",
    ]);
  });

  test("each settlement has a key of its own, and the VAT that it makes due with its base", () => {
    const made = entriesOf({
      invoices: [anInvoice()],
      settlements: [settles(100000), settles(189731, { key: "vat:123:allocation:7" })],
    });
    expect(
      made.filter(({ journal }) => journal === "OD").map(({ key, lines }) => [key, lines[0]?.vat_due]),
    ).toEqual([
      ["vat:123:allocation:6", [{ vat_rate_bp: 1000, net_amount: 90909, vat_amount: 9091 }]],
      ["vat:123:allocation:7", [{ vat_rate_bp: 1000, net_amount: 172483, vat_amount: 17248 }]],
    ]);
    expect(made[0]?.lines.flatMap((line) => line.vat_due ?? [])).toEqual([]);
  });

  test("on debits the invoice makes all of it due, and its reversal takes all of it back", () => {
    const [sale] = entriesOf({ invoices: [anExportInvoice()] });
    const due = { vat_rate_bp: 1000, net_amount: 263392, vat_amount: 26339 };
    expect(sale?.lines.flatMap((line) => line.vat_due ?? [])).toEqual([due]);
    const reversal = reversalOf({ id: 1, piece_date: DAY, ...sale! }, DAY);
    expect(reversal.lines.flatMap((line) => line.vat_due ?? [])).toEqual([
      { vat_rate_bp: 1000, net_amount: -263392, vat_amount: -26339 },
    ]);
  });

  test("a credit note moves its own VAT the other way with that of the invoice that it settles", () => {
    const note = anInvoice({
      id: 7,
      type: "credit_note",
      invoice_number: "A26000007",
      invoice_date: DAY,
      corrects_number: "F26000123",
      total_net_amount: cents(-1000),
      total_vat_amount: cents(-100),
    });
    const settlements = [
      settles(1100, { cause: "credit" }),
      settles(-1100, { document_id: 7, key: "vat:7:invoice:1", cause: "credit" }),
    ];
    expect(brief({ invoices: [anInvoice(), note], settlements }).slice(2)).toEqual([
      ["OD 2026-12-05", "445740 0/100 TVA exigible A26000007", "445712 100/0 TVA exigible A26000007"],
      ["OD 2026-12-05", "445740 100/0 TVA exigible F26000123", "445712 0/100 TVA exigible F26000123"],
    ]);
  });

  test("two rates wait on one line and become due on their own accounts; another chart has its own numbers", () => {
    const two = anInvoice({
      total_net_amount: cents(2000),
      total_vat_amount: cents(255),
      vat_breakdown: [
        { vat_rate_bp: 2000, net_amount: cents(1000), vat_amount: cents(200) },
        { vat_rate_bp: 550, net_amount: cents(1000), vat_amount: cents(55) },
      ],
      vat_regime: { ...ON_COLLECTION, waiting_account: "445800", account_550: "445719" },
    });
    const made = brief({ invoices: [two], settlements: [settles(2255)] });
    expect(made[0]?.[3]).toContain("445800 0/255");
    expect(made[1]?.slice(1)).toEqual([
      "445800 255/0 TVA exigible F26000123",
      "445711 0/200 TVA exigible F26000123",
      "445719 0/55 TVA exigible F26000123",
    ]);
  });

  test("a difference that is written off takes its VAT along, against 658000", () => {
    const made = brief({
      invoices: [anInvoice({ total_net_amount: cents(116528), total_vat_amount: cents(11653) })],
      settlements: [settles(128170), settles(11, { key: "vat:123:part:9", cause: "write_off" })],
    });
    expect(made.at(-1)).toEqual([
      "OD 2026-12-05",
      "445740 1/0 TVA sur écart F26000123",
      "658000 0/1 TVA sur écart F26000123",
    ]);
  });

  test("what another software has booked comes in with the VAT that waits", () => {
    const opening = { kind: "opening" as const, id: 1, invoice_id: 123, amount: cents(20000), letters: null };
    const invoice = anInvoice({
      opening_date: DAY,
      total_net_amount: cents(50000),
      total_vat_amount: cents(2750),
      vat_breakdown: [{ vat_rate_bp: 550, net_amount: cents(50000), vat_amount: cents(2750) }],
    });
    const made = brief({
      invoices: [invoice],
      transactions: [received(6, 10000)],
      allocations: [opening, pays(6, 10000)],
      settlements: [settles(10000)],
    });
    expect(made[0]?.slice(4)).toEqual([
      "890000 1707/0 À nouveau TVA en attente F26000123",
      "445740 0/1707 À nouveau TVA en attente F26000123",
    ]);
    expect(made.at(-1)?.slice(1)).toEqual([
      "445740 521/0 TVA exigible F26000123",
      "445713 0/521 TVA exigible F26000123",
    ]);
  });

  test("VAT-2: of an imported invoice that tells no rates, on the account of the rate that its amounts show", () => {
    const invoice = anInvoice({ vat_breakdown: [] });
    const made = brief({ invoices: [invoice], settlements: [settles(289731)] });
    expect(made.at(-1)?.[2]).toBe("445712 0/26339 TVA exigible F26000123");
  });
});
