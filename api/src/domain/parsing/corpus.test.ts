import { readdirSync, readFileSync } from "node:fs";
import { cents, centsToWire } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { readBankStatement, type StatementReading } from "./bank-statement.ts";
import { UnreadableTable } from "./tables/file-row.ts";
import { workbook, workbookOf, zip } from "./tables/workbook.testing.ts";

const FOLDER = new URL("./fixtures/corpus/", import.meta.url);

/** What a file gives, or how it is refused: `*` at the end of the sentence stands for its rest. What is left out is empty, or not looked at. */
interface Expected {
  readonly why: string;
  readonly refused?: string;
  readonly format?: string;
  readonly accounts?: readonly string[];
  readonly lines?: number;
  readonly sum?: string;
  readonly currency?: string;
  readonly period?: readonly string[];
  /** « closing 2026-12-31 1084.50 » */
  readonly balances?: readonly string[];
  readonly first?: string;
  readonly ignored?: number;
  readonly errors?: number;
  readonly notes?: number;
}

const EXPECTED = JSON.parse(readFileSync(new URL("expected.json", FOLDER), "utf8")) as Record<
  string,
  Expected
>;
const onDisk = readdirSync(FOLDER, { recursive: true, encoding: "utf8", withFileTypes: true })
  .filter((one) => one.isFile() && one.name !== "expected.json")
  .map((one) => `${one.parentPath.split("/").at(-1)}/${one.name}`);

async function refusalOf(bytes: Buffer): Promise<string> {
  const error: unknown = await readBankStatement(bytes).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableTable)) throw new Error("the file was not refused", { cause: error });
  return error.message;
}

/** The same words as `Expected`, of what was read. */
function told(reading: StatementReading, asked: Expected): Expected {
  const { lines, balances, errors, notes = [] } = reading;
  const all: Expected = {
    why: asked.why,
    format: reading.file_format,
    accounts: [...new Set(lines.map((line) => line.bank_account))],
    lines: lines.length,
    sum: centsToWire(cents(lines.reduce((sum, line) => sum + line.amount, 0))),
    currency: reading.currency,
    period: [reading.period_start ?? "", reading.period_end ?? ""],
    balances: balances.map((one) => `${one.kind} ${one.date} ${centsToWire(one.amount)}`),
    first: lines[0]?.label ?? "",
    ignored: reading.ignored,
    errors: errors.length,
    notes: notes.length,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name in asked || ALWAYS.has(name)),
  ) as unknown as Expected;
}
const ALWAYS = new Set(["ignored", "errors", "notes", "balances"]);
const NOTHING_ELSE = { ignored: 0, errors: 0, notes: 0, balances: [] };

async function expectGiven(bytes: Buffer, expected: Expected): Promise<void> {
  if (expected.refused === undefined) {
    const reading = await readBankStatement(bytes);
    expect(told(reading, expected)).toEqual({ ...NOTHING_ELSE, ...expected });
    expect(reading.lines.length).toBe(reading.rows_read - reading.ignored - reading.errors.length);
    expect(new Set(reading.lines.map((line) => line.fingerprint)).size).toBe(reading.lines.length);
  } else if (expected.refused.endsWith("*"))
    expect((await refusalOf(bytes)).startsWith(expected.refused.slice(0, -1))).toBe(true);
  else expect(await refusalOf(bytes)).toBe(expected.refused);
}

describe("the corpus of bank files, clean, dirty and hostile (BANK-17 to BANK-28)", () => {
  test("is all there", () => {
    expect(onDisk.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(Object.entries(EXPECTED).map(([file, expected]) => [file, expected.why, expected] as const))(
    "%s: %s",
    async (file, _why, expected) => {
      await expectGiven(readFileSync(new URL(file, FOLDER)), expected);
    },
  );
});

const HEADER = ["Date", "Libellé", "Montant"];
const csv = (...rows: readonly string[]): string => [HEADER.join(";"), ...rows].join("\n");
const [one, two] = ["05/10/2026;VIR UN;1,00", "06/10/2026;VIR DEUX;2,00"];
const UNKNOWN = "Format de relevé non reconnu.*";

describe("workbooks and archives that are made here", () => {
  test.each<[string, () => Buffer | Promise<Buffer>, Omit<Expected, "why">]>([
    [
      "dates by their style, numbers with binary dust",
      () => workbook([HEADER, [{ date: 46_384 }, "VIR", 0.1 + 0.2]]),
      { format: "xlsx", lines: 1, sum: "0.30", period: ["2026-12-28", "2026-12-28"] },
    ],
    [
      "two sheets with operations, one hidden, one without",
      () =>
        workbookOf([
          { name: "Octobre", rows: [HEADER, ["05/10/2026", "VIR UN", 1]] },
          { name: "Novembre", rows: [HEADER, ["05/11/2026", "VIR DEUX", 2]] },
          { name: "Brouillon", rows: [HEADER, ["05/12/2026", "VIR TROIS", 4]], isHidden: true },
          { name: "Notes", rows: [["Bonjour"]] },
        ]),
      { format: "xlsx", lines: 2, sum: "3.00" },
    ],
    [
      "a negative zero and a day of the last century",
      () => workbook([HEADER, ["05/10/2026", "RIEN", -0], ["05/10/1926", "VIR", 1]]),
      { refused: "1 date sur 1 est illisible*" },
    ],
    ["a workbook without rows", () => workbook([]), { refused: "Le fichier est vide." }],
    ["a workbook without its parts", () => zip({ "xl/workbook.xml": "<workbook/>" }), { refused: UNKNOWN }],
    [
      "a part with a DOCTYPE",
      () =>
        zip({
          "xl/workbook.xml": `<!DOCTYPE x [<!ENTITY a "b">]><workbook/>`,
          "xl/_rels/workbook.xml.rels": "<Relationships/>",
        }),
      { refused: UNKNOWN },
    ],
    [
      "a workbook that is cut",
      async () => (await workbook([HEADER, ["05/10/2026", "VIR", 1]])).subarray(0, 900),
      { refused: UNKNOWN },
    ],
    [
      "an archive with two statements",
      () => zip({ "a.csv": csv(one), "b/b.CSV": csv(two) }),
      { format: "csv", lines: 2, sum: "3.00" },
    ],
    [
      "an archive in an archive",
      () => zip({ "a.zip": zip({ "a.csv": csv(one) }).toString("latin1") }),
      { refused: "a.zip\u00a0: *" },
    ],
    [
      "a name that climbs out of the folder",
      () => zip({ "../../etc/a.csv": csv(one) }),
      { refused: UNKNOWN },
    ],
    ["a name from the root", () => zip({ "/etc/a.csv": csv(one) }), { refused: UNKNOWN }],
    ["an archive of nothing", () => zip({}), { refused: UNKNOWN }],
    ["an archive that is cut", () => zip({ "a.csv": csv(one) }).subarray(0, 80), { refused: UNKNOWN }],
  ])("%s", async (why, bytes, expected) => {
    await expectGiven(await bytes(), { why, ...expected });
  });
});
