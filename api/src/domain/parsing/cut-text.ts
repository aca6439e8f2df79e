/** The first `length` units of a text, without half a character at its end: the database refuses that in JSON. */
export const cutText = (text: string, length: number): string => {
  const cut = text.length > length ? text.slice(0, length) : text;
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
};
