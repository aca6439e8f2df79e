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

export const NO_DETAILS: Details = { words: "", beside: {} };

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

/** Codes of the structure with slashes, as Dutch, Belgian and French banks write it: `/IBAN/NL…/NAME/…/REMI/…/EREF/…`. Those that are read, each with its place. */
const PLACE = { NAME: 0, IBAN: 1, CNTP: 2, EREF: 3, REMI: 4, CREF: 5, TRTP: 6, TRCD: 7 } as const;
const READ = Object.keys(PLACE).length;
const CODES: ReadonlyMap<string, number> = new Map([
  ..."BIC KREF IREF PREF MARF CSID ORDP BENM ULTD ULTB RTRN SVCL PURP ISDT ADDR ID RREF"
    .split(" ")
    .map((code, index): [string, number] => [code, READ + index]),
  ...Object.entries(PLACE),
]);
const LONGEST_CODE = 4;
const NOTHING: EvidenceTexts = {};
const NONE: readonly string[] = [];
/** Slashes inside of a code have a meaning of their own. */
const CREDITOR_REFERENCE = /\/(?:STRD|CUR|SCOR)\/(?:(?:CUR|ISO|SCOR)\/)?([^/]{1,100})/;

/** Lines are cut anywhere: only where one of them is short, a word ends with it. */
function besideInSlashes(text: string): EvidenceTexts {
  const told = codedTexts(text);
  if (!told) return NOTHING;
  const of = (place: number): string => withoutSlashes(told[place] ?? "");
  const [remittance, reference] = [told[PLACE.REMI], told[PLACE.CREF]];
  // `/CNTP/account/BIC/name/city//` is one text.
  const [account = "", , name = ""] = told[PLACE.CNTP] === undefined ? NONE : of(PLACE.CNTP).split("/");
  const quoted = remittance === undefined ? undefined : CREDITOR_REFERENCE.exec(remittance)?.[1];
  const both = (one: number, other: string): readonly string[] =>
    told[one] === undefined && other === "" ? NONE : [of(one), other];
  return {
    names: both(PLACE.NAME, name),
    ibans: both(PLACE.IBAN, account),
    endToEndIds: both(PLACE.EREF, ""),
    references: quoted === undefined && reference === undefined ? NONE : [quoted ?? "", of(PLACE.CREF)],
    paymentTypes: both(PLACE.TRTP, of(PLACE.TRCD)),
  };
}

const [BLANK, SLASH, LAST_PLAIN] = [0x20, 0x2f, 0x7e];

/** Without the slash before a text, and those at its end. */
function withoutSlashes(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  if (last > BLANK && last <= LAST_PLAIN && last !== SLASH) return text.slice(1);
  return /[/\s]$/.test(text) ? text.replace(/^\/|\/+\s*$/g, "") : text.slice(1);
}

/** What stands behind each code, with the slash before it, by the place of the code; the first of each counts. Undefined without any. */
function codedTexts(text: string): readonly (string | undefined)[] | undefined {
  let told: (string | undefined)[] | undefined;
  let code = NO_CODE;
  let from = 0;
  for (let at = text.indexOf("/"); at !== -1; ) {
    const next = text.indexOf("/", at + 1);
    const found =
      next === -1 || next - at > LONGEST_CODE + 1 ? undefined : CODES.get(text.slice(at + 1, next));
    if (found !== undefined) {
      if (code !== NO_CODE) (told ??= NOTHING_TOLD.slice())[code] ??= text.slice(from, at);
      code = found;
      from = next;
    }
    at = next;
  }
  if (code !== NO_CODE) (told ??= NOTHING_TOLD.slice())[code] ??= text.slice(from);
  return told;
}
const NO_CODE = -1;
const NOTHING_TOLD: readonly (string | undefined)[] = Array.from({ length: CODES.size }, () => undefined);

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
