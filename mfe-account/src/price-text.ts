import { centsFromWire } from "@bobine/contract/money";
import type { Plan } from "@bobine/contract/subscriptions";

const amount = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `149,00 €`: the price with its sign after it, as French people write it. */
export const amountText = ({ price, currency_symbol }: Plan): string =>
  `${amount.format(centsFromWire(price) / 100)}\u00a0${currency_symbol}`;

/** `149,00 € / mois HT` */
export const priceText = (plan: Plan): string => `${amountText(plan)} ${plan.unit}`;
