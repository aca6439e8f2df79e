import { readCfonb120 } from "./cfonb120-records.ts";
import type { BankFormat } from "./format-reading.ts";

/** Records of 120 characters: what it is, bank, branch, currency, decimals, account. */
const RECORD = /^0[1457]\d{5}.{4}\d{5}(?:[A-Z]{3}| {3})[\d ].[A-Z\d ]{11}/;

/** CFONB 120, with a line break after each record or without. */
export const cfonb120: BankFormat = {
  recognises: ({ head }) => RECORD.test(head),
  read: ({ bytes, most }) => readCfonb120(bytes, most),
};
