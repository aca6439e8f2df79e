import { addDays, type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { bookWindows } from "./book-windows.ts";
import { ALL_DAYS } from "./export-data.ts";
import { anExportInvoice, SCENARIO } from "./fixtures/scenario.testing.ts";
import { ledgerEntries } from "./ledger-entries.ts";
import { letter } from "./lettering.ts";
import {
  contentOf,
  entriesToPost,
  entryNumber,
  type LotDays,
  nextStart,
  type PostedEntry,
  problemOfPeriod,
  provisional,
  provisionalTarget,
  SumsToPost,
  targetOf,
  totalOf,
} from "./lots.ts";

const day = civilDate;
const TODAY = day("2026-12-15");
const MADE: LotDays = {
  starts: day("2026-01-01"),
  last: { from: day("2026-11-01"), to: day("2026-11-30") },
};
const entryOf = (changes: Parameters<typeof anExportInvoice>[0] = {}) => {
  const data = { ...SCENARIO, invoices: [anExportInvoice(changes)], transactions: [], allocations: [] };
  const all = { from: day("2000-01-01"), to: day("2100-01-01") };
  const [entry] = [...ledgerEntries(data, letter(data), all)];
  return entry!;
};
const posted = (changes: Parameters<typeof anExportInvoice>[0] = {}): PostedEntry => {
  const { key, journal, date, lines } = entryOf(changes);
  return { id: 9, key, journal, piece_date: date, lines };
};

test.each<[string, string, string | null]>([
  ["2026-12-01", "2026-12-15", null],
  ["2026-11-01", "2026-11-30", null],
  ["2026-12-10", "2026-12-01", "ends_before_it_starts"],
  ["2026-12-01", "2026-12-16", "ends_in_future"],
  ["2026-10-31", "2026-12-01", "starts_before_last"],
  ["2026-12-02", "2026-12-10", "leaves_days_out"],
  ["2026-11-01", "2026-11-29", "ends_before_last"],
])("after a lot of November, one from %s to %s: %s", (from, to, problem) => {
  expect(problemOfPeriod({ from: day(from), to: day(to) }, MADE, TODAY)).toBe(problem);
});

test("the next lot starts on the day after the last one, or on its last day while that is today", () => {
  expect(nextStart(MADE, TODAY)).toBe("2026-12-01");
  expect(nextStart({ ...MADE, last: { from: TODAY, to: TODAY } }, TODAY)).toBe(TODAY);
});

describe("the entries of a lot", () => {
  const december = { from: day("2026-12-01"), to: TODAY };
  const brief = (entries: ReturnType<typeof entriesToPost>) =>
    entries.map((one) => [one.date, one.piece_date, one.reverses_id, one.lines[0]?.label]);

  test("a new one keeps its day", () => {
    const entry = entryOf({ invoice_date: day("2026-12-03") });
    expect(brief(entriesToPost(entry, undefined, targetOf(december, MADE, TODAY)))).toEqual([
      ["2026-12-03", "2026-12-03", null, "Loc. films S47/2026 Cinéma Le Beffroi"],
    ]);
  });

  test("a new one of days that were handed over is written on the first open day, and tells its own", () => {
    const entry = entryOf({ invoice_date: day("2026-10-12") });
    expect(brief(entriesToPost(entry, undefined, targetOf(december, MADE, TODAY)))).toEqual([
      ["2026-12-01", "2026-10-12", null, "Loc. films S47/2026 Cinéma Le Beffroi"],
    ]);
  });

  test("those from before the first lot, and those after its period, are in none", () => {
    for (const date of ["2025-12-31", "2026-12-16"]) {
      const entry = entryOf({ invoice_date: day(date) });
      expect(entriesToPost(entry, undefined, targetOf(december, MADE, TODAY))).toEqual([]);
    }
  });

  test("shown before they are posted, those from before the first lot keep their days", () => {
    const target = provisionalTarget(MADE, TODAY);
    const dated = (date: string) =>
      brief(entriesToPost(entryOf({ invoice_date: day(date) }), undefined, target)).map((one) =>
        one.slice(0, 2),
      );
    expect(dated("2025-12-31")).toEqual([["2025-12-31", "2025-12-31"]]);
    expect(dated("2026-10-12")).toEqual([["2026-12-01", "2026-10-12"]]);
    expect(dated("2027-01-05")).toEqual([["2027-01-05", "2027-01-05"]]);
  });

  test("one that changed is taken back on the first open day, sides exchanged, and written anew", () => {
    const entry = entryOf({ total_net_amount: cents(1000), total_vat_amount: cents(100) });
    const made = entriesToPost(entry, posted(), targetOf(december, MADE, TODAY));
    expect(brief(made)).toEqual([
      ["2026-12-01", "2026-11-30", 9, "Annulation Loc. films S47/2026 Cinéma Le Beffroi"],
      ["2026-12-01", "2026-11-30", null, "Loc. films S47/2026 Cinéma Le Beffroi"],
    ]);
    expect(made[0]?.lines.map((line) => [line.account, line.debit, line.credit, line.due_date])).toEqual([
      ["411000", 0, 289731, null],
      ["706100", 263392, 0, null],
      ["445712", 26339, 0, null],
    ]);
    expect(made.map(totalOf)).toEqual([289731, 1100]);
  });

  test("days of the last lot that are chosen again stay closed: what came in since is entered behind them (EXP-11)", () => {
    const overlapping = targetOf({ from: day("2026-11-01"), to: day("2026-12-10") }, MADE, TODAY);
    const late = entriesToPost(entryOf({ invoice_date: day("2026-11-10") }), undefined, overlapping);
    expect(late.map(({ date, piece_date }) => [date, piece_date])).toEqual([["2026-12-01", "2026-11-10"]]);
    const changed = entriesToPost(entryOf({ cinema_name: "Autre" }), posted(), overlapping);
    expect(changed.map(({ date }) => date)).toEqual(["2026-12-01", "2026-12-01"]);
    const sums = new SumsToPost();
    for (const entry of late) sums.add({ ...entry, total: cents(1) });
    expect(sums.byJournal()).toMatchObject([{ entry_count: 1, late_count: 1 }]);
  });

  test("a second lot of the same days has no open one; of today, which is open, it has what came in since", () => {
    const again = targetOf({ from: day("2026-11-01"), to: day("2026-11-30") }, MADE, TODAY);
    expect(again.open_from > again.period.to).toBe(true);
    const sameDay = { from: TODAY, to: TODAY };
    expect(targetOf(sameDay, { ...MADE, last: sameDay }, TODAY).open_from).toBe(TODAY);
  });

  test.each(["2026-11-01", "2026-11-20", "2026-12-01"])(
    "a lot from %s enters what is late on the day that exports without a lot show",
    (from) => {
      const target = targetOf({ from: day(from), to: TODAY }, MADE, TODAY);
      expect(target.open_from).toBe(provisionalTarget(MADE, TODAY).open_from);
    },
  );

  test("letters, due dates and names of clients change without a reversal; all else does not", () => {
    const content = (changes: Parameters<typeof anExportInvoice>[0]) => contentOf(entryOf(changes));
    expect(content({ due_date: day("2027-01-31") })).toBe(content({}));
    const lettered = entryOf();
    const letters = { code: "AAA", is_balanced: true, date: TODAY };
    expect(contentOf({ ...lettered, lines: lettered.lines.map((line) => ({ ...line, letters })) })).toBe(
      contentOf(lettered),
    );
    for (const changes of [
      { client_account: "411AUTRE" },
      { invoice_number: "F26000999" },
      { cinema_name: "Autre" },
      { invoice_date: day("2026-11-29") },
    ])
      expect(content(changes)).not.toBe(content({}));
  });

  test("before they have numbers they are numbered from 1: by day, what is taken back first, then as they were found", () => {
    const written = (date: string) =>
      entriesToPost(entryOf({ invoice_date: day(date) }), undefined, targetOf(december, MADE, TODAY));
    const takenBack = entriesToPost(entryOf(), posted(), targetOf(december, MADE, TODAY));
    const shown = provisional([...written("2026-12-03"), ...written("2026-10-12"), ...takenBack]);
    expect(shown.map((one) => [one.number, one.date, one.posting?.piece_date, one.lines[0]?.label])).toEqual([
      [1, "2026-12-01", "2026-11-30", "Annulation Loc. films S47/2026 Cinéma Le Beffroi"],
      [2, "2026-12-01", "2026-10-12", "Loc. films S47/2026 Cinéma Le Beffroi"],
      [3, "2026-12-01", "2026-11-30", "Loc. films S47/2026 Cinéma Le Beffroi"],
      [4, "2026-12-03", "2026-12-03", "Loc. films S47/2026 Cinéma Le Beffroi"],
    ]);
  });

  test("are counted by journal: all, those that take back, and those of days that were handed over", () => {
    const sums = new SumsToPost();
    const all = [
      ...entriesToPost(entryOf(), posted(), targetOf(december, MADE, TODAY)),
      ...entriesToPost(
        entryOf({ invoice_date: day("2026-12-03") }),
        undefined,
        targetOf(december, MADE, TODAY),
      ),
    ];
    for (const entry of all) sums.add({ ...entry, total: totalOf(entry) });
    const [first] = all;
    sums.add({ ...first!, journal: "BQ1", reverses_id: null, total: totalOf(first!) });
    expect(sums.byJournal()).toEqual([
      { journal: "BQ1", entry_count: 1, reversal_count: 0, late_count: 1, total: 289731 },
      { journal: first!.journal, entry_count: 3, reversal_count: 1, late_count: 1, total: 3 * 289731 },
    ]);
  });

  test("one that does not balance is never posted", () => {
    const { key, lines } = entryOf();
    expect(() => totalOf({ key, lines: lines.slice(1) })).toThrow("does not balance");
  });
});

test("a number names its journal and year", () => {
  expect(entryNumber("BQ1", 2026, 12)).toBe("BQ1-2026-000012");
});

describe("windows", () => {
  const days = (...counts: number[]) =>
    counts.map((count, place) => ({ day: addDays(day("2026-11-01"), place), count }));
  const windows = (of: ReturnType<typeof days>, most: number, to: CivilDate) =>
    bookWindows(of, most, { from: ALL_DAYS.from, to });

  test("follow one another without a hole from the beginning to the last day", () => {
    const made = windows(days(5, 5, 20, 1, 1), 10, TODAY);
    expect(made.map(({ from, to }) => [from, to])).toEqual([
      ["0001-01-01", "2026-11-02"],
      ["2026-11-03", "2026-11-03"],
      ["2026-11-04", "2026-12-15"],
    ]);
  });
  test("there is one also of empty books, and none after the last day", () => {
    expect(windows([], 10, TODAY)).toEqual([{ from: "0001-01-01", to: TODAY }]);
    expect(windows(days(9, 9), 10, "2026-11-01" as CivilDate)).toHaveLength(1);
  });
  test("those of a later period begin with it, and count none of the rows before", () => {
    const from = day("2026-11-03");
    expect(bookWindows(days(5, 5, 5, 5, 5), 10, { from, to: TODAY })).toEqual([
      { from, to: "2026-11-04" },
      { from: "2026-11-05", to: TODAY },
    ]);
  });
});
