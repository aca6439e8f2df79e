import { must } from "../../must.ts";
import type { EvidenceTexts } from "../line-evidence.ts";
import { joinLabels } from "../statement-label.ts";
import { tidyText } from "./format-values.ts";

/** A full line of the field goes on in the next one, maybe in the middle of a word. */
const FULL_LINE = 65;
/** The same for a part of the German structure. */
const FULL_PART = 27;
/** `166?00GUTSCHRIFT?20EREF+…`: what it is, then parts behind a mark and two digits. */
const PARTS = /^\d{0,3}([?<~^>@*|])\d{2}/;
const PURPOSE = /^(?:2\d|6[0-3])$/;
const PURPOSE_CODES = /(?:^|\s)?(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RREF)\+/;

/** What field 86 tells. */
export interface Details {
  readonly words: string;
  /** BANK-29 */
  readonly beside: EvidenceTexts;
}

/** What the bank tells the account owner of an operation (field 86): plain words, the German structure or the slashes of SEPA. */
export function readDetails(lines: readonly string[]): Details {
  const text = joinFull(lines, FULL_LINE);
  const mark = PARTS.exec(text)?.[1];
  if (mark !== undefined) return readParts(lines.join(""), mark);
  return { words: text, beside: besideInSlashes(text) };
}

function joinFull(parts: readonly string[], full: number): string {
  if (parts.length === 1) return tidyText(must(parts[0], "only part"));
  let text = "";
  for (const part of parts) text += part.length >= full ? part : `${part} `;
  return tidyText(text);
}

/** Codes of the structure with slashes, as Dutch, Belgian and French banks write it: `/IBAN/NL…/NAME/…/REMI/…/EREF/…`. */
const CODES = new Set(
  "TRTP TRCD IBAN BIC NAME REMI EREF KREF IREF PREF MARF CSID ORDP BENM ULTD ULTB CNTP RTRN SVCL PURP ISDT ADDR ID RREF CREF".split(
    " ",
  ),
);
const LONGEST_CODE = 4;
const NOTHING: EvidenceTexts = {};
/** Slashes inside of a code have a meaning of their own. */
const CREDITOR_REFERENCE = /\/(?:STRD|CUR|SCOR)\/(?:(?:CUR|ISO|SCOR)\/)?([^/]{1,100})/;

/** Lines are cut anywhere: only where one of them is short, a word ends with it. */
function besideInSlashes(text: string): EvidenceTexts {
  const told = codedTexts(text);
  if (told.size === 0) return NOTHING;
  const of = (code: string): string => withoutSlashes(told.get(code) ?? "");
  // `/CNTP/account/BIC/name/city//` is one text.
  const [account = "", , name = ""] = of("CNTP").split("/");
  return {
    names: [of("NAME"), name],
    ibans: [of("IBAN"), account],
    endToEndIds: [of("EREF")],
    references: [CREDITOR_REFERENCE.exec(told.get("REMI") ?? "")?.[1] ?? "", of("CREF")],
    paymentTypes: [of("TRTP"), of("TRCD")],
  };
}

/** Without the slash before a text, and those at its end. */
const withoutSlashes = (text: string): string =>
  /[/\s]$/.test(text) ? text.replace(/^\/|\/+\s*$/g, "") : text.slice(1);

/** What stands behind each code, with the slash before it; the first of each counts. */
function codedTexts(text: string): Map<string, string> {
  const told = new Map<string, string>();
  let code = "";
  let from = 0;
  for (let at = text.indexOf("/"); at !== -1; ) {
    const next = text.indexOf("/", at + 1);
    const name = next === -1 || next - at > LONGEST_CODE + 1 ? "" : text.slice(at + 1, next);
    if (CODES.has(name)) {
      if (code !== "" && !told.has(code)) told.set(code, text.slice(from, at));
      code = name;
      from = next;
    }
    at = next;
  }
  if (code !== "" && !told.has(code)) told.set(code, text.slice(from));
  return told;
}

/** Behind the tags that the letterer knows (BANK-13). */
function readParts(text: string, mark: string): Details {
  const parts = text
    .split(mark)
    .slice(1)
    .map((part) => ({ code: part.slice(0, 2), value: part.slice(2) }));
  const all = (isOne: (code: string) => boolean): string =>
    joinFull(
      parts.flatMap(({ code, value }) => (isOne(code) ? [value] : [])),
      FULL_PART,
    );
  const kind = all((code) => code === "00");
  const payer = all((code) => code === "32" || code === "33");
  const [free = "", ...coded] = all((code) => PURPOSE.test(code)).split(PURPOSE_CODES);
  const told = new Map<string, string>();
  for (let at = 0; at + 1 < coded.length; at += 2)
    told.set(must(coded[at], "code"), tidyText(must(coded[at + 1], "text of a code")));
  const reason = told.get("SVWZ") ?? "";
  const reference = told.get("EREF") ?? "";
  const words = joinLabels([
    kind,
    payer === "" ? "" : `/NAME/${payer}`,
    free.trim() === "" ? "" : `/REMI/${free.trim()}`,
    reason === "" ? "" : `/REMI/${reason}`,
    reference === "" ? "" : `/EREF/${reference}`,
  ]);
  return {
    words,
    beside: {
      names: [payer, told.get("ABWA") ?? ""],
      ibans: [told.get("IBAN") ?? "", all((code) => code === "31")],
      endToEndIds: [reference],
      references: [],
      paymentTypes: [kind],
    },
  };
}
