import { z } from "zod";
import { WIRE_MONEY } from "./money.ts";

/** Money on the wire: a string with two decimals, `"2897.31"`. */
export const moneySchema = z
  .string()
  .regex(WIRE_MONEY, "Saisissez un montant en euros avec un point et deux décimales, par exemple 2897.31.")
  .meta({ description: "Euros, two decimals", example: "2897.31" });

/** ISO 4217. An amount of which nobody says the currency is in euros. */
export const currencyCodeSchema = z.string().trim().min(1).catch("EUR");
