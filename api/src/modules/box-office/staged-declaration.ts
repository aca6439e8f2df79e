import { hasOtherIban } from "@bobine/contract/ibans-in-text";
import { type Cents, centsToWire } from "@bobine/contract/money";
import { filmKey } from "../../domain/invoicing/billed-declaration.ts";
import { type LineShare, lineShare } from "../../domain/invoicing/rental-share.ts";
import type { BoxOfficeDeclaration } from "../../domain/parsing/box-office-types.ts";
import { cutText } from "../../domain/parsing/cut-text.ts";
import { computedOnce } from "../../domain/parsing/computed-once.ts";
import type { ReportedSite } from "./place-declarations.ts";
import { MAX_NAME } from "./site-title.ts";
import type { StagedRow } from "./stage-declarations.ts";

/** A number that does not have its length recognises nothing. */
const digits = (text: string | null, length: number): string => (text?.length === length ? text : "");

/** The site that a declaration names, as far as it does. */
export function siteOf({ cinema }: BoxOfficeDeclaration): Omit<ReportedSite, "screens"> {
  return {
    name: cutText(cinema.name ?? "", MAX_NAME),
    city: cinema.city ?? "",
    cnc: cinema.cnc_authorization ?? "",
    siret: digits(cinema.siret, 14),
    siren: digits(cinema.siren, 9),
    short_code: (cinema.short_name_code ?? "").toUpperCase(),
    legal_name: cinema.legal_name ?? "",
    address: cinema.address ?? "",
    pin_code: cinema.pin_code ?? "",
    group: cinema.group ?? "",
  };
}

/** Ten million admissions, a hundred million euros: far beyond a screen's week, far below what a column or a sum holds. */
const MAX_COUNT = 10_000_000;
const MAX_CENTS = 10 ** 10 - 1;

/** Whether its numbers can be those of one screen's week. */
export function isWithinBounds(declaration: BoxOfficeDeclaration): boolean {
  const { terms } = declaration;
  const counts = [
    declaration.screenings,
    declaration.admissions_paid,
    declaration.admissions_free,
    terms.rate_bp,
  ];
  const amounts = [
    declaration.gross_ttc,
    declaration.tsa,
    declaration.vat,
    declaration.base_film_ht,
    declaration.sacem,
    declaration.share_declared_ht,
    terms.flat_fee_ht,
    terms.minimum_guarantee_ht,
  ];
  return (
    counts.every((count) => count === null || (count >= 0 && count <= MAX_COUNT)) &&
    amounts.every((amount) => amount === null || (amount >= 0 && amount <= MAX_CENTS))
  );
}

/** Cents that a sum on the wire can tell. */
const MAX_TOTAL = 10 ** 15 - 1;

/** As the reader's own messages name it. */
const nameOf = (where: { readonly line: number; readonly reference: string | null }): string =>
  where.reference ? `Déclaration ${where.reference}` : `Ligne ${where.line}`;

/** The shortest IBAN there is. A long report has many declarations, whose visas and screens are all digits: most are shorter. */
const LEAST_IBAN = 15;

interface NamedIban {
  readonly of: string;
  readonly its: string;
}

/**
 * Finds what documents and mails print of a declaration and names an IBAN (SEC-17), with what to correct.
 * @param ibans that may be named
 */
export function otherIbanFinder(
  ibans: readonly string[],
): (declaration: BoxOfficeDeclaration) => NamedIban | undefined {
  const names = (...texts: (string | null)[]): boolean => {
    const printed = texts.filter((text) => text !== null).join(" ");
    return printed.length >= LEAST_IBAN && hasOtherIban(printed, ibans);
  };
  const ofFilm = (its: string) => ({ of: "le film", its });
  const ofScreen = (its: string) => ({ of: "la salle", its });
  const inCinema = computedOnce((cinema: BoxOfficeDeclaration["cinema"]): NamedIban | undefined => {
    const ofCinema = (its: string) => ({ of: "le cinéma", its });
    if (names(cinema.city)) return ofCinema("sa ville");
    if (names(cinema.name, cinema.city)) return ofCinema("son nom");
    if (names(cinema.legal_name)) return ofCinema("sa raison sociale");
    if (names(cinema.address, cinema.pin_code, cinema.city)) return ofCinema("son adresse");
    // One without a name is called by them.
    if (names(cinema.cnc_authorization)) return ofCinema("son numéro CNC");
    return names(cinema.short_name_code) ? ofCinema("son code court") : undefined;
  });
  return ({ film, screen, cinema }) => {
    if (names(film.title, film.version)) return ofFilm("son titre");
    if (names(film.visa_number)) return ofFilm("son visa");
    if (names(screen.name)) return ofScreen("son nom");
    if (names(screen.authorization_number)) return ofScreen("son numéro d’autorisation");
    return inCinema(cinema);
  };
}

