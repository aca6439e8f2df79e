import { clopperPearson, rankOfTruth } from "../score.ts";
import { percent, table } from "../tables.ts";
import { PLAIN_RULES, type PlainRuleName } from "./plain-rules.ts";
import { CLASSES } from "./reader.ts";
import type { Verdict } from "./verdicts.ts";

const RULES = Object.keys(PLAIN_RULES) as PlainRuleName[];
const count = (verdicts: readonly Verdict[], is: (one: Verdict) => boolean): number =>
  verdicts.filter(is).length;
const isWrong = (one: Verdict): boolean => one.isAutomatic && !one.isRight;
const pays = ({ judged }: Verdict): boolean => judged.row.truth.length > 0;

/** @param by the population of a line: its world, its layout, its kind */
export function populationTable(verdicts: readonly Verdict[], by: (one: Verdict) => string): string {
  const groups = [...Map.groupBy(verdicts, by)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return table(
    ["", "rows", "pay", "auto", "wrong", "95 % low", "of paying", "certain", "of certain", "@1", "@3", "@5"],
    [...groups, ["all", verdicts] as const].map(([name, members]) => {
      const [automatic, paying] = [count(members, (one) => one.isAutomatic), count(members, pays)];
      const right = automatic - count(members, isWrong);
      const certain = members.filter((one) => one.certain !== null);
      const left = members.filter((one) => pays(one) && !one.isAutomatic);
      const within = (most: number): string =>
        percent(
          count(left, ({ judged }) => {
            const rank = rankOfTruth(judged);
            return rank > 0 && rank <= most;
          }),
          left.length,
        );
      return [
        name,
        String(members.length),
        String(paying),
        String(automatic),
        String(automatic - right),
        `${(100 * clopperPearson(right, automatic).low).toFixed(2)} %`,
        percent(right, paying),
        String(certain.length),
        percent(
          count(certain, (one) => one.isRight),
          certain.length,
        ),
        within(1),
        within(3),
        within(5),
      ];
    }),
  );
}

/** Lettered of what is certain, by class of evidence. */
export const classTable = (verdicts: readonly Verdict[]): string =>
  table(
    ["certain by", "rows", "lettered", "of certain", "wrong"],
    CLASSES.map((name) => {
      const members = verdicts.filter(({ certain }) => certain === name);
      return [
        name,
        String(members.length),
        String(count(members, (one) => one.isRight)),
        percent(
          count(members, (one) => one.isRight),
          members.length,
        ),
        String(count(members, isWrong)),
      ];
    }),
  );

/** The reasons that the engine gave for certain lines that it left. */
export function lossTable(verdicts: readonly Verdict[]): string {
  const lost = verdicts.filter((one) => one.certain !== null && !one.isAutomatic);
  const reasons = Map.groupBy(lost, ({ certain, judged }) =>
    `${certain}: ${judged.entry.outcome} ${judged.entry.reason_code ?? ""}`.trim(),
  );
  return table(
    ["certain, and left", "rows"],
    [...reasons]
      .toSorted((a, b) => b[1].length - a[1].length)
      .map(([name, members]) => [name, String(members.length)]),
  );
}

/** Paying receipts that neither are lettered nor become a question. */
export function silentTable(verdicts: readonly Verdict[]): string {
  const groups = Map.groupBy(verdicts.filter(pays), ({ judged }) => judged.entry.outcome);
  return table(
    ["what became of receipts that pay", "rows"],
    [...groups].map(([outcome, members]) => [outcome, String(members.length)]),
  );
}

export const plainTable = (verdicts: readonly Verdict[]): string =>
  table(
    ["", "lettered", "right", "wrong", "precision"],
    [
      ["the engine", verdicts.map((one) => (one.isAutomatic ? one.isRight : null))] as const,
      ...RULES.map((rule) => [rule, verdicts.map(({ plain }) => plain[rule])] as const),
    ].map(([name, results]) => {
      const [right, wrong] = [
        results.filter((one) => one === true).length,
        results.filter((one) => one === false).length,
      ];
      return [name, String(right + wrong), String(right), String(wrong), percent(right, right + wrong, 2)];
    }),
  );

/** Populations in which a plain rule without an error letters more than the engine. */
export function betterPlainRules(verdicts: readonly Verdict[]): string {
  const populations: Readonly<Record<string, (one: Verdict) => string>> = {
    world: ({ world }) => world,
    layout: ({ judged }) => judged.row.family,
    payer: ({ judged }) => judged.row.name ?? "nobody",
    // By what the line says: the class of a reading that is right has no error of any rule, for it is made with the truth.
    "read as": ({ readAs }) => readAs ?? "not certain",
  };
  const rows = Object.entries(populations).flatMap(([population, by]) =>
    [...Map.groupBy(verdicts, by)].flatMap(([name, members]) =>
      RULES.filter((rule) => !members.some(({ plain }) => plain[rule] === false)).flatMap((rule) => {
        const [plain, own] = [
          count(members, (one) => one.plain[rule] === true),
          count(members, (one) => one.isRight),
        ];
        return plain > own ? [[`${population} ${name}`, rule, String(plain), String(own)]] : [];
      }),
    ),
  );
  return table(["population", "plain rule without an error", "letters", "the engine"], rows);
}
