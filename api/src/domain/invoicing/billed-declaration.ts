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
  /** It takes back what was declared before, and bills nothing. */
  is_cancelled: boolean;
  /** The issue has looked at it before. */
  is_settled: boolean;
}

interface NamedFilm {
  visa_number: string;
  film_title: string;
}

/** One film whatever its versions: its visa without spaces, else its title without case, accents or punctuation. */
export function filmKey(film: NamedFilm): string {
  const visa = film.visa_number.replace(/\s+/g, "").toUpperCase();
  return visa === "" ? `title:${titleKey(film)}` : `visa:${visa}`;
}

const titleKey = ({ film_title }: NamedFilm): string =>
  film_title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Gives a film that one screen tells without its visa that of its title (BILL-4): the two are one film, unless several visas have the title.
 * @param sources all that is told of films of one cinema and week, surest first: one that tells no visa of a title leaves it to the next
 */
export function fillVisas(
  ...sources: readonly (readonly NamedFilm[])[]
): <Film extends NamedFilm>(film: Film) => Film {
  const numbered = sources.map((films) =>
    Map.groupBy(
      films.filter((film) => film.visa_number !== ""),
      titleKey,
    ),
  );
  return (film) => {
    if (film.visa_number !== "") return film;
    const title = titleKey(film);
    const named = numbered.find((ofTitle) => ofTitle.has(title))?.get(title) ?? [];
    const [first] = named;
    return first && new Set(named.map(filmKey)).size === 1
      ? { ...film, visa_number: first.visa_number }
      : film;
  };
}
