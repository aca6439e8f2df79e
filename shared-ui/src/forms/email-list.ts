/** CIN-3: a list of addresses is typed with commas between them. Line breaks and semicolons, as mail programs paste them, part too. */
export const emailsOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((email) => email.trim())
    .filter(Boolean);

/** The list as it is typed. */
export const textOfEmails = (emails: readonly string[]): string => emails.join(", ");
