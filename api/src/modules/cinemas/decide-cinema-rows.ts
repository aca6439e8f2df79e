import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { checkedCinema } from "@bobine/contract/cinema-values";
import { CANNOT_UNVALIDATE, type Cinema, type CinemaChange } from "@bobine/contract/cinemas";
import type { CinemaScreen } from "@bobine/contract/screens";
import { columnName } from "../../domain/parsing/cinema-xlsx-columns.ts";
import type { ListedScreen } from "../../domain/parsing/cinema-xlsx.ts";
import { normaliseText } from "../../domain/parsing/normalise-name.ts";
import type { MatchedRow } from "./match-cinema-rows.ts";
import { freeCodes, shortNameCodeBase } from "./short-name-code.ts";
import { WRITTEN_COLUMNS, type WrittenColumn } from "./written-cinemas.repository.ts";

/** The values of a cinema that a list writes. */
export type ListedValues = Pick<Cinema, WrittenColumn>;

/** A row whose cinema is to be written, or is already as the row says. */
export interface DecidedCinema {
  readonly line: number;
  /** Undefined for a cinema to create. */
  readonly before: Cinema | undefined;
  readonly values: ListedValues;
  readonly changed: readonly WrittenColumn[];
  /** Screens to add (without an id) or to change. */
  readonly screens: readonly (ListedScreen & { readonly id: number | undefined })[];
  /** Whether the cinema becomes valid now. */
  readonly validates: boolean;
}

/** What the database has of the values that only one cinema or screen may have. */
export interface TakenValues {
  /** CNC number → cinema. */
  readonly cnc: ReadonlyMap<string, number>;
  readonly short_codes: ReadonlySet<string>;
  /** Number of authorisation → its screen's cinema. */
  readonly screens: ReadonlyMap<string, { readonly cinema_id: number; readonly label: string }>;
}

