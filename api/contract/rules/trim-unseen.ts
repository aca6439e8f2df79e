const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** Without the blanks around it, those among them that nobody sees: `\u200b` alone is nothing. */
export const trimUnseen = (text: string): string => text.replaceAll(EDGES, "");
