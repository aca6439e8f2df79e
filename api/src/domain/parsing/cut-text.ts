/** The first `length` units of a text, without half a character at its end: the database refuses that in JSON. */
export const cutText = (text: string, length: number): string => {
  const cut = text.length > length ? text.slice(0, length) : text;
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
};

const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** Whether a text is of plain characters with single blanks between them, so that nothing of it needs tidying: most are. */
export const isTidy = (text: string): boolean => text === "" || TIDY.test(text);

/** The engine copies shorter ones by itself. */
const SHORT = 13;

/** A copy of a text that was cut out of a file: it keeps nothing else of the file in memory. */
export function ownText(text: string): string {
  if (text.length < SHORT) return text;
  COPIED[0] = text;
  return COPIED.join("");
}
/** What is joined is one text anew; of any other way to put two together the engine keeps the parts. */
const COPIED = ["", ""];

/** An account, a payer and its way to pay stand in many lines: one copy of each does for all. */
export function oneCopy(text: string): string {
  if (text === "") return text;
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const copy = ownText(text);
  known.set(copy, copy);
  return copy;
}
const known = new Map<string, string>();
const MOST_KNOWN = 500;
