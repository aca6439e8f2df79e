import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents, sumCents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defaultPeriod,
  type ExportAllocation,
  type ExportCreditSource,
  type ExportData,
  type ReturnedCredit,
} from "./export-data.ts";
import {
  anExportInvoice,
  anExportPart,
  aPayment,
  anExportTransaction,
  SCENARIO,
} from "./fixtures/scenario.testing.ts";
import { ledgerEntries } from "./ledger-entries.ts";
import { letter } from "./lettering.ts";

const entries = (changes: Partial<ExportData>) => {
  const data = { ...SCENARIO, invoices: [], transactions: [], allocations: [], ...changes };
  return [...ledgerEntries(data, letter(data), defaultPeriod(civilDate("2026-12-31")))];
};
const brief = (changes: Partial<ExportData>) =>
  entries(changes).map(({ journal, lines }) => [
    journal,
    ...lines.map(
      (line) => `${line.account} ${line.client_account} ${line.debit}/${line.credit} ${line.label}`,
    ),
  ]);
const payment = (transaction_id: number, invoice_id: number, amount: number) =>
  aPayment({ transaction_id, invoice_id, amount: cents(amount) });

test("an overpayment is a line of the client that is not lettered", () => {
  const [, bank] = entries({
    invoices: [anExportInvoice()],
    transactions: [anExportTransaction({ amount: cents(300000) })],
    allocations: [payment(6, 123, 289731)],
  });
  expect(bank!.lines.map((line) => [line.label, line.credit, line.letters?.code])).toEqual([
    [expect.stringContaining("VIR SEPA"), 0, undefined],
    ["Règlement F26000123", 289731, "AAA"],
    ["Trop-perçu", 10269, undefined],
  ]);
});

test("what was paid of an invoice before its import leaves 411 by the opening journal, lettered with it", () => {
  const opening = {
    kind: "opening" as const,
    id: 1,
    invoice_id: 123,
    amount: cents(14000),
    letters: null,
  };
  const invoices = [anExportInvoice({ total_net_amount: cents(40000), total_vat_amount: cents(4000) })];
  const transactions = [anExportTransaction({ amount: cents(30000) })];
  const made = entries({ invoices, transactions, allocations: [opening, payment(6, 123, 30000)] });
  expect(made.map(({ number, journal, date }) => [number, journal, date])).toEqual([
    [1, "VE", "2026-11-30"],
    [2, "AN", "2026-11-30"],
    [3, "BQ", "2026-12-28"],
  ]);
  const lines = made.flatMap((entry) => entry.lines);
  expect(
    lines
      .filter((line) => line.account === "411000")
      .map((line) => [line.debit, line.credit, line.letters?.code]),
  ).toEqual([
    [44000, 0, "AAA"],
    [0, 14000, "AAA"],
    [0, 30000, "AAA"],
  ]);
  expect(made[1]?.lines[0]).toMatchObject({ account: "890000", debit: 14000, piece: "F26000123" });
});

test("a credit note that a person made says why, one of a report which", () => {
  const note = (reason: string | null) =>
    anExportInvoice({
      type: "credit_note",
      corrects_number: "F26000001",
      reason,
      total_net_amount: cents(-100),
      total_vat_amount: cents(-10),
    });
  const label = (reason: string | null) => entries({ invoices: [note(reason)] })[0]?.lines[0]?.label;
  expect(label("Geste commercial")).toBe("Avoir sur F26000001 – Geste commercial");
  expect(label(null)).toBe("Avoir sur F26000001 – rectif. bordereau S47");
});

test("an invoice that another software has booked is entered with what is open of it, on its day", () => {
  const opening = { kind: "opening" as const, id: 1, invoice_id: 123, amount: cents(89731), letters: null };
  const opening_date = civilDate("2026-12-01");
  const [made, ...others] = entries({
    invoices: [anExportInvoice({ opening_date })],
    allocations: [opening],
  });
  expect(others).toEqual([]);
  expect(made).toMatchObject({ key: "invoice:123", journal: "AN", date: opening_date });
  expect(made?.lines.map((line) => [line.account, line.debit, line.credit, line.letters?.code])).toEqual([
    ["411000", 289731, 0, "aaa"],
    ["411000", 0, 89731, "aaa"],
    ["890000", 0, 200000, undefined],
  ]);
});

