import { type Cents, cents } from "@bobine/contract/money";

/**
 * An amount as people type it: `118,97`, `1 234.5`, `2 897,31 €`. Undefined when it is none or has more than two decimals.
 */
export function centsTyped(text: string): Cents | undefined {
  const plain = text.replaceAll(/[\s€]/g, "").replace(",", ".");
  const [, whole, decimals = ""] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? undefined : cents(Number(whole) * 100 + Number(decimals.padEnd(2, "0")));
}
