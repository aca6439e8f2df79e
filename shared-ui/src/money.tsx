import type { Cents, Money as WireMoney } from "@bobine/contract/money";
import { Fragment } from "react";
import { formatMoney } from "./format.ts";
import classes from "./money.module.css";

export interface MoneyProps {
  amount: Cents | WireMoney;
  /** ISO 4217, EUR unless said. */
  currency?: string;
  /** Green from zero up, red below (UI-19). */
  signed?: boolean;
}

/** « 999 999,99 € »: no column of amounts is narrower than that. */
const ONE_LINE = 12;

/** An amount in French, digits of one width. One that may be wider than its column goes on below between two thousands, so that none of it is cut off. */
export function Money({ amount, currency = "EUR", signed = false }: MoneyProps) {
  const negative = typeof amount === "string" ? amount.startsWith("-") : amount < 0;
  const tone = signed ? (negative ? classes["negative"] : classes["positive"]) : "";
  const text = formatMoney(amount, currency);
  const isWide = text.length > ONE_LINE;
  return (
    <span className={`${classes["money"]} ${tone}`} data-wide={isWide || undefined}>
      {isWide ? withBreaks(text) : text}
    </span>
  );
}

const withBreaks = (text: string) =>
  text.split(/(?<=\d\s)(?=\d)/u).map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