test("LET-23: a return that was decided debits the client invoice by invoice, and the group is short until it is paid again", () => {
  const receipt = anExportTransaction({ amount: cents(289731) });
  const debit = anExportTransaction({
    id: 7,
    transaction_date: civilDate("2026-12-29"),
    label: "REJET PRLV FRAIS 12,50 INCLUS",
    amount: cents(-290981),
    returned: [creditOf({ client_account: "411BEFFROI", amount: cents(289731) })],
  });
  const again = anExportTransaction({
    id: 8,
    transaction_date: civilDate("2026-12-30"),
    amount: cents(289731),
  });
  const returned = { ...payment(7, 123, -289731), kind: "return" as const };
  const parts = [anExportPart({ transaction_id: 7, kind: "fees", amount: cents(-1250) })];
  const made = (...more: ExportData["allocations"]) =>
    entries({
      invoices: [anExportInvoice()],
      transactions: [receipt, debit, again],
      allocations: [payment(6, 123, 289731), returned, ...more],
      parts,
    });
  const lines = made().find((entry) => entry.key === "transaction:7")!.lines;
  expect(
    lines.map((line) => [line.account, line.debit, line.credit, line.label, line.letters?.code]),
  ).toEqual([
    ["512100", 0, 290981, "REJET PRLV FRAIS 12,50 INCLUS", undefined],
    ["411000", 289731, 0, "Retour F26000123", "aaa"],
    ["627800", 1250, 0, "REJET PRLV FRAIS 12,50 INCLUS", undefined],
  ]);
  const lettersOf = (all: ReturnType<typeof made>) =>
    all.flatMap((entry) => entry.lines.flatMap((line) => line.letters?.code ?? []));
  expect(lettersOf(made())).toEqual(["aaa", "aaa", "aaa"]);
  expect(lettersOf(made(payment(8, 123, 289731)))).toEqual(["AAA", "AAA", "AAA", "AAA"]);
});

test("EXP-18: what an invoice in default owes is on 416 from its day on, and back on 411 from that of its reopening", () => {
  const defaulted_on = civilDate("2026-12-15");
  const made = (outstanding: number, reopened_on: CivilDate | null = null) =>
    entries({
      invoices: [
        anExportInvoice({ defaults: [{ defaulted_on, reopened_on }], outstanding: cents(outstanding) }),
      ],
    }).filter(({ journal }) => journal === "OD");
  expect(made(0)).toEqual([]);
  const [entry, back] = made(200000, civilDate("2026-12-20"));
  const briefly = (one: typeof entry) =>
    one?.lines.map((line) => [line.account, line.client_account, line.debit, line.credit, line.label]);
  expect(entry).toMatchObject({ key: "default:123", date: defaulted_on });
  expect(briefly(entry)).toEqual([
    ["416000", "411BEFFROI", 200000, 0, "Client douteux F26000123"],
    ["411000", "411BEFFROI", 0, 200000, "Client douteux F26000123"],
  ]);
  expect(back).toMatchObject({ key: "default:123:reopened", date: "2026-12-20" });
  expect(briefly(back)).toEqual([
    ["416000", "411BEFFROI", 0, 200000, "Sortie client douteux F26000123"],
    ["411000", "411BEFFROI", 200000, 0, "Sortie client douteux F26000123"],
  ]);
});

const creditOf = (...paid: ReturnedCredit["paid"]): ReturnedCredit => ({
  received: sumCents(paid.map((one) => one.amount)),
  paid,
});

test("a returned payment gives the client its debt back", () => {
  const returned = anExportTransaction({
    amount: cents(-5000),
    label: "REJET",
    returned: [creditOf({ client_account: "411BEFFROI", amount: cents(5000) })],
  });
  expect(brief({ transactions: [returned] })).toEqual([
    ["BQ", "512100  0/5000 REJET", "411000 411BEFFROI 5000/0 Paiement retourné"],
  ]);
});

test("EXP-2: the fee that a returned payment names waits until somebody decides it", () => {
  const returned = anExportTransaction({
    amount: cents(-6250),
    label: "REJET PRLV FRAIS 12,50 INCLUS",
    returned: [creditOf({ client_account: "411BEFFROI", amount: cents(5000) })],
  });
  expect(brief({ transactions: [returned] })).toEqual([
    [
      "BQ",
      "512100  0/6250 REJET PRLV FRAIS 12,50 INCLUS",
      "411000 411BEFFROI 5000/0 Paiement retourné",
      "471000  1250/0 Paiement retourné",
    ],
  ]);
});

