import { expect, test } from "vitest";
import { normaliseLabel } from "./normalise-label.ts";
import { readWeeks } from "./weeks.ts";

const read = (label: string, year = 2026) => readWeeks(normaliseLabel(`VIR CINE ${label}`), year);
const written = (label: string, year?: number) =>
  read(label, year).weeks.map((week) => (week.year ? `${week.number}/${week.year}` : `${week.number}`));

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
  expect(written(label)).toEqual(weeks);
});

test.each([
  ["S52/26", 2027, ["52/2026"]],
  ["SEM 53/26", 2027, ["53/2026"]],
  ["S05/27", 2027, ["5/2027"]],
  // 2025 and 2027 have no such week.
  ["S53/27", 2027, ["27", "53"]],
  ["S53/25", 2026, ["25", "53"]],
  ["S52/25", 2027, ["25", "52"]],
  ["S25/26", 2027, ["25", "26"]],
  // Two weeks of this year, one left out.
  ["S24/26", 2027, ["24", "26"]],
  ["S52-26", 2027, ["26", "52"]],
])("« %s » on a line of %i names weeks of that year or of the year before: %j", (label, year, weeks) => {
  expect(written(label, year)).toEqual(weeks);
});

test.each([
  ["SEMAINES 51 A 02", 2027, ["1", "2", "51", "52", "53"]],
  ["SEMAINES 51 A 02", 2026, ["1", "2", "51", "52"]],
  ["S50-03", 2026, ["1", "2", "3", "50", "51", "52"]],
  ["S52-12", 2026, ["12", "52"]],
  ["S52-01", 2026, ["1", "52"]],
  ["SEM 51/2026 AU SEM 02/2027", 2027, ["51/2026", "52/2026", "53/2026", "1/2027", "2/2027"]],
  ["SEM 52/2025 A 01 ET 02", 2026, ["52/2025", "1/2026", "2/2026"]],
  ["S40-39", 2026, ["39", "40"]],
  ["S51 ET 02", 2026, ["2", "51"]],
])("the range « %s » on a line of %i goes over the turn of the year: %j", (label, year, weeks) => {
  expect(written(label, year)).toEqual(weeks);
});

test.each([
  ["S51/26 ET S52/26", 2026, ["51/2026", "52/2026"]],
  ["S51/26-S53/26", 2026, ["51/2026", "52/2026", "53/2026"]],
  ["S51/26, S52/26 & S53/26", 2027, ["51/2026", "52/2026", "53/2026"]],
  ["SEM 51/26 ET 52/26", 2026, ["51/2026", "52/2026"]],
  ["S51/26/52/26", 2026, ["51/2026", "52/2026"]],
  ["S51/26/S52/26", 2026, ["51/2026", "52/2026"]],
  ["S52/26-S02/27", 2027, ["52/2026", "53/2026", "1/2027", "2/2027"]],
  ["S24/26 ET S25/26", 2026, ["24/2026", "25/2026"]],
  ["S25/26 ET S26/26", 2027, ["25/2026", "26/2026"]],
  ["S05/26 ET S06/26", 2026, ["5/2026", "6/2026"]],
  ["S48/26 ET 49", 2026, ["48/2026", "49/2026"]],
  ["S48-49/26", 2026, ["48", "49/2026"]],
  ["S52/26, 53 ET 01", 2027, ["52/2026", "53/2026", "1/2027"]],
  // Lists.
  ["S24/26 ET 28", 2026, ["24", "26", "28"]],
  ["S24/26/28", 2026, ["24", "26", "28"]],
  ["S46/47 ET S48/49", 2026, ["46", "47", "48", "49"]],
  ["S46/47/48", 2026, ["46", "47", "48"]],
  ["S51/26/27", 2026, ["26", "27", "51"]],
  ["S53/25 ET S52/25", 2026, ["25", "52", "53"]],
])("each of « %s » on a line of %i has the year behind it, where it can be one: %j", (label, year, weeks) => {
  expect(written(label, year)).toEqual(weeks);
});

test.each([
  ["SEM 52 01", 2027, ["1", "52"]],
  ["SEM 52 01", 2026, ["1", "52"]],
  ["SEM 51 52 01 02", 2026, ["1", "2", "51", "52"]],
  ["SEM 53 01 F26000123", 2027, ["1", "53"]],
  ["SEM 53 01 26000123", 2027, ["1", "53"]],
  // A day, a month, or nothing that follows.
  ["SEM 50 03 12 2026", 2026, ["50"]],
  ["SEM 50 03 12 26", 2026, ["50"]],
  ["SEM 50 03 04 2027", 2027, ["50"]],
  ["SEM 52 01 2027", 2027, ["52"]],
  ["S51 2 FILMS", 2026, ["51"]],
  ["S50 1 COPIE", 2026, ["50"]],
  ["SEM 49 02 DECEMBRE", 2026, ["49"]],
  ["SEM 51 02 LE REX", 2026, ["2", "51"]],
  ["SEM 51 1 RELEVE", 2026, ["51"]],
  ["S52 1", 2026, ["1", "52"]],
  ["S51 01 AU 07", 2026, ["51"]],
  ["SEM 47 12", 2026, ["47"]],
  ["SEM 40 39", 2026, ["40"]],
])("the list « %s » on a line of %i goes over the turn of the year: %j", (label, year, weeks) => {
  expect(written(label, year)).toEqual(weeks);
});

test("the words of a week leave the text, the number beside them stays", () => {
  expect(read("F26000123 S47").zones.map((zone) => zone.text)).toEqual(["CINE F26000123 |"]);
});

test("ranges and weeks 53 are read by the length of each year (BILL-1, BANK-13)", () => {
  const years = Array.from({ length: 31 }, (_, at) => 2020 + at);
  const long = [2020, 2026, 2032, 2037, 2043, 2048];
  const ofYear = (year: number, number: number): string => `${number}/${year}`;
  expect(years.map((year) => written(`SEM 51/${year} AU SEM 02/${year + 1}`, year + 1))).toEqual(
    years.map((year) => [
      ...[51, 52, ...(long.includes(year) ? [53] : [])].map((number) => ofYear(year, number)),
      ...[1, 2].map((number) => ofYear(year + 1, number)),
    ]),
  );
  expect(years.map((year) => written(`S53/${year % 100}`, year + 1))).toEqual(
    years.map((year) => (long.includes(year) ? [ofYear(year, 53)] : [`${year % 100}`, "53"])),
  );
});
