import type { ReadCinemaRow } from "../../workers/read-cinema-xlsx.ts";
import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";
import { must } from "../../domain/must.ts";

/** A cinema of the database, as far as a list can mean it. */
export interface ListableCinema {
  readonly id: number;
  readonly cnc: string;
  readonly short_code: string;
  /** `cinema_name_key(name, city)` of the database. */
  readonly name_key: string;
}

/** What a row means: a known cinema, one to create (no id), or nothing that can be told. */
export type MatchedRow =
  | { readonly row: ReadCinemaRow; readonly id: number | undefined }
  | { readonly row: ReadCinemaRow; readonly problem: string };

const NBSP = "\u00a0";

/** The name part of a `cinema_name_key`, with the sign that stands before the town. */
const namePart = (key: string): string => key.slice(0, key.indexOf("|") + 1);
export const isWithoutTown = (key: string): boolean => key !== "" && key === namePart(key);

/**
 * Finds the cinema of each row (CIN-8): by its CNC number, else its short code, else its name and city. A name is not believed
 * when CNC numbers contradict it: a circuit's second cinema of a town is not its first. What is found nowhere is to be created;
 * a second row of the same cinema is refused, for which of the two is right only a person knows. So is a name without a town that a cinema of
 * some town has: it may be that one, or another.
 * @param nameKeys `cinema_name_key(name, city)` of each row, empty for a row without a name
 */
export function matchCinemaRows(
  rows: readonly ReadCinemaRow[],
  nameKeys: readonly string[],
  known: readonly ListableCinema[],
): MatchedRow[] {
  const index = new ListIndex(known);
  const lineOf = new Map<number, number>();
  return rows.map((row, position) => {
    const cnc = row.cinema.cnc_authorization ?? "";
    const short_code = row.cinema.short_name_code ?? "";
    const keys = { cnc, short_code, name_key: must(nameKeys[position], "name key") };
    if (keys.name_key === "") return { row, id: undefined };
    const [found, other] = index.find(keys);
    if (other)
      return {
        row,
        problem: "Plusieurs cinémas ont ce nom dans cette ville. Indiquez le numéro CNC ou le code court.",
      };
    if (!found && isWithoutTown(keys.name_key) && index.hasName(keys))
      return {
        row,
        problem:
          "Un cinéma porte déjà ce nom. Indiquez la ville, ou, s’il s’agit de lui, son numéro CNC ou son code court.",
      };
    const first = found && lineOf.get(found.id);
    if (first !== undefined) return { row, problem: `Ce cinéma figure déjà à la ligne${NBSP}${first}.` };
    // A cinema to create has no id yet: the row stands for it.
    const id = found?.id ?? -row.line;
    lineOf.set(id, row.line);
    if (!found) index.add({ id, ...keys });
    return { row, id: found?.id };
  });
}

const isNotContradicted = (one: ListableCinema, cnc: string): boolean =>
  one.cnc === "" || cnc === "" || isSameNumber(one.cnc, cnc);

class ListIndex {
  readonly #byCnc = new Map<string, ListableCinema[]>();
  readonly #byCode = new Map<string, ListableCinema>();
  readonly #byName = new Map<string, ListableCinema[]>();
  readonly #inAnyTown = new Map<string, ListableCinema[]>();

  constructor(known: readonly ListableCinema[]) {
    for (const cinema of known) this.add(cinema);
  }

  add(cinema: ListableCinema): void {
    const form = normaliseNumber(cinema.cnc);
    if (form !== "") this.#byCnc.set(form, [...(this.#byCnc.get(form) ?? []), cinema]);
    if (cinema.short_code !== "") this.#byCode.set(cinema.short_code, cinema);
    this.#byName.set(cinema.name_key, [...(this.#byName.get(cinema.name_key) ?? []), cinema]);
    const name = namePart(cinema.name_key);
    this.#inAnyTown.set(name, [...(this.#inAnyTown.get(name) ?? []), cinema]);
  }

  /** All that it may mean by the surest of its keys. */
  find({ cnc, short_code, name_key }: Omit<ListableCinema, "id">): readonly ListableCinema[] {
    const surest = this.#ofCnc(cnc) ?? this.#byCode.get(short_code);
    if (surest) return [surest];
    return (this.#byName.get(name_key) ?? []).filter((one) => isNotContradicted(one, cnc));
  }

  /** Whether a cinema of any town has this name, and may be meant. */
  hasName({ cnc, name_key }: Pick<ListableCinema, "cnc" | "name_key">): boolean {
    return (this.#inAnyTown.get(namePart(name_key)) ?? []).some((one) => isNotContradicted(one, cnc));
  }

  /** The one with the very number, else the one that has it written otherwise. */
  #ofCnc(cnc: string): ListableCinema | undefined {
    const alike = (this.#byCnc.get(normaliseNumber(cnc)) ?? []).filter((one) => isSameNumber(one.cnc, cnc));
    return alike.find((one) => one.cnc === cnc) ?? alike[0];
  }
}
