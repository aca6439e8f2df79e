/** The first `length` units of a text, without half a character at its end: the database refuses that in JSON. */
export const cutText = (text: string, length: number): string => {
  const cut = text.length > length ? text.slice(0, length) : text;
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
};

const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Whether a text is of plain characters with single blanks between them, so that nothing of it needs tidying: most are. */
export const isTidy = (text: string): boolean => TIDY.test(text);

/** The engine copies shorter ones by itself. */
const SHORT = 13;

/** A copy of a text that was cut out of a file: it keeps nothing else of the file in memory. */
export const ownText = (text: string): string => (text.length < SHORT ? text : ` ${text}`.slice(1));
