// Reads the three exports back, and holds them against the own ledger.
import type { TestApp, TestClient } from "../../../testing/test-app.ts";
import type { BankLine, Facts } from "./facts.testing.ts";
import type { OwnGroup } from "./own-groups.testing.ts";
import type { OwnLedger, OwnLine } from "./own-ledger.testing.ts";

export type Format = keyof typeof EXPORTS;

const EXPORTS = {
  A: ["/exports/export-csv/", "utf-8"],
  B: ["/exports/export-csv-b/", "windows-1252"],
  C: ["/exports/export-csv-c/", "utf-8"],
} as const;

interface Expected {
  readonly facts: Facts;
  readonly ledger: OwnLedger;
  readonly formats: readonly Format[];
  /** What is wrong with the lots; absent while there is none. */
  readonly lots?: readonly string[];
}

/** @returns what is wrong, in words */
export async function checkExports(
  app: TestApp,
  client: TestClient,
  { facts, ledger, formats, lots }: Expected,
): Promise<string[]> {
  const year = Number(app.clock.today().slice(0, 4));
  const isIn = (date: string): boolean =>
    Number(date.slice(0, 4)) === year || Number(date.slice(0, 4)) === year - 1;
  const rows: Record<Format, string[][]> = { A: [], B: [], C: [] };
  for (const format of formats) {
    const [path, charset] = EXPORTS[format];
    const answer = await client.get(path);
    if (answer.status !== 200) return [`export ${format} answers ${answer.status} ${answer.text}`];
    rows[format] = rowsOf(new TextDecoder(charset).decode(answer.bytes));
  }
  const wrong = [...(lots ?? [])];
  for (const format of formats) {
    if (format === "C")
      wrong.push(
        ...compared(
          format,
          rows.C.map((row) => row.slice(2, 17).join(";")),
          statementOf(facts, ledger, isIn),
        ),
      );
    // Lots have entries of their own beside those of the books: they are looked at as lots.
    if (format === "C" || lots) continue;
    const lines = ledger.lines();
    const own = lines.filter((line) => isIn(line.date));
    wrong.push(
      ...compared(
        format,
        rows[format].map(format === "A" ? lineOfA : lineOfB),
        own.map((line) => `${said(line)} ${lettersOf(line.group, format === "A")}`),
      ),
      ...(format === "A" ? [...entriesOf(rows.A), ...capitalsOf(lines)] : []),
    );
  }
  return wrong;
}

const rowsOf = (text: string): string[][] =>
  text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(";"));

