// `npm run ops -- rates`: what an operator does with the late-payment rates that formal notices show (BILL-7).
import type { CivilDate } from "@bobine/contract/civil-date";
import { civilDateSchema } from "@bobine/contract/civil-date-schema";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { type Area, readOptions, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `rates list                     the late-payment rates that reminders show
rates set 2027-H1 --rate 12.15 the yearly rate of a half-year, in percent; adds it or changes it
rates set 2027-03-01..2027-06-30 --rate 12.15
rates remove 2027-H1           without a rate for the day, notices say it in words`;

export const ratesArea: Area = {
  help: HELP,
  async run(args, say) {
    await withOperatorPool(readOperatorConfig(), (pool) => ratesCommand(pool, args, say), { migrates: true });
    return 0;
  },
};

interface Period {
  readonly from: CivilDate;
  readonly to: CivilDate;
}
type Command =
  | { readonly name: "list" }
  | { readonly name: "set"; readonly period: Period; readonly rateBp: number }
  | { readonly name: "remove"; readonly period: Period };

/** Above it a rate is a slip of the comma: the ECB's with its 10 points stays far below. */
const HIGHEST_BP = 3000;

/**
 * Lists the late-payment rates, or changes one.
 * @param pool as the owner of the database: requests may not write rates
 * @throws {UsageError}
 */
export async function ratesCommand(pool: Pool, args: readonly string[], say: Say): Promise<void> {
  const command = readArgs(args);
  if (command.name === "set") await setRate(pool, command.period, command.rateBp);
  if (command.name === "remove") await removeRate(pool, command.period);
  const { rows } = await pool.query<{ from_day: string; to_day: string; rate: string }>(
    sql`select from_day::text, to_day::text, (rate_bp / 100.0)::numeric(5, 2)::text as rate from late_rate order by late_rate.from_day`,
  );
  for (const { from_day, to_day, rate } of rows) say(`${from_day} to ${to_day}: ${rate} %`);
  if (rows.length === 0) say("No rate: notices say it in words.");
}

function readArgs(args: readonly string[]): Command {
  const { positionals, values } = readOptions(args, ["rate"]);
  const [name = "list", written, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usageOf(HELP));
  if (name === "list" && written === undefined && values.rate === undefined) return { name };
  if (name === "remove" && written !== undefined && values.rate === undefined)
    return { name, period: readPeriod(written) };
  if (name === "set" && written !== undefined && values.rate !== undefined)
    return { name, period: readPeriod(written), rateBp: readRate(values.rate) };
  throw new UsageError(usageOf(HELP));
}

/** `2027-H1`, or `2027-01-01..2027-06-30` with both days in it. */
function readPeriod(text: string): Period {
  const [, year, half] = /^(\d{4})-[HS]([12])$/i.exec(text) ?? [];
  const days =
    half === undefined
      ? text.split("..")
      : half === "1"
        ? [`${year}-01-01`, `${year}-06-30`]
        : [`${year}-07-01`, `${year}-12-31`];
  const [from, to] = days.map((day) => civilDateSchema.safeParse(day).data);
  if (days.length !== 2 || from === undefined || to === undefined)
    throw new UsageError("A period is a half-year such as 2027-H1, or days such as 2027-03-01..2027-06-30.");
  if (to < from) throw new UsageError(`The period ${text} ends before it begins.`);
  return { from, to };
}

/** @returns hundredths of a percent */
function readRate(text: string): number {
  const [, whole, decimals = ""] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  const rateBp = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  if (whole === undefined || rateBp === 0 || rateBp > HIGHEST_BP)
    throw new UsageError("--rate is a yearly percentage above 0 and up to 30, such as 12.15");
  return rateBp;
}

async function setRate(pool: Pool, { from, to }: Period, rateBp: number): Promise<void> {
  try {
    await pool.query(sql`
      insert into late_rate (from_day, to_day, rate_bp) values (${from}, ${to}, ${rateBp})
      on conflict (from_day) do update set to_day = excluded.to_day, rate_bp = excluded.rate_bp`);
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "late_rate_once") throw error;
    throw new UsageError(
      `${from} to ${to} shares days with a rate that begins another day: see npm run ops -- rates list, then remove or shorten that one.`,
    );
  }
}

async function removeRate(pool: Pool, { from, to }: Period): Promise<void> {
  const removed = await pool.query(sql`delete from late_rate where from_day = ${from} and to_day = ${to}`);
  if (removed.rowCount === 0) throw new UsageError(`No rate is for ${from} to ${to}.`);
}
