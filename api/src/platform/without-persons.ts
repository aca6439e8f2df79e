/** In the order in which they are tried: an address in a token's query is the token's. */
const OF_PERSONS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer\s+|(?:token|refresh|code|secret|key|password)=)[^\s&"'<>]+/gi, "$1…"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "(jeton)"],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu, "(adresse)"],
  [/\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?\b/g, "(iban)"],
  [/(?<![\w.-])\+?\d(?:[ .]?\d){8,}(?![\w-])/g, "(numéro)"],
];

/** A text for the log without what is of a person in it: addresses, account and telephone numbers, tokens. */
export const withoutPersons = (text: string): string =>
  OF_PERSONS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
