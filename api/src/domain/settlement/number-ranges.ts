import { compactNumber } from "../matching/reference-index.ts";

/** More numbers than these are none that one payment pays. */
const LONGEST = 20;
const NUMBER = "[A-Z0-9]+(?:[-/._][A-Z0-9]+)*";
/** The second end may be the first one of a further range. */
const FROM_TO = new RegExp(
  `(?<![A-Z0-9]|[A-Z0-9][-/.,:_])(${NUMBER}) (?:AU?|JUSQU[' ]AU?) (?:N(?:O|R|UM|UMERO)? )?(?=(${NUMBER})(?![A-Z0-9]|[-/.,:_][A-Z0-9])(.*))`,
  "g",
);
/** « 47 A 49 EUR », « 12 AU 15 NOV », « 12 AU 15 11 2026 »: no numbers of documents. */
const GOES_ON = /^ ?(?:\d|EUR|€|H(?![A-Z])|JAN|FEV|MAR|AVR|MAI|JUI|AOU|SEP|OCT|NOV|DEC)/;

/**
 * The numbers from one to another of its series further on, without signs: of « 47 A 49 » 47, 48 and 49. What they are of, and whether both
 * ends are known, the caller says.
 * @param text plain
 */
export function listRanges(text: string): string[][] {
  return [...text.matchAll(FROM_TO)].flatMap(([, from = "", to = "", behind = ""]) => {
    if (/^\d+$/.test(to) && GOES_ON.test(behind)) return [];
    const [first, last] = [endOf(from), endOf(to)];
    if (!first || !last || first.series !== last.series) return [];
    const more = Number(last.counter) - Number(first.counter);
    const isPadded = first.counter.startsWith("0") || last.counter.startsWith("0");
    if (more <= 0 || more >= LONGEST || (isPadded && first.counter.length !== last.counter.length)) return [];
    return [
      Array.from(
        { length: more + 1 },
        (_, step) => first.series + String(Number(first.counter) + step).padStart(first.counter.length, "0"),
      ),
    ];
  });
}

function endOf(number: string): { readonly series: string; readonly counter: string } | undefined {
  const [, series, counter] = /^(.*?)(\d{1,9})$/.exec(compactNumber(number)) ?? [];
  return series === undefined || counter === undefined ? undefined : { series, counter };
}
