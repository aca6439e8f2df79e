import { readFileSync } from "node:fs";
import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { defaultPeriod, type ExportData } from "./export-data.ts";
import {
  anExportInvoice,
  anExportPart,
  aPayment,
  anExportTransaction,
  SCENARIO,
} from "./fixtures/scenario.testing.ts";
import { formatA } from "./format-a.ts";
import { formatB } from "./format-b.ts";
import { formatC } from "./format-c.ts";
import { ledgerEntries } from "./ledger-entries.ts";
import { letter } from "./lettering.ts";

const YEAR = defaultPeriod(civilDate("2026-12-31"));
const golden = (format: string): Buffer =>
  readFileSync(new URL(`fixtures/accounting_export_${format}.csv`, import.meta.url));

const a = (data: ExportData, period = YEAR) =>
  Buffer.from([...formatA(ledgerEntries(data, letter(data), period))].join(""));
const b = (data: ExportData, period = YEAR) =>
  Buffer.concat([...formatB(ledgerEntries(data, letter(data), period))]);
const c = (data: ExportData, period = YEAR) => Buffer.from([...formatC(data, letter(data), period)].join(""));

describe("the month of the samples comes out byte for byte", () => {
  test("in format A, the columns of the FEC", () => {
    expect(a(SCENARIO).toString()).toBe(golden("a").toString());
    expect(a(SCENARIO).equals(golden("a"))).toBe(true);
  });
  test("in format B, windows-1252", () => {
    expect(b(SCENARIO).toString("latin1")).toBe(golden("b").toString("latin1"));
  });
  test("in format C, the lettered statement", () => {
    expect(c(SCENARIO).toString()).toBe(golden("c").toString());
    expect(c(SCENARIO).equals(golden("c"))).toBe(true);
  });
  test("whatever the order of the rows", () => {
    const shuffled: ExportData = {
      ...SCENARIO,
      invoices: SCENARIO.invoices.toReversed(),
      transactions: SCENARIO.transactions.toReversed(),
      allocations: SCENARIO.allocations.toReversed(),
    };
    for (const [write, format] of [
      [a, "a"],
      [b, "b"],
      [c, "c"],
    ] as const) {
      expect(write(shuffled).equals(golden(format))).toBe(true);
    }
  });
});

test("a period without an entry has only the headers", () => {
  const empty = { from: civilDate("2020-01-01"), to: civilDate("2020-12-31") };
  for (const write of [a, b, c]) {
    const lines = write(SCENARIO, empty).toString("latin1").split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe("");
  }
});

test("a period keeps both its days, and letters known from outside it", () => {
  const december28 = { from: civilDate("2026-12-28"), to: civilDate("2026-12-28") };
  const lines = a(SCENARIO, december28).toString().split("\r\n").slice(1, -1);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("BQ;Banque;1;20261228;512100");
  expect(lines[1]).toContain(";AAA;20261228;");
  expect(c(SCENARIO, december28).toString().split("\r\n")).toHaveLength(3);
});

test("the default period is the year of today and the one before", () => {
  expect(defaultPeriod(civilDate("2026-06-15"))).toEqual({ from: "2025-01-01", to: "2026-12-31" });
});

