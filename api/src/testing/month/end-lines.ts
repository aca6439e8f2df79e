// What a person does with the lines of a statement: each gets the end that the month gives it, unless the engine was there before.
import { EXPECTED, type ExpectedPart } from "./expected.ts";
import { found, lineOf, type Month, ok, type PlayedLine, playedInvoices, playedLines } from "./month.ts";

/** Ends the lines of a month's statements (`2026-10`) that still wait, in their order. */
export async function endLines(month: Month, period: string): Promise<void> {
  const { client } = month;
  let books = await readBooks(month);
  for (const expected of EXPECTED.bank_lines) {
    if (!expected.date.startsWith(period)) continue;
    if (expected.parts.some((part) => part.credit_of_line)) books = await readBooks(month);
    const line = books.line(expected.id);
    if (line.lettering?.decision != null) continue;
    const parts = expected.parts.map((part) => asked(part, books));
    ok(await client.post(`/banking/transactions/${line.id}/parts/`, { parts }), expected.id);
  }
}

/** Puts money that waits on the invoices of a day, without a bank line. */
export async function applyCredits(month: Month, day: string): Promise<void> {
  const books = await readBooks(month);
  for (const { date, what, document, amount } of EXPECTED.without_bank_line) {
    if (date !== day) continue;
    const credit = books.creditOf(/ line ([AB]\d\d)/.exec(` ${what}`)?.[1]);
    const use = { invoice_id: books.invoice(document), amount, applied_on: date };
    ok(await month.client.post(`/banking/credits/${credit}/apply/`, use), what);
  }
}

/** Ids of what the month names. */
interface Books {
  line(id: string | undefined): PlayedLine;
  invoice(number: string | undefined): number;
  /** Money of a client that a line left. */
  creditOf(line: string | undefined): string;
  /** A cinema of a client account. */
  cinemaOf(client: string | undefined): number;
}

async function readBooks(month: Month): Promise<Books> {
  const lines = await playedLines(month);
  const invoices = new Map((await playedInvoices(month)).map((one) => [one.invoice_number, one]));
  const line = (id: string | undefined): PlayedLine => {
    const expected = EXPECTED.bank_lines.find((one) => one.id === id);
    return found(expected && lineOf(lines, expected), `line ${id}`);
  };
  const invoice = (number: string | undefined) => found(invoices.get(number ?? ""), `invoice ${number}`);
  return {
    line,
    invoice: (number) => invoice(number).id,
    creditOf: (id) =>
      `part:${
        found(
          line(id).lettering?.parts.find(({ kind }) => SOURCES.has(kind)),
          `credit of ${id}`,
        ).id
      }`,
    cinemaOf: (client) =>
      invoice(EXPECTED.documents.find((document) => document.client === client)?.number).cinema_id,
  };
}

const SOURCES: ReadonlySet<string> = new Set(["credit", "advance", "unknown"]);

function asked(part: ExpectedPart, books: Books): object {
  const { kind, amount, account, client, document } = part;
  switch (kind) {
    case "invoice":
    case "write_off":
      return { kind, amount, invoice_id: books.invoice(document) };
    case "account":
      return { kind, amount, account };
    case "bank_fee":
      return { kind: "fees", amount };
    case "unknown":
      return { kind, amount };
    case "client_credit":
      return { kind: "credit", amount, cinema_id: books.cinemaOf(client) };
    case "advance":
      return { kind, amount, cinema_id: books.cinemaOf(client) };
    case "credit_note":
      return { kind: "client_credit", amount, credit: `note:${books.invoice(document)}` };
    case "refund":
      return {
        kind,
        amount,
        credit: document ? `note:${books.invoice(document)}` : books.creditOf(part.credit_of_line),
      };
    case "return":
      return {
        kind,
        amount,
        transaction_id: books.line(part.returns_line).id,
        invoice_id: books.invoice(document),
      };
  }
}
