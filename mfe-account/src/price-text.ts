import { frenchAmount } from "@bobine/contract/french";
import { centsFromWire } from "@bobine/contract/money";
import type { Plan } from "@bobine/contract/subscriptions";

/** `149,00 €`: the price with its sign after it, as French people write it. */
export const amountText = ({ price, currency_symbol }: Plan): string =>
  `${frenchAmount(centsFromWire(price))}\u00a0${currency_symbol}`;

/** `149,00 € / mois HT` */
export const priceText = (plan: Plan): string => `${amountText(plan)} ${plan.unit}`;
