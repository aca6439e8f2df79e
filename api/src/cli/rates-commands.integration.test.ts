import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { UsageError } from "./area.ts";
import { ratesCommand } from "./rates-commands.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const rates = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await ratesCommand(app.owner, args, (line) => lines.push(line));
  return lines;
};

test("rates are added by half-year or by days, changed and removed", async () => {
  expect(await rates()).toEqual(["No rate: notices say it in words."]);
  await rates("set", "2027-h1", "--rate", "12,15");
  expect(await rates("set", "2027-07-01..2027-09-30", "--rate", "9.5")).toEqual([
    "2027-01-01 to 2027-06-30: 12.15 %",
    "2027-07-01 to 2027-09-30: 9.50 %",
  ]);
  expect(await rates("set", "2027-H2", "--rate", "12.4")).toEqual([
    "2027-01-01 to 2027-06-30: 12.15 %",
    "2027-07-01 to 2027-12-31: 12.40 %",
  ]);
  expect(await rates("remove", "2027-H1")).toEqual(["2027-07-01 to 2027-12-31: 12.40 %"]);
  expect(await rates("remove", "2027-H2")).toEqual(["No rate: notices say it in words."]);
});

test("no day has two rates", async () => {
  await rates("set", "2028-H1", "--rate", "12.15");
  await expect(rates("set", "2028-06-30..2028-12-31", "--rate", "13")).rejects.toThrow(/shares days/);
  expect(await rates()).toEqual(["2028-01-01 to 2028-06-30: 12.15 %"]);
});

test("a rate below zero is refused as a rate", async () => {
  await expect(rates("set", "2027-H1", "--rate", "-1")).rejects.toThrow("--rate is a yearly percentage");
});

test("a request cannot write a rate", async () => {
  await expect(
    app.inDatabase((tx) => tx.run(sql`insert into late_rate values ('2030-01-01', '2030-06-30', 100)`)),
  ).rejects.toThrow(/permission denied/);
});

test.each([
  [["set"]],
  [["set", "2027-H1"]],
  [["set", "2027-H3", "--rate", "12"]],
  [["set", "2027-02-30..2027-03-01", "--rate", "12"]],
  [["set", "2027-06-30..2027-01-01", "--rate", "12"]],
  [["set", "2027-01-01", "--rate", "12"]],
  [["set", "2027-H1", "--rate", "0"]],
  [["set", "2027-H1", "--rate", "1215"]],
  [["set", "2027-H1", "--rate", "30.01"]],
  [["set", "2027-H1", "--rate", "-1"]],
  [["set", "2027-H1", "2027-H2", "--rate", "12"]],
  [["remove"]],
  [["remove", "2031-H1"]],
  [["list", "2027-H1"]],
  [["list", "--colour", "red"]],
])("%j is refused with a line that helps", async (args) => {
  await expect(rates(...args)).rejects.toBeInstanceOf(UsageError);
});
