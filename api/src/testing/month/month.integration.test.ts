// Two months of one distributor: what the product makes of them is compared with figures that were computed outside it (README.md).
import type { VatOfMonth } from "@bobine/contract/vat";
import { cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import type { ClientCredit } from "@bobine/contract/client-credits";
import type { Ties } from "@bobine/contract/ties";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  EXPECTED,
  type ExpectedBankLine,
  type ExpectedDocument,
  type ExpectedPart,
  type ExpectedVatOfMonth,
} from "./expected.ts";
import { balances, comparable, entriesOf, type EntryLine, expectedEntries, rowsOf } from "./entries.ts";
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
async function play(vat_due: VatDue): Promise<void> {
  month = await openMonth(vat_due);
  months.set(vat_due, month);
  await playMonth(month);
  lines = await playedLines(month);
}
beforeAll(() => play("collection"));
beforeAll(() => play("debits"));
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

test("each document is left with what it owes, and its label says so", async () => {
  const found = (await playedInvoices(month)).map((invoice) => ({
    number: invoice.invoice_number,
    status: invoice.status,
    label: invoice.label,
    outstanding: invoice.type === "invoice" ? invoice.outstanding : "0.00",
    remaining: invoice.type === "invoice" ? undefined : invoice.remaining_credit,
  }));
  const expected = EXPECTED.documents.map((document) =>
    pick(document, "number", "status", "label", "outstanding", "remaining"),
  );
  expect(byNumber(found)).toEqual(byNumber(expected));
});