test("EXP-2: so does the fee of one whose receipt paid its invoice with some cents that were written off", () => {
  const returned = anExportTransaction({
    amount: cents(-28950),
    label: "CHEQUE IMPAYE FRAIS 12,50",
    returned: [{ received: cents(27700), paid: [{ client_account: "411BEFFROI", amount: cents(27742) }] }],
  });
  expect(brief({ transactions: [returned] }).map(([, , ...lines]) => lines)).toEqual([
    ["411000 411BEFFROI 27700/0 Paiement retourné", "471000  1250/0 Paiement retourné"],
  ]);
});

test("a returned payment whose lettering was undone takes its credit from the waiting account", () => {
  const returned = anExportTransaction({
    amount: cents(-5000),
    label: "REJET",
    returned: [creditOf()],
  });
  expect(brief({ transactions: [returned] })).toEqual([
    ["BQ", "512100  0/5000 REJET", "471000  5000/0 Paiement retourné"],
  ]);
});

test("a returned payment gives two clients what each of them had paid, and the first what was too much", () => {
  const paid = [
    { client_account: "411BEFFROI", amount: cents(1001) },
    { client_account: "411ROYDOLE", amount: cents(2999) },
    { client_account: "411BEFFROI", amount: cents(500) },
  ];
  const lines = (...credits: ReturnedCredit[]) =>
    brief({
      transactions: [anExportTransaction({ amount: cents(-5000), label: "REJET", returned: credits })],
    }).map(([, , ...rest]) => rest);
  const split = ["411000 411BEFFROI 2001/0 Paiement retourné", "411000 411ROYDOLE 2999/0 Paiement retourné"];
  expect(lines(creditOf(...paid))).toEqual([split]);
  expect(lines(creditOf(...paid), creditOf(), creditOf(...paid))).toEqual([split]);
  // Nobody knows which of two it takes back.
  const other = { client_account: "411ROYDOLE", amount: cents(5000) };
  expect(lines(creditOf(...paid), creditOf(other))).toEqual([["471000  5000/0 Paiement retourné"]]);
  expect(lines(creditOf({ client_account: "411BEFFROI", amount: cents(4000) }, other))).toEqual([
    ["411000 411BEFFROI 4000/0 Paiement retourné", "411000 411ROYDOLE 1000/0 Paiement retourné"],
  ]);
});

const waited = (source: Partial<ExportCreditSource> = {}): ExportAllocation => ({
  kind: "part",
  id: 20,
  invoice_id: 123,
  part_id: 5,
  amount: cents(30000),
  settled_on: civilDate("2026-12-28"),
  letters: null,
  source: {
    kind: "advance",
    client_account: "411BEFFROI",
    amount: cents(30000),
    label: "VIR ROUSSEAU",
    vat_rate_bp: 1000,
    advance_used: cents(30000),
    ...source,
  },
});

test.each([
  [
    "an advance leaves 419",
    {},
    [
      "419100 411BEFFROI 30000/0 Imputation acompte sur F26000123",
      "411000 411BEFFROI 0/30000 Imputation acompte sur F26000123",
    ],
  ],
  [
    "what nobody knew leaves 471",
    { kind: "unknown" as const, client_account: "" },
    ["471000  30000/0 Identification VIR ROUSSEAU", "411000 411BEFFROI 0/30000 Identification VIR ROUSSEAU"],
  ],
  [
    "a credit goes from one account of a client to the other",
    { kind: "credit" as const, client_account: "411OLD" },
    [
      "411000 411OLD 30000/0 Imputation trop-perçu sur F26000123",
      "411000 411BEFFROI 0/30000 Imputation trop-perçu sur F26000123",
    ],
  ],
])("EXP-17: %s by an entry of journal OD on the day of its use", (_what, source, lines) => {
  const made = brief({ invoices: [anExportInvoice()], allocations: [waited(source)] });
  expect(made.at(-1)).toEqual(["OD", ...lines]);
});

test("what waited on the account of its invoice is no entry, only letters", () => {
  const data = { invoices: [anExportInvoice()], allocations: [waited({ kind: "credit" })] };
  expect(brief(data)).toHaveLength(1);
});

