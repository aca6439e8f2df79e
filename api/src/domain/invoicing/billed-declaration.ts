import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { TermsType } from "./rental-share.ts";

/** A current declaration as invoicing sees it: one screen × film × version × week. Amounts in cents, HT unless named. */
export interface BilledDeclaration {
  id: number;
  cinema_id: number;
  /** The Wednesday that opens the cinema week. */
  week_start: CivilDate;
  screen_authorization: string;
  screen_name: string;
  visa_number: string;
  film_title: string;
  version: string;
  run_week: number | null;
  terms_type: TermsType;
  rate_bp: number | null;
  flat_fee_ht: Cents | null;
  /** Overrides the guarantee of the cinema's settings when the declaration gives one. */
  minimum_guarantee_ht: Cents | null;
  cancelled_screening: boolean;
  screenings: number | null;
  admissions_paid: number;
  admissions_free: number;
  gross_ttc: Cents;
  base_film_ht: Cents;
  share_ht: Cents;
}

/** One film whatever its versions: its visa without spaces, else its title without case, accents or punctuation. */
export function filmKey(film: { visa_number: string; film_title: string }): string {
  const visa = film.visa_number.replace(/\s+/g, "").toUpperCase();
  if (visa !== "") return `visa:${visa}`;
  return `title:${film.film_title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`;
}
