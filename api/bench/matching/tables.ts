import type { TrapResult } from "./adversarial.ts";
import { clopperPearson, type Score, score } from "./score.ts";
import type { Run } from "./protocol.ts";

export const percent = (part: number, whole: number, digits = 1): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(digits)} %`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  return [
    line(head),
    `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`,
    ...rows.map(line),
  ].join("\n");
}

export function headline(scores: readonly Named[]): string {
  return table(
    [
      "world",
      "rows",
      "auto",
      "wrong",
      "payer",
      "precision",
      "95 % low",
      "recall",
      "of certain",
      "of numbered",
      "left",
      "@1",
      "@3",
      "@5",
      "touches",
      "nobody's auto",
    ],
    scores.map(({ name, score: one }) => [
      name,
      String(one.rows),
      String(one.automatic),
      String(one.wrong),
      String(one.wrongPayer),
      percent(one.automatic - one.wrong, one.automatic, 2),
      `${(100 * clopperPearson(one.automatic - one.wrong, one.automatic).low).toFixed(2)} %`,
      percent(one.automatic - one.wrong, one.receivable),
      percent(one.certainAutomatic, one.certain),
      percent(one.numberedAutomatic, one.numbered),
      String(one.left),
      percent(one.first, one.left),
      percent(one.firstThree, one.left),
      percent(one.firstFive, one.left),
      percent(one.touches, one.left),
      `${one.unrelatedAutomatic}/${one.unrelated}`,
    ]),
  );
}

export function kindTable(runs: readonly Run[]): string {
  const kinds = Map.groupBy(
    runs.flatMap((run) => run.judged.map((one) => ({ one, run }))),
    ({ one }) => one.row.kind,
  );
  return table(
    ["kind", "rows", "auto", "wrong", "left", "@1", "@3", "@5", "touches"],
    [...kinds]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, members]) => {
        const byRun = Map.groupBy(members, ({ run }) => run);
        const sums = [...byRun].map(([run, ones]) =>
          score(
            ones.map(({ one }) => one),
            run.bills,
          ),
        );
        const sum = (name: keyof Score): number => sums.reduce((total, each) => total + each[name], 0);
        const left = sum("left");
        return [
          kind,
          String(sum("rows")),
          String(sum("automatic")),
          String(sum("wrong")),
          String(left),
          percent(sum("first"), left),
          percent(sum("firstThree"), left),
          percent(sum("firstFive"), left),
          percent(sum("touches"), left),
        ];
      }),
  );
}

export interface Named {
  readonly name: string;
  readonly score: Score;
}

export function naiveTable(scores: readonly Named[], all: Score): string {
  return table(
    ["world", "engine auto", "engine precision", "naive auto", "naive precision"],
    [...scores, { name: "all", score: all }].map(({ name, score: one }) => [
      name,
      String(one.automatic),
      percent(one.automatic - one.wrong, one.automatic, 2),
      String(one.naive),
      percent(one.naive - one.naiveWrong, one.naive, 2),
    ]),
  );
}

export function adversarialTable(results: readonly TrapResult[]): string {
  const count = (list: readonly TrapResult[]): string[] => [
    String(list.length),
    String(list.filter((one) => one.isWrong).length),
    `${list.filter((one) => one.isDone).length}/${list.filter((one) => one.mayBe).length}`,
  ];
  return table(
    ["pack", "lines", "wrongly lettered", "rightly lettered"],
    [
      ...[...Map.groupBy(results, (one) => one.pack)].map(([pack, list]) => [pack, ...count(list)]),
      ["all", ...count(results)],
    ],
  );
}
