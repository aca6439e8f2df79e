// What tests of bank lines, letters and exports begin with: one database a file, one accountant with a cinema a test.
import { type Cents, cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import { aCinemaIn, type Accountant, anAccountant, type CinemaFields, LEDGER } from "./banking.testing.ts";
import { violationsIn } from "./statement.testing.ts";

export let bank: TestApp;
export let me: Accountant;
export let cinema: number;

/** @param fields of the cinema */
export function withAnAccountantEach(fields: Partial<CinemaFields> = {}): void {
  beforeAll(async () => {
    bank = await createTestApp(LEDGER);
  });
  afterAll(() => bank.close());
  beforeEach(async () => {
    me = await anAccountant(bank);
    cinema = await aCinemaIn(bank, me, fields);
  });
}

export const euros = (value: number): Cents => cents(Math.round(value * 100));
export const violations = () => violationsIn(bank);
export const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await bank.owner.query(text, values)).rows as Row[];
/** Decides a bank line as parts. */
export const decide = (transaction: number, ...parts: object[]): ReturnType<Accountant["call"]> =>
  me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts });
export const revert = (transaction: number): ReturnType<Accountant["call"]> =>
  me.call("POST", `/banking/transactions/${transaction}/revert/`);
/** The lines of export B: account, debit, credit. */
export const entriesOf = async (): Promise<string[][]> =>
  (await exportedRows(me, "-b"))
    .slice(1, -1)
    .map((cells) => [cells[2] ?? "", cells[6] ?? "", cells[7] ?? ""]);
