import { spacedIban } from "../mailing/mail-texts.ts";

/** Who is paid for open invoices of a client: a factor (BILL-16), or null for the distributor. */
export interface WayToPay {
  readonly factor: string | null;
  readonly iban: string;
}

/** How a client pays, as a statement of account on paper says it: a line for the distributor and for each factor (CLI-2). */
export function waysOnPaper(ways: readonly WayToPay[]): string[] {
  const isMixed = ways.length > 1;
  return payable(ways).map(({ factor, iban }) => {
    const where = `IBAN ${spacedIban(iban)}`;
    if (factor === null)
      return isMixed
        ? `Règlement des factures qui ne sont pas cédées, par virement\u00a0: ${where}`
        : `Règlement par virement\u00a0: ${where}`;
    return isMixed
      ? `Règlement des factures cédées à ${factor}, comme chacune l’indique\u00a0: ${where}`
      : `Vos factures sont cédées à ${factor}. Règlement par virement à son ordre\u00a0: ${where}`;
  });
}

/** The same in a mail, with what to write on the transfer (MAIL-11). */
export function waysInMail(ways: readonly WayToPay[], account: string): string[] {
  const reference = `le compte ${account} en référence`;
  const isMixed = ways.length > 1;
  return payable(ways).map(({ factor, iban }) => {
    const where = `(IBAN ${spacedIban(iban)})`;
    if (factor === null)
      return isMixed
        ? `Merci d’indiquer ${reference} de votre virement ${where} pour les factures qui ne sont pas cédées.`
        : `Merci d’indiquer ${reference} de votre virement ${where}.`;
    return isMixed
      ? `Pour les factures cédées à ${factor}, comme chacune l’indique, merci de lui adresser votre virement ${where}, avec ${reference}.`
      : `Vos factures sont cédées à ${factor}\u00a0: merci de lui adresser votre virement ${where}, avec ${reference}.`;
  });
}

/** An account whose IBAN nobody has written says none. */
const payable = (ways: readonly WayToPay[]): readonly WayToPay[] => ways.filter(({ iban }) => iban !== "");
