// What a person does with the lines of a statement: each gets the end that the month gives it, unless the engine was there before.
import { EXPECTED, type ExpectedBankLine, type ExpectedPart } from "./expected.ts";
import { lineOf, type Month, ok, type PlayedLine, playedInvoices, playedLines } from "./month.ts";

/** Lines whose ends, or what they follow from, cannot be given yet: credits used or given back, and returns. */
const WAITING: ReadonlySet<string> = new Set("A04 A05 A06 A16 A28 A32 A34 A38 A44 A46".split(" "));
export const canEnd = ({ id }: ExpectedBankLine): boolean => !WAITING.has(id);

/** Ends the lines of a month's statements (`2026-10`) that still wait, in their order. */
export async function endLines(month: Month, period: string): Promise<void> {
  const { client } = month;
  const books = await readBooks(month);
  for (const expected of EXPECTED.bank_lines) {
    if (!expected.date.startsWith(period) || !canEnd(expected)) continue;
    const line = books.line(expected.id);
    if (line.lettering?.decision != null) continue;
    const parts = expected.parts.map((part) => asked(part, books));
    ok(await client.post(`/banking/transactions/${line.id}/parts/`, { parts }), expected.id);
  }
}

/** Ids of what the month names. */
interface Books {
  line(id: string | undefined): PlayedLine;
  invoice(number: string | undefined): number;
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
    cinemaOf: (client) =>
      invoice(EXPECTED.documents.find((document) => document.client === client)?.number).cinema_id,
  };
}

function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Error(`no ${what}`);
  return thing;
}

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
    default:
      throw new Error(`${kind} of ${document}`);
  }
}
