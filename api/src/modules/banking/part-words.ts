import { centsFromWire, type Money } from "@bobine/contract/money";
import { euros } from "@bobine/contract/french";
import type { SettledPart } from "../../domain/settlement/parts.ts";

const WORDS: Readonly<Record<SettledPart["kind"], string>> = {
  fees: "frais bancaires",
  account: "compte",
  unknown: "à identifier (471000)",
  write_off: "petit écart",
  credit: "crédit client",
  advance: "avance du client",
  refund: "remboursement",
};

/** A part in the words of the log: « 613200 Locations immobilières : -1 850,00 € », « avance du client 411BEFFROI : 300,00 € ». */
export const partWords = (part: Omit<SettledPart, "amount"> & { readonly amount: Money }): string =>
  `${[part.account === "" ? WORDS[part.kind] : `${part.account} ${part.account_label}`, part.client_account ?? ""].join(" ").trim()}\u00a0: ${euros(centsFromWire(part.amount))}`;
