/** The first `length` units of a text, without half a character at its end: the database refuses that in JSON. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
