/** The names in what was typed with commas. */
export const namesIn = (written: string): string[] =>
  written
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

export const alertOf = (message: string | undefined) =>
  message ? <span role="alert">{message}</span> : undefined;
