import { must } from "../must.ts";
import { cutText, isTidy, ownText } from "./cut-text.ts";
import { normaliseText } from "./normalise-name.ts";

export const MAX_LABEL = 500;
/** A bank tells an operation in three columns, or in half a dozen lines. */
const MAX_PARTS = 20;
const STEM = /^[a-z]{3,}$/;
const MANY_BLANKS = /[^\S ]|^ | $| {2}/;

/**
 * The label of an operation from the columns and lines that tell of it: one that another already says is left out; blanks are
 * collapsed, and nothing else is changed (BANK-9).
 * @param areTidy whether no part has blanks to collapse
 */
export function joinLabels(parts: readonly string[], areTidy = false): string {
  let [first, second] = ["", ""];
  for (const part of parts) {
    if (part === "") continue;
    if (first === "") first = part;
    else if (second === "") second = part;
    else return joinMany(parts);
  }
  if (areTidy && first.length <= MAX_LABEL && second.length <= MAX_LABEL) return joinTwo(first, second);
  return joinTwo(collapsed(cutText(first, MAX_LABEL)), collapsed(cutText(second, MAX_LABEL)));
}

/** Most banks tell an operation in two parts at most; neither is longer than a label, nor has blanks to collapse. */
export function joinTwo(first: string, second: string): string {
  if (first === "" || second === "" || first.length >= MAX_LABEL) return ownText(first || second);
  if (haveSameWord(first, second)) {
    const [words, others] = [normaliseText(first), normaliseText(second)];
    if (says(words, others)) return ownText(first);
    if (says(others, words)) return ownText(second);
  }
  const label = [first, second].join(" ");
  return label.length > MAX_LABEL ? cutText(label, MAX_LABEL).trim() : label;
}

function joinMany(parts: readonly string[]): string {
  const kept: string[] = [];
  /** The words of each, once there is another one to compare with. */
  const words: string[] = [];
  let length = 0;
  const count = Math.min(parts.length, MAX_PARTS);
  for (let part = 0; part < count && length < MAX_LABEL; part += 1) {
    const text = collapsed(cutText(must(parts[part], "part of a label"), MAX_LABEL));
    if (text === "") continue;
    if (kept.length > 0) {
      for (let i = words.length; i < kept.length; i += 1)
        words.push(normaliseText(must(kept[i], "kept part")));
      const own = normaliseText(text);
      if (words.some((other) => says(other, own))) continue;
      for (let i = kept.length - 1; i >= 0; i -= 1) {
        if (!says(own, must(words[i], "words of a part"))) continue;
        kept.splice(i, 1);
        words.splice(i, 1);
      }
      words.push(own);
    }
    kept.push(text);
    length += text.length;
  }
  const [only = ""] = kept;
  return kept.length < 2 ? ownText(only) : cutText(kept.join(" "), MAX_LABEL).trim();
}

const IN_CAPITALS = /^[0-9A-Z][!-`{-~ ]*$/;

/** Whether one may say the other: of texts in capitals, which most are, only where the first word of one stands in the other. */
function haveSameWord(first: string, second: string): boolean {
  if (!IN_CAPITALS.test(first) || !IN_CAPITALS.test(second)) return true;
  return second.includes(firstWord(first)) || first.includes(firstWord(second));
}
function firstWord(text: string): string {
  let end = 1;
  while (end < text.length && isCapital(text.charCodeAt(end))) end += 1;
  return text.slice(0, end);
}
const isCapital = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);

const collapsed = (text: string): string =>
  !isTidy(text) && MANY_BLANKS.test(text) ? text.replace(/\s+/g, " ").trim() : text;

/** Banks abbreviate in the short label, where `VIR` says no more than `VIREMENT`, or cut the long one off anywhere. */
function says(longer: string, shorter: string): boolean {
  if (longer.startsWith(shorter)) return true;
  for (let from = 0; from <= shorter.length; ) {
    const blank = shorter.indexOf(" ", from);
    const end = blank === -1 ? shorter.length : blank;
    if (!hasWord(longer, shorter.slice(from, end))) return false;
    from = end + 1;
  }
  return true;
}

/** Whether it is a word of the text, or a stem of one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at > 0 && text.charAt(at - 1) !== " ") continue;
    const end = at + word.length;
    if (end === text.length || text.charAt(end) === " " || STEM.test(word)) return true;
  }
  return false;
}
