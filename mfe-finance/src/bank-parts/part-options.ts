import { formatDate } from "@bobine/shared-ui";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import type { OfferedCredit, OfferedInvoice, PartKind, PartLine } from "./part-line.ts";
import { choiceOf, kindOf, type PartChoice, subjectOf, type TypedPart } from "./typed-parts.ts";

interface Option {
  readonly value: PartChoice;
  readonly label: string;
}
export interface OptionGroup {
  readonly group: string;
  readonly items: readonly Option[];
}

/** What a search beside the line found. */
export interface FoundTargets {
  readonly invoices: readonly OfferedInvoice[];
  readonly cinemas: readonly { readonly id: number; readonly name: string }[];
  readonly credits: readonly OfferedCredit[];
}
export const NOTHING_FOUND: FoundTargets = { invoices: [], cinemas: [], credits: [] };

const unique = <T>(all: readonly T[], key: (one: T) => unknown): T[] => [
  ...new Map(all.map((one) => [key(one), one])).values(),
];

/** The clients that the line may be about: those of what is offered. */
export function clientsOf({ clients, invoices, credits }: PartLine): { id: number; name: string }[] {
  const ofInvoices = invoices.map(({ cinema_id, cinema_name }) => ({ id: cinema_id, name: cinema_name }));
  const ofCredits = credits.flatMap(({ cinema_id, cinema_name }) =>
    cinema_id === null ? [] : [{ id: cinema_id, name: cinema_name }],
  );
  return unique([...clients, ...ofInvoices, ...ofCredits], ({ id }) => id);
}

/** The choices of one kind, as the list of a part shows them. */
export function optionsOf(
  kind: PartKind,
  line: PartLine,
  parts: readonly TypedPart[],
  found: FoundTargets,
): Option[] {
  const cinemas = () => unique([...clientsOf(line), ...found.cinemas], ({ id }) => id);
  const invoices = () => unique([...line.invoices, ...found.invoices], ({ id }) => id);
  switch (kind) {
    case "invoice":
      return invoices().map((one) => ({ value: choiceOf(kind, one.id), label: TEXTS.invoice(one) }));
    case "client_credit":
      return line.credits.map((one) => ({ value: choiceOf(kind, one.id), label: TEXTS.clientCredit(one) }));
    case "refund":
      return unique([...line.credits, ...found.credits], ({ id }) => id).map((one) => ({
        value: choiceOf(kind, one.id),
        label: TEXTS.refund(one),
      }));
    case "advance":
      return cinemas().map(({ id, name }) => ({ value: choiceOf(kind, id), label: TEXTS.advance(name) }));
    case "credit":
      return cinemas().map(({ id, name }) => ({ value: choiceOf(kind, id), label: TEXTS.credit(name) }));
    case "write_off":
      return paidInvoices(parts).map((id) => ({
        value: choiceOf(kind, id),
        label: TEXTS.writeOff(
          invoices().find((one) => String(one.id) === id)?.number ??
            parts.find(({ choice }) => choice === choiceOf("invoice", id))?.name ??
            id,
        ),
      }));
    case "return":
      return line.returns.flatMap((one) =>
        one.invoices.map((invoice) => ({
          value: choiceOf(kind, `${one.transaction_id}:${invoice.id}`),
          label: TEXTS.return(invoice.number, formatDate(one.transaction_date)),
        })),
      );
    case "fees":
      return [{ value: kind, label: TEXTS.fees }];
    case "unknown":
      return [{ value: kind, label: TEXTS.unknown }];
    case "account":
      return line.accounts.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }));
  }
}

/** The ids of the invoices that the parts pay. */
export const paidInvoices = (parts: readonly TypedPart[]): string[] =>
  parts
    .filter(({ choice }) => kindOf(choice) === "invoice")
    .map(({ choice }) => subjectOf(choice))
    .filter((id) => id !== "");

/** All that the part at a place may be, in groups; of its kind alone while that is all that is chosen. */
export function optionGroups(
  line: PartLine,
  parts: readonly TypedPart[],
  place: number,
  found: FoundTargets,
): OptionGroup[] {
  const { choice = "" } = parts[place] ?? {};
  const kind = kindOf(choice);
  const isOpen = choice.endsWith(":");
  const taken = new Set(parts.filter((_, index) => index !== place).map((part) => part.choice));
  const groups = line.kinds
    .filter((one) => !isOpen || one === kind)
    .map((one) => ({
      group: TEXTS.kinds[one],
      // An account, fees and what nobody knows may come twice; an invoice or a credit may not.
      items: optionsOf(one, line, parts, found).filter(
        ({ value }) => one === "account" || one === "fees" || one === "unknown" || !taken.has(value),
      ),
    }))
    .filter(({ items }) => items.length > 0);
  const isListed =
    choice === "" || isOpen || groups.some(({ items }) => items.some(({ value }) => value === choice));
  return isListed || kind === undefined
    ? groups
    : [
        {
          group: TEXTS.kinds[kind],
          items: [{ value: choice, label: nameOf(line, parts, parts[place]) || choice }],
        },
        ...groups,
      ];
}

/** What the screen calls a part. */
const nameOf = (line: PartLine, parts: readonly TypedPart[], part: TypedPart | undefined): string => {
  const { choice, name } = part ?? { choice: "", name: "" };
  const kind = kindOf(choice);
  const option = kind && optionsOf(kind, line, parts, NOTHING_FOUND).find(({ value }) => value === choice);
  return option?.label ?? name;
};

/** The one part whose invoice, credit or account a sentence of the server names; undefined when it names none, or several. */
export function placeNamedIn(
  sentence: string,
  line: PartLine,
  parts: readonly TypedPart[],
): number | undefined {
  const named = parts.flatMap((part, place) => {
    const numbers = nameOf(line, parts, part).match(/[A-Z]*\d{5,}/g) ?? [];
    return numbers.some((number) => sentence.includes(number)) ? [place] : [];
  });
  return named.length === 1 ? named[0] : undefined;
}
