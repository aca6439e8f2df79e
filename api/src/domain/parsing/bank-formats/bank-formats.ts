import { camt } from "./camt.ts";
import { cfonb120 } from "./cfonb120.ts";
import type { BankFormat } from "./format-reading.ts";
import { mt94x } from "./mt94x.ts";
import { ofx } from "./ofx.ts";

/** The formats that are no tables, in the order in which they are tried. A new one gets its reader here. */
export const BANK_FORMATS: readonly BankFormat[] = [camt, ofx, mt94x, cfonb120];
