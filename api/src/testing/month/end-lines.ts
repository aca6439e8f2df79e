// What a person does with the lines of a statement: each gets the end that the month gives it, unless the engine was there before.
import { EXPECTED, type ExpectedBankLine, type ExpectedPart } from "./expected.ts";
import { lineOf, type Month, ok, type PlayedLine, playedInvoices, playedLines } from "./month.ts";

/** What a person can choose today; the other kinds of parts wait. */
const KINDS: ReadonlySet<ExpectedPart["kind"]> = new Set(["invoice", "account", "bank_fee", "unknown"]);
const returned = new Set(
  EXPECTED.bank_lines.flatMap(({ parts }) => parts.flatMap((part) => part.returns_line ?? [])),
);
export const canEnd = ({ id, parts }: ExpectedBankLine): boolean =>
  !returned.has(id) && id !== "A34" && parts.every(({ kind }) => KINDS.has(kind));

/** Ends the lines of a month's statements (`2026-10`) that still wait, in their order. */
export async function endLines(month: Month, period: string): Promise<void> {
  const found = await playedLines(month);
  const numbers = new Map((await playedInvoices(month)).map((one) => [one.invoice_number, one.id]));
  const idOf = (document: string | undefined): number => numbers.get(document ?? "") ?? 0;
  for (const expected of EXPECTED.bank_lines) {
    const line = lineOf(found, expected);
    if (!line || !expected.date.startsWith(period) || !canEnd(expected) || isEnded(line)) continue;
    const parts = expected.parts.map((part) => asked(part, idOf));
    ok(await month.client.post(`/banking/transactions/${line.id}/parts/`, { parts }), expected.id);
  }
}

const isEnded = ({ lettering }: PlayedLine): boolean => lettering?.decision != null;

function asked(
  { kind, amount, account, document }: ExpectedPart,
  idOf: (document?: string) => number,
): object {
  if (kind === "invoice") return { kind, amount, invoice_id: idOf(document) };
  if (kind === "account") return { kind, amount, account };
  if (kind === "bank_fee") return { kind: "fees", amount };
  return { kind, amount };
}
