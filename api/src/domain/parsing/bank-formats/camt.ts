import type { BankFormat } from "./format-reading.ts";
import { notReadYet } from "./not-read-yet.ts";

const NAMESPACE = /\burn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.\d{3}\.\d{2}\b/;
const MESSAGE = /<(?:\w+:)?BkToCstmr(?:Stmt|DbtCdtNtfctn)\b/;

/** CAMT.053 and CAMT.054 of ISO 20022. */
export const camt: BankFormat = {
  recognises: ({ head }) => head.startsWith("<") && (NAMESPACE.test(head) || MESSAGE.test(head)),
  read: () => notReadYet("CAMT"),
};