describe("text that a spreadsheet would run", () => {
  const attack = (label: string): ExportData => ({
    ...SCENARIO,
    transactions: [anExportTransaction({ label, amount: cents(100) })],
    allocations: [],
  });
  test.each(['=HYPERLINK("http://evil.example")', "+33 1 99 00", "-1+1", "@SUM(A1)", "\t=1+1"])(
    "« %s » is disarmed in A, B and C",
    (label) => {
      const cells = (text: string) => text.replaceAll('""', '"').replace(/;"/g, ";");
      expect(cells(c(attack(label)).toString())).toContain(`;'${label}`);
      expect(cells(b(attack(label)).toString("latin1"))).toContain(`;'${label.slice(0, 34)}`);
      expect(cells(a(attack(label)).toString())).toContain(`;'${label}`);
    },
  );
  test("a full-width sign that windows-1252 turns into a formula is disarmed in B", () => {
    expect(b(attack("＝1+1")).toString("latin1")).toContain(";'=1+1;");
    expect(a(attack("＝1+1")).toString()).toContain(";'＝1+1;");
  });
  test("names and numbers of an imported invoice too", () => {
    const data: ExportData = {
      ...SCENARIO,
      invoices: [
        anExportInvoice({
          invoice_number: "=F-1",
          cinema_name: "@Ciné",
          cinema_code: "+X",
          client_account: "-411",
        }),
      ],
      transactions: [anExportTransaction()],
      allocations: [aPayment({ transaction_id: 6, invoice_id: 123, amount: cents(289731) })],
    };
    const text = c(data).toString();
    for (const disarmed of [";'=F-1;", ";'@Ciné;", ";'+X;", ";'-411;"]) expect(text).toContain(disarmed);
    expect(b(data).toString("latin1")).toContain(";'-411;");
    for (const disarmed of [";'=F-1;", ";'-411;"]) expect(a(data).toString()).toContain(disarmed);
  });
  test("EXP-4: the name that a distributor gave to an account is disarmed in A", () => {
    const data: ExportData = {
      ...SCENARIO,
      transactions: [anExportTransaction({ amount: cents(-3000) })],
      allocations: [],
      parts: [
        anExportPart({
          kind: "account",
          account: "613200",
          account_label: "=HYPERLINK(1)",
          amount: cents(-3000),
        }),
      ],
    };
    expect(a(data).toString()).toContain(";613200;'=HYPERLINK(1);");
  });
  test("EXP-6: a part that is no invoice's has its account, and the amount of its line is told once", () => {
    const data: ExportData = {
      ...SCENARIO,
      transactions: [anExportTransaction({ label: "PRLV", amount: cents(-3000) })],
      allocations: [],
      parts: [
        anExportPart({ kind: "account", account: "613200", account_label: "Loyers", amount: cents(-2500) }),
        anExportPart({ id: 2, kind: "unknown", amount: cents(-500) }),
      ],
    };
    const lines = c(data).toString().split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.split(";").slice(2))).toEqual([
      ["PRLV", "-30,00", "EUR", "Affecté", "", "", "", "", "", "613200", "-25,00", "", "0,00", "", ""],
      ["PRLV", "", "EUR", "À identifier", "", "", "", "", "", "471000", "-5,00", "", "", "", ""],
    ]);
  });
  test.each([
    ["411AUTRE", ["411AUTRE", "100,00"], "0,00"],
    ["411BEFFROI", undefined, "100,00"],
  ])(
    "EXP-6: what is too much of a payment and %s's is told on the account of that client",
    (client_account, other, rest) => {
      const invoice = anExportInvoice({ client_account: "411BEFFROI", outstanding: cents(0) });
      const line = anExportTransaction({ label: "VIR", amount: cents(60_000) });
      const payment = {
        kind: "payment",
        id: 1,
        invoice_id: invoice.id,
        transaction_id: line.id,
        amount: cents(50_000),
        letters: null,
      } as const;
      const data: ExportData = {
        ...SCENARIO,
        invoices: [invoice],
        transactions: [line],
        allocations: [payment],
        parts: [
          anExportPart({ kind: "credit", client_account, transaction_id: line.id, amount: cents(10_000) }),
        ],
      };
      const [first, second] = c(data)
        .toString()
        .split("\r\n")
        .slice(1, -1)
        .map((row) => row.split(";"));
      expect(first?.slice(11, 15)).toEqual(["411BEFFROI", "500,00", "0,00", rest]);
      expect(second?.slice(11, 13)).toEqual(other);
    },
  );
  test("BANK-38: what is in another currency is on no account, and nothing of it is left in euros", () => {
    const dollars = anExportTransaction({ label: "WIRE", currency_code: "USD", amount: cents(1000) });
    const lines = c({ ...SCENARIO, transactions: [dollars], allocations: [] })
      .toString()
      .split("\r\n");
    expect(lines[1]?.split(";").slice(2)).toEqual([
      "WIRE",
      "10,00",
      "USD",
      "Autre devise",
      ...Array.from({ length: 11 }, () => ""),
    ]);
  });
  test("an amount below zero stays a number", () => {
    const returned = anExportTransaction({
      amount: cents(-5000),
      returned: [{ received: cents(5000), paid: [{ client_account: "411BEFFROI", amount: cents(5000) }] }],
    });
    const data = { ...SCENARIO, transactions: [returned], allocations: [] };
    expect(c(data).toString()).toContain(";-50,00;EUR;Paiement retourné;");
  });
});

test("a separator, a quote or a line break in a text stays in its cell", () => {
  const data: ExportData = {
    ...SCENARIO,
    transactions: [anExportTransaction({ label: 'VIR "CINE";F1\r\nSUITE' })],
    allocations: [],
  };
  expect(c(data).toString()).toContain(';"VIR ""CINE"";F1 SUITE";');
  expect(c(data).toString().split("\r\n")).toHaveLength(3);
});

test("a label of format B has 35 characters at most, and letters that windows-1252 lacks lose their accent", () => {
  const data: ExportData = {
    ...SCENARIO,
    invoices: [],
    transactions: [anExportTransaction({ label: "Łódź Ciné Praha → œuvre 😀 et la suite du libellé" })],
    allocations: [],
  };
  const [, line] = new TextDecoder("windows-1252").decode(b(data)).split("\r\n");
  const label = line!.split(";")[4]!;
  expect(label).toBe("Lódz Ciné Praha > œuvre ? et la sui");
  expect(label).toHaveLength(35);
});

test("a client whose 50,000 invoices are chained by their payments is one group", () => {
  const ids = Array.from({ length: 50_000 }, (_, id) => id);
  const data: ExportData = {
    bank_accounts: [],
    accounts: SCENARIO.accounts,
    invoices: ids.map((id) => anExportInvoice({ id, invoice_number: `F26${String(id).padStart(6, "0")}` })),
    transactions: ids.map((id) => anExportTransaction({ id, amount: cents(200) })),
    allocations: ids.flatMap((id) =>
      [id, id + 1].map((invoice_id) =>
        aPayment({ invoice_id: invoice_id % ids.length, transaction_id: id, amount: cents(100) }),
      ),
    ),
    credit_applications: [],
    refunds: [],
    moved_parts: [],
    settlements: [],
    provisions: [],
    parts: [],
  };
  const { of_invoice } = letter(data);
  expect(new Set([...of_invoice.values()].map(({ code }) => code))).toEqual(new Set(["aaa"]));
  expect(of_invoice.size).toBe(ids.length);
});