const money = (cents: number): string =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, "0")}`;
const french = (date: string): string => date.split("-").toReversed().join("/");
const compact = (date: string): string => date.replaceAll("-", "");

const said = ({ journal, date, account, client, piece, amount }: OwnLine): string =>
  `${journal} ${compact(date)} ${account} ${client} ${piece} ${money(amount)}`;

/** Those that lists show are of the own ledger's group: `LettersWatch` holds them to the rules. */
function lettersOf(group: OwnGroup | undefined, onlyFull: boolean): string {
  const code = group?.documents[0]?.letters ?? "";
  if (!group || group.is_settled) return group ? `${code} ${compact(group.last_date)}` : "";
  return onlyFull ? "" : code.toLowerCase();
}

const signed = (debit: string, credit: string): string =>
  debit === "" || debit === "0,00" ? `-${credit}` : debit;
const lineOfA = (row: string[]): string =>
  `${row[0]} ${row[3]} ${row[4]} ${row[6]} ${row[8]} ${signed(row[11] ?? "", row[12] ?? "")} ${[row[13], row[14]].filter(Boolean).join(" ")}`;
const lineOfB = (row: string[]): string =>
  `${row[0]} ${(row[1] ?? "").split("/").toReversed().join("")} ${row[2]} ${row[3]} ${row[5]} ${signed(row[6] ?? "", row[7] ?? "")} ${[row[9], (row[10] ?? "").split("/").toReversed().join("")].filter(Boolean).join(" ")}`;

/** Numbers without a gap, and each entry balances. */
function entriesOf(rows: readonly string[][]): string[] {
  const wrong: string[] = [];
  const sums = new Map<string, number>();
  const cents = (text = ""): number => Number(text.replace(",", ""));
  for (const row of rows)
    sums.set(row[2] ?? "", (sums.get(row[2] ?? "") ?? 0) + cents(row[11]) - cents(row[12]));
  [...sums].forEach(([number, balance], place) => {
    if (number !== String(place + 1)) wrong.push(`entry ${place + 1} is numbered ${number}`);
    if (balance !== 0) wrong.push(`entry ${number} is ${balance} cents off`);
  });
  return wrong;
}

/** Whatever the period: what has capitals comes to nothing in 411, and is dated no earlier than its last line. */
function capitalsOf(lines: readonly OwnLine[]): string[] {
  const clients = lines.filter(({ account, group }) => account === "411000" && group?.is_settled === true);
  return [...Map.groupBy(clients, ({ group }) => group)].flatMap(([group, ones]) => {
    const sum = ones.reduce((all, one) => all + one.amount, 0);
    const isDated = ones.every(({ date }) => date <= (group?.last_date ?? ""));
    return sum === 0 && isDated
      ? []
      : [`letters of ${ones[0]?.piece} are ${sum} cents off, and of ${group?.last_date}`];
  });
}

/** The lettered statement without its dates. */
function statementOf(facts: Facts, ledger: OwnLedger, isIn: (date: string) => boolean): string[] {
  return facts.lines
    .filter((line) => isIn(line.date))
    .flatMap((line) => {
      const returned = ledger.returnedBy(line);
      const payments = ledger.paymentsOf(line);
      // What is too much of a client's payment is told as what is left of its line.
      const payers = new Set(payments.map(({ document }) => document.account));
      const parts = ledger.partsOf(line).filter((one) => one.kind !== "credit" || !payers.has(one.client));
      const rest = line.amount - [...payments, ...parts].reduce((all, one) => all + one.amount, 0);
      if (payments.length + parts.length === 0)
        return (
          returned?.map(({ account, amount }, place) =>
            unpaid(line, place === 0, "Paiement retourné", account || "471000", -amount),
          ) ?? [unpaid(line, true, "À identifier", "471000", rest)]
        );
      const paid = payments.map(({ document, amount }, place) => {
        const group = ledger.groupOf(document);
        const isFull = group?.is_settled === true;
        const code = document.letters ?? "";
        return [
          line.label,
          place === 0 ? money(line.amount) : "",
          "EUR",
          isFull ? "Lettré" : "Lettré partiellement",
          document.number,
          french(document.date),
          "*",
          "*",
          "*",
          document.account,
          money(amount),
          money(ledger.outstanding(document)),
          place === 0 ? money(rest) : "",
          isFull ? code : code.toLowerCase(),
          isFull ? french(group.last_date) : "",
        ].join(";");
      });
      const others = parts.map(({ kind, account, client, amount, group }, place) => {
        const isFirst = place + paid.length === 0;
        const state = kind === "unknown" ? "À identifier" : "Affecté";
        const head = [
          line.label,
          isFirst ? money(line.amount) : "",
          "EUR",
          state,
          "",
          "",
          "",
          "",
          "",
          client || account,
        ];
        const code = group?.documents[0]?.letters ?? "";
        const letters =
          group?.is_settled === true ? [code, french(group.last_date)] : [code.toLowerCase(), ""];
        return [...head, money(amount), "", isFirst ? money(rest) : "", ...letters].join(";");
      });
      return [...paid, ...others];
    });
}

/** A line of the statement that no document takes. */
const unpaid = (line: BankLine, isFirst: boolean, state: string, account: string, rest: number): string =>
  [
    line.label,
    isFirst ? money(line.amount) : "",
    "EUR",
    state,
    "",
    "",
    "",
    "",
    "",
    account,
    "",
    "",
    money(rest),
    "",
    "",
  ].join(";");

/** `*` in what is expected stands for any cell: names are not the ledger's. */
function compared(what: string, made: readonly string[], expected: readonly string[]): string[] {
  const blind = (line: string): string => {
    const cells = line.split(";");
    return cells.length === 15 && cells[4] !== ""
      ? cells.map((cell, place) => (place >= 6 && place <= 8 ? "*" : cell)).join(";")
      : line;
  };
  const left = new Map<string, number>();
  for (const line of expected) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const wrong: string[] = [];
  for (const line of made.map((one) => blind(one).trim())) {
    const count = left.get(line) ?? 0;
    if (count === 0) wrong.push(`export ${what} has: ${line}`);
    else left.set(line, count - 1);
  }
  for (const [line, count] of left) if (count > 0) wrong.push(`export ${what} lacks: ${line}`);
  return wrong.slice(0, 6);
}
