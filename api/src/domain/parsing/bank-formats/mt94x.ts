import type { BankFormat } from "./format-reading.ts";
import { readMt94x } from "./mt94x-messages.ts";

const BLOCK = /^\{1:/;
const REFERENCE_AND_ACCOUNT = /^:20:[^\n]{0,100}\n(?::21:[^\n]{0,100}\n)?:25P?:/m;

/** MT940 and MT942 of SWIFT, in their blocks or bare. */
export const mt94x: BankFormat = {
  recognises: ({ head }) => BLOCK.test(head) || REFERENCE_AND_ACCOUNT.test(head.replace(/\r\n?/g, "\n")),
  read: ({ bytes, most }) => readMt94x(bytes, most),
};