test("each client has the credits of the month, with what is left of them", async () => {
  const { body } = await month.client.get("/banking/credits/?page=1");
  const lineIds = new Map(
    EXPECTED.bank_lines.flatMap((line) =>
      (lineOf(lines, line)?.lettering?.parts ?? []).map(({ id }) => [`part:${id}`, line.id]),
    ),
  );
  const found = (body.results as ClientCredit[])
    // The month calls what nobody has identified no client's.
    .filter(({ kind }) => kind !== "unidentified")
    .map((credit) => ({ ...credit, number: lineIds.get(credit.id) ?? credit.label.split(" ").at(-1) ?? "" }))

    .map(({ kind, number, client_account, amount, remaining }) =>
      [kind, number, client_account, amount, remaining].join(" "),
    );
  const expected = EXPECTED.credits.map(({ origin, client, amount, remaining, line, document }) =>
    [origin, line ?? document, client, amount, remaining].join(" "),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
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
    const ended = EXPECTED.bank_lines;
    expect(ended.map((line) => [line.id, partsOf(lineOf(lines, line))])).toEqual(
      ended.map((line) => [
        line.id,
        netParts(line).map(
          ({ kind, document, account, client, amount }) =>
            `${kind} ${kind === "refund" ? client : (document ?? account)} ${amount}`,
        ),
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

  // A receipt less a credit note is one line or two, and the VAT of a difference is in the entry of the bank or in its own: sums of a day tell the same.
  test("every day moves each account and each client by what the month says", async () => {
    const of = (entries: readonly EntryLine[]) =>
      balances(entries, ({ date, account, auxiliary }) => `${date} ${account} ${auxiliary}`);
    expect(of(entriesOf(await exportedA(played)))).toEqual(of(expectedEntries(vat_due)));
  });

  test.each(["2026-10-31", "2026-11-30"])("the lots until %s balance every account", (day) => {
    const expected = Object.entries(EXPECTED.balances[day]?.accounts[`on_${vat_due}`] ?? {});
    expect(balances(lotsUntil(day), ({ account }) => account)).toEqual(
      Object.fromEntries(expected.filter(([, balance]) => balance !== "0.00")),
    );
  });

  test.each(["2026-10-31", "2026-11-30"])("the lots until %s leave each client what he owes", (day) => {
    const of = (general: string) =>
      balances(
        lotsUntil(day).filter(({ account }) => account === general),
        ({ auxiliary }) => auxiliary,
      );
    const expected = EXPECTED.balances[day]?.clients ?? [];
    const withBalance = (key: "balance_411" | "balance_4191") =>
      Object.fromEntries(
        expected.map((client) => [client.account, client[key]] as const).filter(([, sum]) => sum !== "0.00"),
      );
    expect(of("411000")).toEqual(withBalance("balance_411"));
    expect(of("419100")).toEqual(withBalance("balance_4191"));
  });

  test.each(["2026-10", "2026-11"])("the VAT due of %s is that of the month, by rate", async (of) => {
    const { body } = await played.client.get(`/accounting/vat/?month=${of}`);
    const { rates, tax, advances_at_10_percent: advances } = vatOf(vat_due, of);
    expect(body).toMatchObject({ tax, advances });
    const found = (body as VatOfMonth).rates.map(
      (rate) => `${percent(rate.vat_rate_bp)} ${rate.base} ${rate.tax}`,
    );
    const expected = Object.entries(rates)
      .filter(([, { base }]) => base !== "0.00")
      .map(([rate, { base, tax: taxOfRate }]) => `${rate} ${base} ${taxOfRate}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
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
      ["AN", "BQ1", "BQ2", "OD", "VE"].map((journal) => `${journal}-2026-`),
    );
  });
});

const percent = (basisPoints: number | null): string => (Number(basisPoints) / 100).toFixed(2);

function vatOf(vat_due: VatDue, of: string): ExpectedVatOfMonth {
  const found = EXPECTED.vat[`on_${vat_due}`][of];
  if (!found) throw new Error(of);
  return found;
}

test("each bank account is tied at the end of each month", async () => {
  const { body } = await month.client.get("/banking/ties/?year=2026");
  const played = new Set(Object.keys(EXPECTED.balances).map((day) => day.slice(0, 7)));
  const tied = (body as Ties).accounts.flatMap(({ account, months: tiedMonths }) =>
    // December has begun, and the second bank says what was on the account at the end of September.
    tiedMonths
      .filter(({ month: of }) => played.has(of))
      .map((one) => [
        one.month,
        account?.ledger_account,
        one.opening_balance,
        one.line_count,
        one.movements,
        one.closing_balance,
        one.ledger_balance,
        one.stated?.balance,
        one.stated?.gap,
        one.state,
      ]),
  );
  const expected = Object.entries(EXPECTED.balances).flatMap(([day, { bank }]) =>
    bank.map((one) => [
      day.slice(0, 7),
      one.account,
      one.opening_of_month,
      one.lines_of_month,
      one.movements_of_month,
      one.closing,
      one.closing,
      one.closing,
      "0.00",
      "tied",
    ]),
  );
  expect(tied.toSorted(byFirstTwo)).toEqual(expected.toSorted(byFirstTwo));
});

test("export C lists every line of the statements, with its amount once", async () => {
  const { bytes } = await month.client.get("/exports/export-csv-c/");
  const found = rowsOf(bytes)
    .filter((row) => row[3] !== "")
    .map((row) => `${row[0]} ${row[3]}`);
  const expected = EXPECTED.bank_lines.map(
    ({ date, amount }) => `${date.split("-").toReversed().join("/")} ${amount.replace(".", ",")}`,
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
});

const byFirstTwo = (a: readonly unknown[], b: readonly unknown[]): number =>
  a.slice(0, 2).join(" ") < b.slice(0, 2).join(" ") ? -1 : 1;

/** Lines that need nobody: their labels quote numbers, and their amounts are what these owe. */
const LETTERED_ALONE = "A02 A03 B02 A10 A11 A19 A22 A27 A30 A31 A33 B10 A34 A35 A40 A42 B14 B15".split(" ");

/** Credit notes that a line uses are beside what it pays: they take off what the first of its invoices are paid by it. */
function netParts({ parts }: ExpectedBankLine): readonly ExpectedPart[] {
  let credit = sumCents(
    parts.filter(({ kind }) => kind === "credit_note").map((one) => centsFromWire(one.amount)),
  );
  return parts
    .filter(({ kind }) => kind !== "credit_note")
    .map((part) => {
      const amount = centsToWire(cents(centsFromWire(part.amount) + credit));
      credit = cents(0);
      return { ...part, amount };
    });
}

const KINDS: Record<string, string> = {
  fees: "bank_fee 627800",
  unknown: "unknown 471000",
  credit: "client_credit 411000",
  advance: "advance 419100",
};
const partsOf = (line: PlayedLine | undefined): string[] => [
  ...(line?.lettering?.invoices ?? []).map(
    (one) => `${one.amount.startsWith("-") ? "return" : "invoice"} ${one.invoice_number} ${one.amount}`,
  ),
  ...(line?.lettering?.parts ?? []).map(
    ({ kind, account, invoice_number, client_account, amount }) =>
      `${KINDS[kind] ?? `${kind} ${kind === "refund" ? client_account : `${account}${invoice_number}`}`} ${amount}`,
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
