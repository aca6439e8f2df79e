import { must } from "../../must.ts";
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

/** The words of an operation from what its bank tells the account owner (field 86). */
export function wordsOfDetails(lines: readonly string[]): string {
  const text = joinFull(lines, FULL_LINE);
  const mark = PARTS.exec(text)?.[1];
  return mark === undefined ? text : wordsOfParts(lines.join(""), mark);
}

function joinFull(parts: readonly string[], full: number): string {
  let text = "";
  for (const part of parts) text += part.length >= full ? part : `${part} `;
  return tidyText(text);
}

/** Behind the tags that the letterer knows (BANK-13). */
function wordsOfParts(text: string, mark: string): string {
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
  return joinLabels([
    kind,
    payer === "" ? "" : `/NAME/${payer}`,
    free.trim() === "" ? "" : `/REMI/${free.trim()}`,
    reason === "" ? "" : `/REMI/${reason}`,
    reference === "" ? "" : `/EREF/${reference}`,
  ]);
}
