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

/** Nine digits, or null. */
export function sirenOf(cinema: Pick<PayingCinema, "siren" | "siret" | "invoicing_siren">): string | null {
  for (const number of [cinema.invoicing_siren, cinema.siren, cinema.siret.slice(0, 9)]) {
    const digits = number.replace(/\s/g, "");
    if (/^\d{9}$/.test(digits)) return digits;
  }
  return null;
}

/** The legal payer: a SIREN, else the name of the company that is invoiced. Cinemas of one payer have one key (LET-7). */
export function payerKeyOf(cinema: PayingCinema): string {
  const company = cinema.invoicing_company_name || cinema.legal_name || cinema.name;
  return sirenOf(cinema) ?? plainText(company);
}