test("EXP-2: what nobody has decided waits on 471, debits too; a foreign currency is not entered", () => {
  const transactions = [
    anExportTransaction({ id: 7, label: "PRLV URSSAF", amount: cents(-100) }),
    anExportTransaction({ id: 8, currency_code: "USD" }),
  ];
  expect(brief({ transactions })).toEqual([
    ["BQ", "512100  0/100 PRLV URSSAF", "471000  100/0 À identifier : PRLV URSSAF"],
  ]);
});

test("EXP-14: the lines of each bank account are on its account, in its journal, a returned payment too", () => {
  const account = {
    id: 1,
    number: "****1",
    label: "Un",
    ledger_account: "512001",
    journal: "BQ1",
    opening: null,
  };
  const opening = { date: civilDate("2026-12-30"), amount: cents(-700) };
  const other = { ...account, id: 2, label: "Deux", ledger_account: "512200", journal: "BQ2", opening };
  const transaction = { value_date: null, amount: cents(100), label: "VIR" };
  const both = {
    bank_accounts: [account, other],
    transactions: [
      anExportTransaction({ ...transaction, id: 1 }),
      anExportTransaction({
        ...transaction,
        id: 2,
        bank_account_id: 2,
        returned: [creditOf()],
        amount: cents(-100),
      }),
      anExportTransaction({ ...transaction, id: 3, bank_account_id: 1 }),
    ],
  };
  expect(brief(both)).toEqual([
    ["BQ1", "512001  100/0 VIR", "471000  0/100 À identifier : VIR"],
    ["BQ2", "512200  0/100 VIR", "471000  100/0 Paiement retourné"],
    ["BQ1", "512001  100/0 VIR", "471000  0/100 À identifier : VIR"],
    ["AN", "512200  0/700 Solde d’ouverture de la banque", "890000  700/0 Solde d’ouverture de la banque"],
  ]);
});

test("EXP-13: each part of a line is on its account, beside the invoices that the line pays", () => {
  const receipt = {
    invoices: [anExportInvoice()],
    transactions: [anExportTransaction({ label: "VIR", amount: cents(288231) })],
    allocations: [payment(6, 123, 289731)],
    parts: [anExportPart({ amount: cents(-1500) })],
  };
  expect(brief(receipt).at(-1)).toEqual([
    "BQ",
    "512100  288231/0 VIR",
    "411000 411BEFFROI 0/289731 Règlement F26000123",
    "627800  1500/0 VIR",
  ]);
  const expense = {
    transactions: [anExportTransaction({ label: "PRLV", amount: cents(-3000) })],
    parts: [
      anExportPart({ kind: "account", account: "613200", account_label: "Loyers", amount: cents(-1000) }),
      anExportPart({ id: 2, amount: cents(-500) }),
      anExportPart({ id: 3, kind: "unknown", amount: cents(-1500) }),
    ],
  };
  expect(brief(expense)).toEqual([
    [
      "BQ",
      "512100  0/3000 PRLV",
      "613200  1000/0 PRLV",
      "627800  500/0 PRLV",
      "471000  1500/0 À identifier : PRLV",
    ],
  ]);
});

describe("VAT", () => {
  const withVat = (...rates: [number, number, number][]) => {
    const vat_breakdown = rates.map(([vat_rate_bp, net, vat]) => ({
      vat_rate_bp,
      net_amount: cents(net),
      vat_amount: cents(vat),
    }));
    return anExportInvoice({
      total_net_amount: sumCents(vat_breakdown.map((one) => one.net_amount)),
      total_vat_amount: sumCents(vat_breakdown.map((one) => one.vat_amount)),
      vat_breakdown,
    });
  };
  test("has one line and one account per rate", () => {
    const invoice = withVat(
      [2000, 10000, 2000],
      [1000, 10000, 1000],
      [550, 10000, 550],
      [210, 10000, 210],
      [0, 1, 0],
    );
    expect(
      entries({ invoices: [invoice] })[0]!.lines.map((line) => [line.account, line.account_label]),
    ).toEqual([
      ["411000", "Clients"],
      ["706100", "Locations de films"],
      ["445711", "TVA collectée 20 %"],
      ["445712", "TVA collectée 10 %"],
      ["445713", "TVA collectée 5,5 %"],
      ["445714", "TVA collectée 2,1 %"],
    ]);
  });
  test("of an imported invoice without rates has one line, and the cents that it is off balance", () => {
    const invoice = anExportInvoice({ vat_breakdown: [], total_amount: cents(289733), week_number: null });
    expect(brief({ invoices: [invoice] })[0]).toEqual([
      "VE",
      "411000 411BEFFROI 289733/0 Loc. films Cinéma Le Beffroi",
      "706100  0/263392 Loc. films Cinéma Le Beffroi",
      "445710  0/26339 Loc. films Cinéma Le Beffroi",
      "758000  0/2 Loc. films Cinéma Le Beffroi",
    ]);
  });
});

