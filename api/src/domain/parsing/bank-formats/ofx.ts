import type { BankFormat } from "./format-reading.ts";
import { readOfx } from "./ofx-statements.ts";

const SGML = /^OFXHEADER\s*:/i;
const XML = /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<\?OFX\s|<OFX>)/i;

/** OFX 1.x, which is SGML, and 2.x, which is XML. */
export const ofx: BankFormat = {
  recognises: ({ head }) => SGML.test(head) || XML.test(head),
  read: (file) => readOfx(file.text(), file.most),
};
