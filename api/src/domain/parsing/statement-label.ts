import { cutText } from "./cut-text.ts";
import { normaliseText } from "./normalise-name.ts";

const MAX_LABEL = 500;
/** A bank tells an operation in three columns, or in half a dozen lines. */
const MAX_PARTS = 20;
const STEM = /^[a-z]{3,}$/;

/**
 * The label of an operation from the columns and lines that tell of it: one that another already says is left out; blanks are
 * collapsed, and nothing else is changed (BANK-9).
 */
export function joinLabels(parts: readonly string[]): string {
  const kept: { readonly text: string; readonly words: readonly string[] }[] = [];
  let length = 0;
  for (const part of parts.slice(0, MAX_PARTS)) {
    if (length >= MAX_LABEL) break;
    const text = cutText(part, MAX_LABEL).replace(/\s+/g, " ").trim();
    const words = normaliseText(text).split(" ");
    if (text === "" || kept.some((other) => says(other.words, words))) continue;
    for (let i = kept.length - 1; i >= 0; i -= 1) {
      if (says(words, kept[i]?.words ?? [])) kept.splice(i, 1);
    }
    kept.push({ text, words });
    length += text.length;
  }
  const label = kept.map(({ text }) => text).join(" ");
  return cutText(label, MAX_LABEL).trim();
}

/** Banks abbreviate in the short label, where `VIR` says no more than `VIREMENT`, or cut the long one off anywhere. */
const says = (longer: readonly string[], shorter: readonly string[]): boolean =>
  longer.join(" ").startsWith(shorter.join(" ")) ||
  shorter.every((word) =>
    longer.some((other) => other === word || (STEM.test(word) && other.startsWith(word))),
  );
