import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { checkedCinema } from "@bobine/contract/cinema-values";
import { CANNOT_UNVALIDATE, type Cinema, type CinemaChange } from "@bobine/contract/cinemas";
import type { CinemaScreen } from "@bobine/contract/screens";
import { groupKey } from "../../domain/client-account/group-clients.ts";
import { columnName } from "../../domain/parsing/cinema-xlsx-columns.ts";
import type { ListedScreen } from "../../domain/parsing/cinema-xlsx.ts";
import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";
import { normaliseText } from "../../domain/parsing/normalise-name.ts";
import type { MatchedRow } from "./match-cinema-rows.ts";
import { SIMILAR_ACCOUNT_OF_ANOTHER, similarAccountSentence } from "./similar-account.ts";
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

interface AccountOwner {
  /** Of a cinema that has it. */
  readonly name: string;
  /** The cinema that has it alone; null of one that is new too. */
  readonly only: number | null;
}

/** What the database has of the values that only one cinema or screen may have. */
export interface TakenValues {
  readonly cnc: readonly { readonly cnc: string; readonly id: number }[];
  readonly short_codes: ReadonlySet<string>;
  /** Client accounts. */
  readonly accounts: readonly (AccountOwner & { readonly account: string })[];
  /** Numbers of authorisation, each with its screen's cinema. */
  readonly screens: readonly {
    readonly authorization_number: string;
    readonly cinema_id: number;
    readonly label: string;
  }[];
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
  vat_number: "",
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
 * @param namesOwners whether a refusal may tell whose a value is: not where it is told to who may not see them (SEC-16)
 */
export async function decideCinemaRows(
  rows: readonly MatchedRow[],
  known: ReadonlyMap<number, Cinema>,
  taken: TakenValues,
  { namesOwners = true }: { readonly namesOwners?: boolean } = {},
): Promise<DecidedRows> {
  const cinemas: DecidedCinema[] = [];
  const errors: { line: number; message: string }[] = [];
  const claims = new Claims(taken, rows, namesOwners);
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
  // A spreadsheet drops zeros: the same number written otherwise changes nothing.
  if (before && isSameNumber(before.cnc_authorization, values.cnc_authorization))
    values.cnc_authorization = before.cnc_authorization;
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
  const numbered = (number: string) =>
    find((one) => one.authorization_number === number) ??
    find((one) => isSameNumber(one.authorization_number, number));
  // Numbers first: two screens that exchanged their names are told apart by them.
  const byNumber = listed.map(({ authorization_number: number }) => {
    const screen = number ? numbered(number) : undefined;
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
    const kept = screen?.authorization_number ?? "";
    const authorization_number = number === "" || isSameNumber(kept, number) ? kept : number;
    const isSame = screen?.name === name && screen.authorization_number === authorization_number;
    return isSame ? [] : [{ id: screen?.id, name, authorization_number }];
  });
}

interface NumberOwner {
  /** Undefined for a cinema that is new too. */
  readonly cinema_id: number | undefined;
  readonly label: string;
}

/** Who has which number, however it is written (BOX-7). */
class NumberOwners {
  readonly #byForm = new Map<string, (NumberOwner & { readonly number: string })[]>();

  add(number: string, owner: NumberOwner): void {
    const form = normaliseNumber(number);
    if (form !== "") this.#byForm.set(form, [...(this.#byForm.get(form) ?? []), { ...owner, number }]);
  }

  /** Another cinema that has it. @param own undefined for a new one */
  other(number: string, own: number | undefined): NumberOwner | undefined {
    return this.#byForm
      .get(normaliseNumber(number))
      ?.find((one) => (own === undefined || one.cinema_id !== own) && isSameNumber(one.number, number));
  }
}

/** Who has the values that only one may have: cinemas of the database, and rows that were decided before. */
class Claims {
  readonly #cnc = new NumberOwners();
  readonly #codes: Set<string>;
  /** Also the codes that rows ask for: none of them is given to another cinema. */
  readonly #codesNotFree: Set<string>;
  readonly #screens = new NumberOwners();
  /** By what accounting software knows them by: how each is written, with its cinema. */
  readonly #accounts = new Map<string, Map<string, AccountOwner>>();

  readonly #namesOwners: boolean;

  constructor(taken: TakenValues, rows: readonly MatchedRow[], namesOwners: boolean) {
    this.#namesOwners = namesOwners;
    for (const { cnc, id } of taken.cnc) this.#cnc.add(cnc, { cinema_id: id, label: "" });
    this.#codes = new Set(taken.short_codes);
    this.#codesNotFree = new Set(taken.short_codes);
    for (const { row } of rows)
      if (row.cinema.short_name_code !== undefined) this.#codesNotFree.add(row.cinema.short_name_code);
    for (const { authorization_number: number, ...owner } of taken.screens) this.#screens.add(number, owner);
    for (const { account, ...owner } of taken.accounts) this.#addAccount(account, owner);
    this.freeCode = freeCodes(this.#codesNotFree);
  }

  /** A code that is given is no one else's, even when its row is refused after all. */
  readonly freeCode: (base: string) => string;

  refusals(
    before: Cinema | undefined,
    { cnc_authorization: cnc, short_name_code: code, default_accounting_code: account }: ListedValues,
    screens: DecidedCinema["screens"],
  ): string[] {
    const refusals: string[] = [];
    if (cnc !== before?.cnc_authorization && this.#cnc.other(cnc, before?.id))
      refusals.push("Ce numéro CNC est déjà utilisé.");
    if (code !== null && code !== before?.short_name_code && this.#codes.has(code))
      refusals.push("Ce code court est déjà utilisé.");
    const spellings = this.#accounts.get(groupKey(account)) ?? new Map<string, AccountOwner>();
    const [similar] = [...spellings].filter(([, { only }]) => only === null || only !== before?.id);
    if (similar && !spellings.has(account) && account !== before?.default_accounting_code)
      refusals.push(
        this.#namesOwners
          ? similarAccountSentence({ account: similar[0], name: similar[1].name })
          : SIMILAR_ACCOUNT_OF_ANOTHER,
      );
    for (const { id, authorization_number: number } of screens) {
      if (before?.screens.some((one) => one.id === id && one.authorization_number === number)) continue;
      const owner = this.#screens.other(number, before?.id);
      if (owner)
        refusals.push(
          this.#namesOwners
            ? `Le numéro d’autorisation ${number} est déjà utilisé par «${NBSP}${owner.label}${NBSP}».`
            : `Le numéro d’autorisation ${number} est déjà utilisé.`,
        );
    }
    return refusals;
  }

  add({ before, values, screens }: DecidedCinema): void {
    this.#cnc.add(values.cnc_authorization, { cinema_id: before?.id, label: values.name });
    this.#addAccount(values.default_accounting_code, { name: values.name, only: before?.id ?? null });
    if (values.short_name_code !== null) {
      this.#codes.add(values.short_name_code);
      this.#codesNotFree.add(values.short_name_code);
    }
    for (const { authorization_number: number, name } of screens)
      this.#screens.add(number, { cinema_id: before?.id, label: `${name} – ${values.name}` });
  }

  #addAccount(account: string, owner: AccountOwner): void {
    if (account === "") return;
    const spellings = this.#accounts.get(groupKey(account)) ?? new Map<string, AccountOwner>();
    // Who has it already stays named.
    if (!spellings.has(account)) spellings.set(account, owner);
    this.#accounts.set(groupKey(account), spellings);
  }
}