export interface DecidedRows {
  readonly cinemas: readonly DecidedCinema[];
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

const BLANK: ListedValues = {
  name: "",
  legal_name: "",
  city: "",
  group: "",
  sub_group: "",
  address: "",
  address_line_2: "",
  pin_code: "",
  siren: "",
  cnc_authorization: "",
  invoicing_company_name: "",
  invoicing_address: "",
  invoicing_address_line_2: "",
  invoicing_pin_code: "",
  invoicing_city: "",
  invoicing_siren: "",
  phones: [],
  default_invoice_emails: [],
  default_reminder_emails: [],
  short_name_code: null,
  default_accounting_code: "",
  classification: {},
  status: "active",
};
/** Thousands of rows take a second: other requests are served between, whatever a row costs. */
const BREATH_MS = 10;
const NBSP = "\u00a0";

/**
 * Decides what each row of a list writes. Values have the form that the cinema's card asks for; what a cinema or a screen has cannot
 * be another's, whatever the order of the rows. A cinema that is created is valid unless its row says no: the super admin's own list
 * is what it would be compared with; one that is known becomes valid only when the row says so, since its invoices go out then.
 * @param known the cinemas that the rows mean, as they are now, by id
 */
export async function decideCinemaRows(
  rows: readonly MatchedRow[],
  known: ReadonlyMap<number, Cinema>,
  taken: TakenValues,
): Promise<DecidedRows> {
  const cinemas: DecidedCinema[] = [];
  const errors: { line: number; message: string }[] = [];
  const claims = new Claims(taken, rows);
  let breathed = performance.now();
  for (const matched of rows) {
    if (performance.now() - breathed > BREATH_MS) {
      await setImmediate();
      breathed = performance.now();
    }
    const { row } = matched;
    const problems = [...row.problems];
    if ("problem" in matched) problems.push(matched.problem);
    else if (problems.length === 0) {
      const before = matched.id === undefined ? undefined : known.get(matched.id);
      if (matched.id !== undefined && !before)
        problems.push("Ce cinéma vient d’être supprimé. Importez cette ligne à nouveau.");
      else {
        const decided = decideRow(matched, before, claims, problems);
        if (decided && problems.length === 0) {
          claims.add(decided);
          cinemas.push(decided);
        }
      }
    }
    if (problems.length > 0)
      errors.push({ line: row.line, message: `Ligne ${row.line}${NBSP}: ${problems.join(" ")}` });
  }
  return { cinemas, errors };
}

function decideRow(
  { row }: MatchedRow,
  before: Cinema | undefined,
  claims: Claims,
  problems: string[],
): DecidedCinema | undefined {
  const { is_validated } = row.cinema;
  if ("wrong" in row.fields) {
    problems.push(...sentencesOf(row.fields.wrong));
    return undefined;
  }
  const { values: requested, wrong } = checkedCinema(before, row.fields.data);
  problems.push(...sentencesOf(wrong));
  if (is_validated === false && before?.is_validated) problems.push(CANNOT_UNVALIDATE);
  const values = { ...(before ?? BLANK), ...given(requested) } as ListedValues;
  const screens = listedScreens(before?.screens ?? [], requested.screens ?? []);
  problems.push(...claims.refusals(before, values, screens));
  if (problems.length > 0) return undefined;
  if (!before && values.short_name_code === null)
    values.short_name_code = claims.freeCode(shortNameCodeBase(values.name, values.city));
  const from = before ?? BLANK;
  return {
    line: row.line,
    before,
    values,
    changed: WRITTEN_COLUMNS.filter(
      (column) => values[column] !== from[column] && !isDeepStrictEqual(values[column], from[column]),
    ),
    screens,
    validates: before ? is_validated === true && !before.is_validated : is_validated !== false,
  };
}

const given = (requested: CinemaChange): Partial<ListedValues> =>
  Object.fromEntries(
    WRITTEN_COLUMNS.filter((column) => requested[column] !== undefined).map((column) => [
      column,
      requested[column],
    ]),
  );

/** A sentence, and the column that it is about. */
const sentencesOf = (wrong: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(wrong).flatMap(([field, messages]) =>
    messages.map(
      (message) => `${message.replace(/\.$/, "")} (colonne «${NBSP}${columnName(field)}${NBSP}»).`,
    ),
  );

/**
 * The screens that a cell adds or changes; none is taken away. A screen is meant by its number, else by its name when the number does
 * not contradict it.
 */
function listedScreens(
  present: readonly CinemaScreen[],
  listed: readonly { readonly name: string; readonly authorization_number?: string | undefined }[],
): DecidedCinema["screens"] {
  const free = new Map(present.map((screen) => [screen.id, screen]));
  const find = (is: (screen: CinemaScreen) => boolean) => [...free.values()].find(is);
  // Numbers first: two screens that exchanged their names are told apart by them.
  const byNumber = listed.map(({ authorization_number: number }) => {
    const screen = number ? find((one) => one.authorization_number === number) : undefined;
    if (screen) free.delete(screen.id);
    return screen;
  });
  return listed.flatMap(({ name, authorization_number: number = "" }, position) => {
    const screen =
      byNumber[position] ??
      find(
        (one) =>
          normaliseText(one.name) === normaliseText(name) &&
          (number === "" || one.authorization_number === ""),
      );
    if (screen) free.delete(screen.id);
    const authorization_number = number || (screen?.authorization_number ?? "");
    const isSame = screen?.name === name && screen.authorization_number === authorization_number;
    return isSame ? [] : [{ id: screen?.id, name, authorization_number }];
  });
}

/** Who has the values that only one may have: cinemas of the database, and rows that were decided before. */
class Claims {
  readonly #cnc: Map<string, number | undefined>;
  readonly #codes: Set<string>;
  /** Also the codes that rows ask for: none of them is given to another cinema. */
  readonly #codesNotFree: Set<string>;
  readonly #screens: Map<string, { readonly cinema_id: number | undefined; readonly label: string }>;

  constructor(taken: TakenValues, rows: readonly MatchedRow[]) {
    this.#cnc = new Map(taken.cnc);
    this.#codes = new Set(taken.short_codes);
    this.#codesNotFree = new Set(taken.short_codes);
    for (const { row } of rows)
      if (row.cinema.short_name_code !== undefined) this.#codesNotFree.add(row.cinema.short_name_code);
    this.#screens = new Map(taken.screens);
    this.freeCode = freeCodes(this.#codesNotFree);
  }

  /** A code that is given is no one else's, even when its row is refused after all. */
  readonly freeCode: (base: string) => string;

  refusals(
    before: Cinema | undefined,
    { cnc_authorization: cnc, short_name_code: code }: ListedValues,
    screens: DecidedCinema["screens"],
  ): string[] {
    const isAnothers = (owner: number | undefined): boolean => !before || owner !== before.id;
    const refusals: string[] = [];
    if (this.#cnc.has(cnc) && isAnothers(this.#cnc.get(cnc)))
      refusals.push("Ce numéro CNC est déjà utilisé.");
    if (code !== null && code !== before?.short_name_code && this.#codes.has(code))
      refusals.push("Ce code court est déjà utilisé.");
    for (const { authorization_number: number } of screens) {
      const owner = this.#screens.get(number);
      if (owner && isAnothers(owner.cinema_id))
        refusals.push(
          `Le numéro d’autorisation ${number} est déjà utilisé par «${NBSP}${owner.label}${NBSP}».`,
        );
    }
    return refusals;
  }

  add({ before, values, screens }: DecidedCinema): void {
    if (values.cnc_authorization !== "") this.#cnc.set(values.cnc_authorization, before?.id);
    if (values.short_name_code !== null) {
      this.#codes.add(values.short_name_code);
      this.#codesNotFree.add(values.short_name_code);
    }
    for (const { authorization_number: number, name } of screens)
      if (number !== "")
        this.#screens.set(number, { cinema_id: before?.id, label: `${name} – ${values.name}` });
  }
}
