// Rules that anybody would think of first, beside which an engine must be worth its trouble.
import {
  capitals,
  type Desk,
  type DeskCompany,
  type DeskInvoice,
  type Line,
  numbersIn,
  tokensOf,
  wordsOf,
} from "./desk.ts";

/** The invoice that the rule letters with a line; null: none. */
export type PlainRule = (line: Line, desk: Desk, names: Names) => DeskInvoice | null;
/** Pairs of letters of each company's name. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

const only = (invoices: readonly DeskInvoice[]): DeskInvoice | null =>
  invoices.length === 1 ? (invoices[0] ?? null) : null;

const numberAndAmount: PlainRule = (line, desk) =>
  only(numbersIn(wordsOf(line), desk).filter(({ due }) => due === line.amount));

export const PLAIN_RULES = {
  "number + amount": numberAndAmount,
  "reference else unique amount": (line, desk, names) =>
    numberAndAmount(line, desk, names) ?? only(desk.byAmount.get(line.amount) ?? []),
  "nearest amount": ({ amount }, desk) => {
    if (amount <= 0) return null;
    let best: DeskInvoice | null = null;
    for (const invoice of desk.invoices)
      if (Math.abs(invoice.due - amount) < Math.abs((best?.due ?? Number.POSITIVE_INFINITY) - amount))
        best = invoice;
    return best;
  },
  "fuzzy name + amount": (line, desk, names) => {
    const said = pairsOf(wordsOf(line));
    const ranked = (desk.byAmount.get(line.amount) ?? [])
      .map((invoice) => ({ invoice, share: shareOf(names.get(invoice.company), said) }))
      .filter(({ share }) => share >= 0.75)
      .toSorted((a, b) => b.share - a.share);
    return ranked[0]?.invoice ?? null;
  },
} satisfies Record<string, PlainRule>;
export type PlainRuleName = keyof typeof PLAIN_RULES;

export const namesOf = (companies: readonly DeskCompany[]): Names =>
  new Map(companies.map(({ id, name }) => [id, pairsOf(name)]));

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(
    tokensOf(capitals(text)).flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)),
    ),
  );

function shareOf(name: ReadonlySet<string> | undefined, said: ReadonlySet<string>): number {
  if (!name || name.size === 0) return 0;
  return [...name].filter((pair) => said.has(pair)).length / name.size;
}
