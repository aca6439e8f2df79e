import { expect, test } from "vitest";
import { normaliseLabel } from "./normalise-label.ts";
import { readWeeks } from "./weeks.ts";

const read = (label: string) => readWeeks(normaliseLabel(`VIR CINE ${label}`), 2026);

test.each([
  ["S46 S47", ["46", "47"]],
  ["SEM 47", ["47"]],
  ["SEMAINES 46 ET 47", ["46", "47"]],
  ["SEM 19 20 21 MDT 12", ["19", "20", "21"]],
  ["SEM 19 2026", ["19"]],
  ["SEMAINE N 19", ["19"]],
  ["IMAGE S N 26-1450", []],
  ["SEM46/47", ["46", "47"]],
  ["S46-48", ["46", "47", "48"]],
  ["SEMAINE 46 A 48", ["46", "47", "48"]],
  ["S47/2026", ["47/2026"]],
  ["S47/26", ["47/2026"]],
  ["S25/26", ["25", "26"]],
  ["S99", []],
  ["8527975563S", []],
  ["CLASSE 47", []],
  ["S4712", []],
])("« %s » names the weeks %j", (label, weeks) => {
  expect(
    read(label).weeks.map((week) => (week.year ? `${week.number}/${week.year}` : `${week.number}`)),
  ).toEqual(weeks);
});

test("the words of a week leave the text, the number beside them stays", () => {
  expect(read("F26000123 S47").zones.map((zone) => zone.text)).toEqual(["CINE F26000123 |"]);
});
