/** Characters of a line, as banks break their labels. */
const LINE_WIDTHS = [27, 31, 32, 35];

/**
 * A label as it was before a bank broke it into lines: « FACT H C-263-9620 » is « FACT HC-263-9620 ». Once for each place where a line
 * may have ended.
 *
 * @param text normalised, with single blanks
 */
export const withoutLineBreaks = (text: string): string[] =>
  lineBreaks(text).map((at) => withoutBlankAt(text, at));

/** The blanks in which a line may have ended inside a word. */
export function lineBreaks(text: string): number[] {
  const breaks = new Set<number>();
  for (const width of LINE_WIDTHS)
    for (let line = 1; line * width < text.length; line += 1)
      // Between two lines stands a blank, unless the first of them ended in one.
      for (let at = line * width; at < line * width + line; at += 1)
        if (isInsideWord(text, at)) breaks.add(at);
  return [...breaks];
}

export const withoutBlankAt = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

/** A blank with letters or digits on both sides, or the sign of a number on one: anything else ends a word anyway. */
const isInsideWord = (text: string, at: number): boolean =>
  /^(?:[A-Z0-9] [A-Z0-9/-]|[/-] [A-Z0-9])$/.test(text.slice(at - 1, at + 2));
