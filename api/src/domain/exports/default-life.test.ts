import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { doubtfulMoves } from "./default-life.ts";

const settled = (date: string, amount: number, key = `vat:7:allocation:${date}`) => ({
  document_id: 7,
  key,
  cause: "payment" as const,
  date: civilDate(date),
  amount: cents(amount),
});
const from = (defaulted: string, reopened: string | null = null) => ({
  defaulted_on: civilDate(defaulted),
  reopened_on: reopened === null ? null : civilDate(reopened),
});
const moves = (
  outstanding: number,
  defaults: readonly ReturnType<typeof from>[],
  ...settlements: ReturnType<typeof settled>[]
) =>
  doubtfulMoves({ id: 7, outstanding: cents(outstanding), defaults }, settlements).map(
    ({ key, date, amount }) => `${date} ${amount} ${key}`,
  );
const DECEMBER = "2026-12-10 11000 default:7";

test("EXP-18: what an invoice owes is doubtful from the day of its default on", () => {
  expect(moves(11000, [from("2026-12-10")])).toEqual([DECEMBER]);
  expect(moves(11000, [])).toEqual([]);
  expect(moves(6600, [from("2026-12-10")], settled("2026-12-05", 4400))).toEqual([
    "2026-12-10 6600 default:7",
  ]);
  expect(moves(0, [from("2026-12-10")], settled("2026-12-10", 11000))).toEqual([]);
});

test("a payment and a credit note take so much back on their own days", () => {
  expect(moves(6600, [from("2026-12-10")], settled("2027-01-07", 4400))).toEqual([
    DECEMBER,
    "2027-01-07 -4400 default:vat:7:allocation:2027-01-07",
  ]);
  expect(moves(0, [from("2026-12-10", "2027-01-08")], settled("2027-01-07", 11000))).toEqual([
    DECEMBER,
    "2027-01-07 -11000 default:vat:7:allocation:2027-01-07",
  ]);
  // More than was owed, and some of it back.
  expect(moves(100, [from("2026-12-10")], settled("2027-01-07", 11100), settled("2027-01-09", -200))).toEqual(
    [
      DECEMBER,
      "2027-01-07 -11000 default:vat:7:allocation:2027-01-07",
      "2027-01-09 100 default:vat:7:allocation:2027-01-09",
    ],
  );
});

test("reopening takes the rest back on its day, and what settles the invoice then moves nothing", () => {
  expect(moves(0, [from("2026-12-10", "2027-01-08")], settled("2027-01-20", 11000))).toEqual([
    DECEMBER,
    "2027-01-08 -11000 default:7:reopened",
  ]);
});

test("each default has its own entries", () => {
  expect(
    moves(
      1000,
      [from("2026-12-10", "2027-01-08"), from("2027-01-08", "2027-02-01"), from("2027-03-01")],
      settled("2027-01-08", 4000),
      settled("2027-02-15", 6000),
    ),
  ).toEqual([
    DECEMBER,
    "2027-01-08 -4000 default:vat:7:allocation:2027-01-08",
    "2027-01-08 -7000 default:7:reopened",
    "2027-01-08 7000 default:7:1",
    "2027-02-01 -7000 default:7:1:reopened",
    "2027-03-01 1000 default:7:2",
  ]);
});