test("sales come before the bank on one day, numbers follow one another", () => {
  const day = civilDate("2026-12-28");
  const made = entries({
    invoices: [anExportInvoice({ invoice_date: day })],
    transactions: [anExportTransaction()],
  });
  expect(made.map((entry) => [entry.number, entry.journal])).toEqual([
    [1, "VE"],
    [2, "BQ"],
  ]);
});

test("a bank piece is the same whatever the period", () => {
  const period = { from: civilDate("2026-12-29"), to: civilDate("2026-12-29") };
  const [first] = [...ledgerEntries(SCENARIO, letter(SCENARIO), period)];
  expect(first).toMatchObject({ number: 1, lines: [{ piece: "BQ20261229-007" }, {}, {}] });
});

test("an entry has the key of what it comes from, whatever the period and whatever else is in the books", () => {
  const keysOf = (data: ExportData, from: string) => {
    const period = { from: civilDate(from), to: civilDate("2026-12-31") };
    return [...ledgerEntries(data, letter(data), period)].map((entry) => entry.key);
  };
  const opening = { kind: "opening" as const, id: 4, invoice_id: 124, amount: cents(1), letters: null };
  const allocations = [
    ...SCENARIO.allocations,
    { ...waited(), settled_on: civilDate("2026-12-30") },
    opening,
  ];
  const all = keysOf({ ...SCENARIO, allocations }, "2026-01-01");
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(
    expect.arrayContaining(["invoice:123", "opening:4", "transaction:6", "use:allocation:20"]),
  );
  const alone = { ...SCENARIO, invoices: SCENARIO.invoices.slice(0, 1), transactions: [], allocations: [] };
  expect(keysOf(alone, "2026-01-01")).toEqual([`invoice:${SCENARIO.invoices[0]?.id}`]);
  const late = keysOf({ ...SCENARIO, allocations }, "2026-12-30");
  expect(late).toEqual(all.slice(-late.length));
});

/** Of one account, of two and of none. */
const returnedOf = (value: number): ReturnedCredit[] => [
  creditOf(
    ...[
      { client_account: "411X", amount: cents(30) },
      { client_account: "411Y", amount: cents(7) },
      { client_account: "411X", amount: cents(500) },
    ].slice(0, Math.abs(value) % 4),
  ),
];

test("every entry balances, has no negative amount and one side per line", () => {
  const amount = fc.integer({ min: -99999, max: 99999 }).filter((n) => n !== 0);
  const invoice = fc.record({
    net: amount,
    rate: fc.constantFrom(0, 550, 1000),
    off: fc.constantFrom(-2, 0, 2),
  });
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 8 }), fc.array(amount, { maxLength: 8 }), (rows, credits) => {
      const invoices = rows.map(({ net, rate, off }, id) => {
        const vat = Math.round((net * rate) / 10_000);
        return anExportInvoice({
          id,
          type: net < 0 ? "credit_note" : "invoice",
          total_net_amount: cents(net),
          total_vat_amount: cents(vat),
          total_amount: cents(net + vat + off),
          vat_breakdown: [{ vat_rate_bp: rate, net_amount: cents(net), vat_amount: cents(vat) }],
        });
      });
      const transactions = credits.map((value, id) =>
        anExportTransaction({
          id,
          amount: cents(value),
          returned: value < 0 ? returnedOf(value) : null,
        }),
      );
      const allocations = transactions
        .filter(({ id, amount: paid }) => paid > 1 && id < invoices.length)
        .map(({ id, amount: paid }) => payment(id, id, paid - (id % 2)));
      for (const { lines } of entries({ invoices, transactions, allocations })) {
        expect(sumCents(lines.map((line) => line.debit))).toBe(sumCents(lines.map((line) => line.credit)));
        for (const line of lines) {
          expect(Math.min(line.debit, line.credit)).toBe(0);
        }
      }
    }),
  );
});
