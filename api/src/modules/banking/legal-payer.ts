import { plainText } from "../../domain/matching/normalise-label.ts";

/** What a cinema says of who pays for it. */
export interface PayingCinema {
  readonly id: number;
  readonly name: string;
  readonly legal_name: string;
  readonly invoicing_company_name: string;
  readonly siren: string;
  readonly siret: string;
  readonly invoicing_siren: string;
}

/** The nine digits of a SIREN, or of a SIRET in its place, whatever their blanks; null when the text is neither. */
export function sirenIn(text: string): string | null {
  const digits = text.replace(/\s/g, "");
  return /^(\d{9}|\d{14})$/.test(digits) ? digits.slice(0, 9) : null;
}

/** Nine digits, or null. */
export const sirenOf = (cinema: Pick<PayingCinema, "siren" | "siret" | "invoicing_siren">): string | null =>
  sirenIn(cinema.invoicing_siren) ?? sirenIn(cinema.siren) ?? sirenIn(cinema.siret);

/** The name of the company that is invoiced, as names are compared. */
export const payerNameOf = (cinema: PayingCinema): string =>
  plainText(cinema.invoicing_company_name || cinema.legal_name || cinema.name);

/** The legal payer: a SIREN, else the name of the company that is invoiced. Cinemas of one payer have one key (LET-7). */
export const payerKeyOf = (cinema: PayingCinema): string => sirenOf(cinema) ?? payerNameOf(cinema);
