import type { Cents, Money as WireMoney } from "@bobine/contract/money";
import { formatMoney } from "./format.ts";
import classes from "./money.module.css";

export interface MoneyProps {
  amount: Cents | WireMoney;
  /** ISO 4217, EUR unless said. */
  currency?: string;
  /** Green from zero up, red below (UI-19). */
  signed?: boolean;
}

/** An amount in French, digits of one width. */
export function Money({ amount, currency = "EUR", signed = false }: MoneyProps) {
  const negative = typeof amount === "string" ? amount.startsWith("-") : amount < 0;
  const tone = signed ? (negative ? classes["negative"] : classes["positive"]) : "";
  return <span className={`${classes["money"]} ${tone}`}>{formatMoney(amount, currency)}</span>;
}