/**
 * What keeps a declaration out whose form is right.
 * @param total of the takings before it
 * @param findOtherIban of the company's, as `otherIbanFinder` makes it
 */
export function problemOf(
  declaration: BoxOfficeDeclaration,
  total: number,
  findOtherIban: ReturnType<typeof otherIbanFinder>,
): string | undefined {
  if (!isWithinBounds(declaration) || total + declaration.gross_ttc > MAX_TOTAL)
    return `${nameOf(declaration)}\u00a0: valeur hors limites.`;
  const wrong = findOtherIban(declaration);
  return wrong
    ? `${nameOf(declaration)}\u00a0: ${wrong.of} porte un IBAN qui n’est pas celui de votre société. Corrigez ${wrong.its}, puis importez le rapport de nouveau.`
    : undefined;
}

/** The instant that a report gives of itself, if it is one. */
export function instantOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export interface DeclaredShare extends LineShare {
  /** The share by the other formula, where none is declared: the cinema's habit chooses between them. */
  readonly share_other_ht: Cents | null;
}

/**
 * The distributor's share of a declaration (BILL-3).
 * @param sacemDeducted the distributor's setting
 * @throws RangeError when its terms do not say what it is: the reader refuses such a declaration
 */
export function shareOf(declaration: BoxOfficeDeclaration, sacemDeducted: boolean): DeclaredShare {
  const { type, rate_millionths, flat_fee_ht } = declaration.terms;
  const declared_share_ht = declaration.share_declared_ht;
  const terms = {
    terms_type: type,
    rate_millionths,
    flat_fee_ht,
    base_film_ht: declaration.base_film_ht,
    declared_share_ht,
    declared_sacem: declaration.sacem,
  };
  const share = lineShare({ ...terms, sacem_deducted: sacemDeducted });
  const isComputed = type === "POURCENTAGE" && declared_share_ht === null;
  const share_other_ht = isComputed ? lineShare({ ...terms, sacem_deducted: !sacemDeducted }).share_ht : null;
  return { ...share, share_other_ht };
}

const money = (amount: Cents | null): string | null => (amount === null ? null : centsToWire(amount));

/** The row of a declaration, in the order of `STAGED_COLUMNS`. */
export function stagedRowOf(
  declaration: BoxOfficeDeclaration,
  place: number,
  share: DeclaredShare,
  warnings: readonly string[],
): StagedRow {
  const { film, screen, terms } = declaration;
  const visa_number = film.visa_number ?? "";
  const film_title = film.title ?? `Visa ${visa_number}`;
  return [
    declaration.position,
    place,
    declaration.week_start,
    screen.authorization_number,
    screen.name ?? "",
    filmKey({ visa_number, film_title }),
    visa_number,
    film_title,
    film.version ?? "",
    film.run_week,
    declaration.reference ?? "",
    declaration.nature,
    declaration.corrects ?? "",
    terms.type,
    terms.rate_bp,
    money(terms.flat_fee_ht),
    money(terms.minimum_guarantee_ht),
    declaration.cancelled_screening,
    declaration.screenings,
    declaration.admissions_paid,
    declaration.admissions_free,
    money(declaration.gross_ttc),
    money(declaration.tsa),
    money(declaration.vat),
    money(declaration.base_film_ht),
    money(declaration.sacem),
    money(share.share_ht),
    share.share_declared,
    share.sacem_deducted,
    JSON.stringify(warnings),
    money(share.share_other_ht),
    film.lacks_version,
  ];
}
