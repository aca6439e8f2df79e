import type { RequestedPart } from "@bobine/contract/bank-parts";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { formatMoney } from "@bobine/shared-ui";
import { PART_KINDS, type PartKind } from "./part-line.ts";

/**
 * What a part is for, in one text: `fees`, `unknown`, an account's number, or a kind with what it is about after a colon:
 * `invoice:7`, `write_off:7`, `advance:3` and `credit:3` (a cinema), `client_credit:note:12`, `refund:part:5`, `return:40:7`.
 * Nothing after the colon: of that kind, but of what is still to be chosen. Empty: nothing is chosen.
 */
export type PartChoice = string;

/** A part as it is typed: its amount is text, signed as on the statement. */
export interface TypedPart {
  readonly choice: PartChoice;
  readonly amount: string;
  /** What the screen calls the choice when the line does not offer it by itself: it was searched for. */
  readonly name: string;
  /** The amount that the screen filled in with the choice: it follows the next one while nobody has typed another. */
  readonly suggested?: string | undefined;
}

/** An amount as people type it, with its sign: `-12,50`, `1 234.5`, `−3 €`. Undefined when it is none. */
export function signedCentsTyped(text: string): Cents | undefined {
  const plain = text.replaceAll(/[\s€]/g, "").replace(/^[−–]/, "-").replace(",", ".");
  const [, sign, whole, decimals = ""] = /^([-+]?)(\d{1,10})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return cents(sign === "-" ? 0 - amount : amount);
}

/** `-12,50` */
export const amountText = (amount: Cents): string => centsToWire(amount).replace(".", ",");

/** What is left of the line once these parts are taken; an amount that cannot be read takes nothing. */
export const remainderOf = (amount: Cents, parts: readonly Pick<TypedPart, "amount">[]): Cents =>
  cents(parts.reduce((left, part) => left - (signedCentsTyped(part.amount) ?? 0), amount as number));

/** The kind of a choice; undefined while there is none. */
export function kindOf(choice: PartChoice): PartKind | undefined {
  if (choice === "") return undefined;
  const [before = ""] = choice.split(":", 1);
  return PART_KINDS.find((kind) => kind === before) ?? "account";
}

/** What a choice is about: `7` of `invoice:7`; empty while that is to be chosen, and of kinds that are about nothing. */
export const subjectOf = (choice: PartChoice): string =>
  choice.includes(":") ? choice.slice(choice.indexOf(":") + 1) : "";

export const choiceOf = (
  kind: Exclude<PartKind, "account" | "fees" | "unknown">,
  subject: number | string,
): PartChoice => `${kind}:${subject}`;

const isChosen = (choice: PartChoice): boolean => choice !== "" && !choice.endsWith(":");

/** What is wrong with the parts, and of which one; of all of them when no place is told. */
export interface WrongPart {
  readonly place?: number;
  readonly field?: "choice" | "amount";
  readonly message: string;
}

/** The parts as the call takes them, or the first thing that is wrong. */
export function readParts(
  amount: Cents,
  parts: readonly TypedPart[],
): { readonly asked: RequestedPart[] } | { readonly wrong: WrongPart } {
  const asked: RequestedPart[] = [];
  for (const [place, { choice, amount: text }] of parts.entries()) {
    const typed = signedCentsTyped(text);
    if (!isChosen(choice))
      return { wrong: { place, field: "choice", message: "Choisissez à quoi cette part est affectée." } };
    if (typed === undefined || typed === 0)
      return { wrong: { place, field: "amount", message: "Saisissez un montant, par exemple -12,50." } };
    const one = requestedPart(choice, centsToWire(typed));
    if (!one)
      return { wrong: { place, field: "choice", message: "Choisissez à quoi cette part est affectée." } };
    asked.push(one);
  }
  const left = remainderOf(amount, parts);
  if (left !== 0)
    return {
      wrong: {
        message: `Il reste ${formatMoney(left)} à affecter\u00a0: les parts doivent faire le montant de l’opération.`,
      },
    };
  return { asked };
}

/** Undefined when what the choice is about is no number where one is needed. */
function requestedPart(choice: PartChoice, amount: string): RequestedPart | undefined {
  const kind = kindOf(choice);
  const subject = subjectOf(choice);
  const id = Number(subject);
  switch (kind) {
    case undefined:
      return undefined;
    case "fees":
    case "unknown":
      return { kind, amount };
    case "account":
      return { kind, account: choice, amount };
    case "invoice":
    case "write_off":
      return { kind, invoice_id: id, amount };
    case "advance":
    case "credit":
      return { kind, cinema_id: id, amount };
    case "client_credit":
    case "refund":
      return { kind, credit: subject, amount };
    case "return": {
      const [transaction, invoice] = subject.split(":").map(Number);
      return transaction && invoice
        ? { kind, transaction_id: transaction, invoice_id: invoice, amount }
        : undefined;
    }
  }
}

/** What the server says of one part: its field is `parts.2`, or `parts.2.amount`. */
export function wrongPartOf(fieldErrors: Readonly<Record<string, string>>): WrongPart | undefined {
  for (const [field, message] of Object.entries(fieldErrors)) {
    const [, place, of] = /^parts\.(\d+)(?:\.(\w+))?$/.exec(field) ?? [];
    if (place !== undefined) return { place: Number(place), field: of === "amount" ? of : "choice", message };
  }
  return undefined;
}
