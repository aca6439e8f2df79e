// What lots must be, from one reading of the exports to the next.
import type { TestApp, TestClient } from "../../../testing/test-app.ts";
import { verifyLedger } from "../../banking/verify-ledger.ts";
import { verifyClients } from "../verify-clients.ts";
import type { OwnLedger } from "./own-ledger.testing.ts";

const ALL_DAYS = "?from=2000-01-01&to=2100-12-31";
const RULES = /^(lot|entry|posted|reversal)/;

const rowsOf = (text: string): string[][] =>
  text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(";"));

const centsOf = (text = ""): number => Number(text.replace(",", ""));

/** Follows the lots of one distributor. */
export class LotsWatch {
  /** By lot, its file A when it was first read. */
  readonly #files = new Map<number, string>();

  /**
   * @param isLast reads the files of all lots once more: until then `lot_bytes` of the ledger says that what is stored of them stays
   * @returns what is wrong, in words; undefined while there is no lot
   */
  async look(
    app: TestApp,
    client: TestClient,
    distributorId: number,
    ledger: OwnLedger,
    isLast: boolean,
  ): Promise<string[] | undefined> {
    const lots: { id: number }[] = (await client.get("/accounting/lots/")).body.results.toReversed();
    if (lots.length === 0) return undefined;
    const wrong: string[] = [];
    const posted: string[][] = [];
    for (const { id } of lots) {
      const known = this.#files.get(id);
      const text =
        known === undefined || isLast ? (await client.get(`/accounting/lots/${id}/a/`)).text : known;
      const first = known ?? text;
      this.#files.set(id, first);
      wrong.push(...[...lettersOf(rowsOf(text)), ...namesOf(rowsOf(text))].map((one) => `lot ${id}: ${one}`));
      if (text !== first) wrong.push(`lot ${id} is not what it was`);
      posted.push(...rowsOf(text));
    }
    const [a, b] = [
      rowsOf((await client.get(`/exports/export-csv/${ALL_DAYS}`)).text),
      rowsOf(
        new TextDecoder("windows-1252").decode((await client.get(`/exports/export-csv-b/${ALL_DAYS}`)).bytes),
      ),
    ];
    wrong.push(...lettersOf(a), ...namesOf(a));
    const lettered = a.filter((row) => row[13] !== "");
    for (const [letters, sum] of sumsBy(lettered, (row) => `${row[6]} ${row[13]}`, 11))
      wrong.push(`letters ${letters} are ${sum} cents off`);
    // Letters and names are of now.
    const blind = (rows: readonly string[][]): string[] =>
      rows.map((row) => row.filter((_, column) => ![5, 7, 13, 14].includes(column)).join(";"));
    if (blind(a.slice(0, posted.length)).join("\n") !== blind(posted).join("\n"))
      wrong.push("the posted entries are not those of the lots");
    for (const row of a.slice(posted.length))
      if (!/^\d+$/.test(row[2] ?? "") || row[15] !== "")
        wrong.push(`provisional, and not marked: ${row.join(";")}`);
    const balances = sumsBy(a, (row) => row[2] ?? "", 11);
    for (const [number, balance] of balances) wrong.push(`entry ${number} is ${balance} cents off`);

    // Whatever was taken back and written anew: what is left is the books.
    const made = sumsBy(a, (row) => [0, 9, 4, 6, 8].map((place) => row[place]).join(" "), 11);
    const own = new Map<string, number>();
    for (const line of ledger.lines()) {
      const key = `${line.journal} ${line.date.replaceAll("-", "")} ${line.account} ${line.client} ${line.piece}`;
      own.set(key, (own.get(key) ?? 0) + line.amount);
    }
    for (const key of new Set([...made.keys(), ...own.keys()]))
      if ((made.get(key) ?? 0) !== (own.get(key) ?? 0))
        wrong.push(
          `lots and what is to be posted have ${made.get(key) ?? 0}, the books ${own.get(key) ?? 0}: ${key}`,
        );
    const ofB = sumsBy(b, (row) => [0, 2, 3, 5].map((place) => row[place]).join(" "), 6);
    const ofA = sumsBy(a, (row) => [0, 4, 6, 8].map((place) => row[place]).join(" "), 11);
    if (ofA.size !== ofB.size || [...ofA].some(([key, sum]) => ofB.get(key) !== sum))
      wrong.push("A and B differ");

    const broken = await app.inDatabase(verifyLedger, distributorId);
    wrong.push(...broken.filter(({ rule }) => RULES.test(rule)).map(({ message }) => message));
    const untied = await app.inDatabase(verifyClients, distributorId);
    wrong.push(...untied.map(({ rule, subject, message }) => `${rule} ${subject}: ${message}`));
    return wrong.slice(0, 6);
  }
}

/** The letters of a client are dated once, and no earlier than the last entry that has them (EXP-3). */
function lettersOf(a: readonly string[][]): string[] {
  const lettered = Map.groupBy(
    a.filter((row) => row[13] !== ""),
    (row) => `${row[6]} ${row[13]}`,
  );
  return [...lettered].flatMap(([letters, rows]) => {
    const dates = new Set(rows.map((row) => row[14]));
    const last =
      rows
        .map((row) => row[3] ?? "")
        .sort()
        .at(-1) ?? "";
    return dates.size === 1 && [...dates].every((date) => (date ?? "") >= last)
      ? []
      : [`letters ${letters} are of ${[...dates].join(" and ")}, their last entry of ${last}`];
  });
}

/** An account, and a client's, has one name in a file. */
function namesOf(a: readonly string[][]): string[] {
  return [
    [4, 5],
    [6, 7],
  ].flatMap(([account = 0, name = 0]) =>
    [...Map.groupBy(a, (row) => row[account])].flatMap(([of, rows]) => {
      const names = new Set(rows.map((row) => row[name]));
      return names.size === 1 ? [] : [`${of} is called ${[...names].join(" and ")}`];
    }),
  );
}

/** Debit less credit by key, where it is not nothing. @param debit place of its column, before that of the credit */
function sumsBy(
  rows: readonly string[][],
  key: (row: string[]) => string,
  debit: number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows)
    sums.set(
      key(row),
      (sums.get(key(row)) ?? 0) + centsOf(row[debit] || "0") - centsOf(row[debit + 1] || "0"),
    );
  for (const [one, sum] of sums) if (sum === 0) sums.delete(one);
  return sums;
}
