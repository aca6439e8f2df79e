/** With plain blanks and apostrophes, wherever a line of code was cut. */
export function plain(text: string): string;
/** The code of the screens, tests aside, as one plain text: what the interface says stands in it (HELP-2). */
export function screenCode(): string;
