/** Names and labels come from people and banks: a header is one line, and so is what a mail says of them. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
