import { must } from "../../must.ts";
import { cutText } from "../cut-text.ts";
import type { LineEvidence } from "../../line-evidence.ts";
import { lineEvidence } from "../line-evidence.ts";
import { joinLabels } from "../statement-label.ts";
import { tidyText } from "./format-values.ts";

/** What a bank tells of an operation beside its words: accounts, identifiers, amounts in other currencies. */
const NOT_WORDS = new Set(["IPY", "IBE", "CPY", "CBE", "BPY", "BDB", "BPO", "MMO", "FEE", "REF", "LC2"]);
/** Words that stand behind their qualifier in the label, which the letterer knows (BANK-13). */
const TAGGED = new Set(["NPY", "LCC", "LCS", "RCN"]);
/** Of these the first half is a reference, the second what kind of reference it is. */
const HALVES = new Set(["RCN"]);
const HALF = 35;
/** An operation has a dozen; a thousand would be a file that was made to be slow. */
const MAX_COMPLEMENTS = 40;

/** What is told of one operation. */
export interface Complements {
  /** By which its line is known (BANK-10). */
  readonly label: string;
  /** As people read it, where that differs. */
  readonly labelInstead: string | undefined;
  readonly reference: string;
  readonly evidence: LineEvidence | undefined;
}

/**
 * The words of an operation: its own 31 characters, then each complement in the order of the bank. A qualifier that is not known says
 * words.
 */
export function complementsOf(
  own: string,
  records: readonly string[],
  of: { readonly isCredit: boolean; readonly code: string },
): Complements {
  const paymentTypes = [/^\w\w$/.test(of.code) ? `CFONB ${of.code}` : ""];
  if (records.length === 0)
    return {
      label: joinLabels([tidyText(own)]),
      labelInstead: undefined,
      reference: "",
      evidence: lineEvidence({ paymentTypes }),
    };
  const words: string[] = [tidyText(own)];
  /** The same with the blank in which a reason goes on: lines that came in without it are known again by the words. */
  const shown = [...words];
  const told = new Map<string, string>();
  for (const record of records.slice(0, MAX_COMPLEMENTS)) {
    const qualifier = record.slice(45, 48);
    const zone = record.slice(48, 118);
    const text = tidyText(HALVES.has(qualifier) ? zone.slice(0, HALF) : zone);
    if (text === "") continue;
    if (!told.has(qualifier)) told.set(qualifier, text);
    const last = words.length - 1;
    // The reason of a transfer goes on in a second record, in the middle of a word when the first is full and no blank begins it.
    if (qualifier === "LC2" && words[last]?.startsWith("LCC ")) {
      const joint = isFull(records) ? "" : " ";
      words[last] += joint + text;
      shown[last] += (zone.startsWith(" ") ? " " : joint) + text;
    } else if (qualifier === "LC2" || !NOT_WORDS.has(qualifier)) {
      const said = TAGGED.has(qualifier) ? `${qualifier} ${text}` : text;
      words.push(said);
      shown.push(said);
    }
  }
  const all = (...qualifiers: readonly string[]): string[] =>
    qualifiers.map((qualifier) => told.get(qualifier) ?? "");
  const [label, whole] = [joinLabels(words), joinLabels(shown)];
  return {
    label,
    labelInstead: whole === label ? undefined : whole,
    reference: cutText(told.get("REF") ?? "", 100),
    evidence: lineEvidence({
      names: of.isCredit ? all("NPY", "NPO") : all("NBE", "NBU"),
      // Behind the number some banks write what kind of number it is.
      ibans: (of.isCredit ? all("CPY") : all("CBE")).flatMap((text) => [
        text,
        must(text.split(" ")[0], "first word"),
      ]),
      endToEndIds: all("RCN"),
      references: all("LCS"),
      paymentTypes,
    }),
  };
}

const isFull = (records: readonly string[]): boolean =>
  records.some((record) => record.slice(45, 48) === "LCC" && record.slice(117, 118) !== " ");
