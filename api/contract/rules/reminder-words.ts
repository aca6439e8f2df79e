// What a distributor may write in its own reminders (MAIL-10): the screen and the API read it by the same code.

/** Each stands for what it names, in braces: `{total}`. */
export const REMINDER_VARIABLES = {
  client: "le nom du client",
  cinémas: "les cinémas des factures",
  factures: "les numéros des factures",
  nombre: "«\u00a01 facture\u00a0» ou «\u00a02 factures\u00a0»",
  total: "ce qui reste dû, TTC",
  échéance: "la plus ancienne échéance",
  retard: "«\u00a07 jours\u00a0», depuis cette échéance",
  société: "le nom de votre société",
  iban: "votre IBAN",
} as const satisfies Readonly<Record<string, string>>;
export type ReminderVariable = keyof typeof REMINDER_VARIABLES;
export const REMINDER_VARIABLE_NAMES = Object.keys(REMINDER_VARIABLES) as readonly ReminderVariable[];

const BRACED = /\{([^{}]*)\}/g;
const isVariable = (name: string): name is ReminderVariable => Object.hasOwn(REMINDER_VARIABLES, name);

/** What stands in braces and is no variable, each once, as it is written. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(BRACED)].map(([, name = ""]) => name).filter((name) => !isVariable(name))),
];

/** The text with each variable's value in its place; what a value says is never read as a variable. */
export const filledWords = (text: string, values: Readonly<Record<ReminderVariable, string>>): string =>
  text.replaceAll(BRACED, (braced, name: string) => (isVariable(name) ? values[name] : braced));
