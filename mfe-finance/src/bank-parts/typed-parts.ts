import type { AskedPart } from "@bobine/contract/bank-parts";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { formatMoney } from "@bobine/shared-ui";

/** `fees`, `unknown`, an account's number, or an invoice's id after `invoice:`. */
export type PartChoice = string;

/** A part as it is typed: its amount is text, signed as on the statement. */
export interface TypedPart {
  readonly choice: PartChoice;
  readonly amount: string;
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
export const remainderOf = (amount: Cents, parts: readonly TypedPart[]): Cents =>
  cents(parts.reduce((left, part) => left - (signedCentsTyped(part.amount) ?? 0), amount as number));

/** The parts as the call takes them, or what is wrong. */
export function readParts(
  amount: Cents,
  parts: readonly TypedPart[],
): { readonly asked: AskedPart[] } | { readonly wrong: string } {
  const asked: AskedPart[] = [];
  for (const { choice, amount: text } of parts) {
    const typed = signedCentsTyped(text);
    if (choice === "") return { wrong: "Choisissez à quoi chaque part est affectée." };
    if (typed === undefined || typed === 0) return { wrong: "Saisissez le montant de chaque part." };
    asked.push(askedOf(choice, centsToWire(typed)));
  }
  const left = remainderOf(amount, parts);
  if (left !== 0)
    return {
      wrong: `Il reste ${formatMoney(left)} à affecter : les parts doivent faire le montant de l’opération.`,
    };
  return { asked };
}

const INVOICE = "invoice:";
export const invoiceChoice = (id: number): PartChoice => `${INVOICE}${id}`;

function askedOf(choice: PartChoice, amount: string): AskedPart {
  if (choice === "fees" || choice === "unknown") return { kind: choice, amount };
  if (choice.startsWith(INVOICE))
    return { kind: "invoice", invoice_id: Number(choice.slice(INVOICE.length)), amount };
  return { kind: "account", account: choice, amount };
}
