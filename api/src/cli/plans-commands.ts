// `npm run ops -- plans`: what an operator does with the plans that are sold.
import { moneySchema } from "@bobine/contract/money-schema";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { type Area, readOptions, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `plans list                     the subscription plans
plans set <name> [options]     changes a plan, or adds it
  --price 49.00                euros a month, without VAT; what runs already keeps its price
  --description "…"
  --stripe-price price_…       a price of Stripe's own instead of the amount; "" goes back to the amount
  --people 5                   how many people of a distributor may sign in; any for any number
  --offered yes|no             whether it can be chosen`;

export const plansArea: Area = {
  help: HELP,
  async run(args, say) {
    await withOperatorPool(readOperatorConfig(), (pool) => plansCommand(pool, args, say), { migrates: true });
    return 0;
  },
};

/**
 * Lists the plans, or changes one.
 * @param pool as the owner of the database: requests may not write plans
 * @throws {UsageError}
 */
export async function plansCommand(pool: Pool, args: readonly string[], say: Say): Promise<void> {
  const { command, name, values } = readArgs(args);
  if (command === "set") await setPlan(pool, name, values);
  const { rows } = await pool.query<PlanRow>(
    sql`select name, description, price::text, provider_price_id, is_offered, people_max from subscription_plan p order by p.price, id`,
  );
  for (const plan of rows) {
    const price = plan.provider_price_id ?? "by amount";
    say(
      `${plan.name}: ${plan.price} €, ${price}, ${plan.people_max ?? "any number of"} people, ${plan.is_offered ? "offered" : "not offered"}; ${plan.description}`,
    );
  }
}

interface PlanRow {
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly provider_price_id: string | null;
  readonly is_offered: boolean;
  readonly people_max: number | null;
}
type Values = {
  price?: string;
  description?: string;
  "stripe-price"?: string;
  people?: string;
  offered?: string;
};

function readArgs(args: readonly string[]): { command: "list" | "set"; name: string; values: Values } {
  const { positionals, values } = readOptions(args, [
    "price",
    "description",
    "stripe-price",
    "people",
    "offered",
  ]);
  const [command = "list", name = "", ...rest] = positionals;
  if (command === "list" && name === "") return { command, name, values };
  if (command !== "set" || name === "" || rest.length > 0) throw new UsageError(usageOf(HELP));
  const { people, offered } = values;
  const price = values.price?.replace(",", ".");
  if (price !== undefined && (!moneySchema.safeParse(price).success || !(Number(price) > 0)))
    throw new UsageError("--price is an amount such as 49.00");
  if (people !== undefined && people !== "any" && !/^[1-9]\d{0,4}$/.test(people))
    throw new UsageError("--people is a number from 1 on, or any");
  if (offered !== undefined && offered !== "yes" && offered !== "no")
    throw new UsageError("--offered is yes or no");
  return { command, name, values: price === undefined ? values : { ...values, price } };
}

async function setPlan(pool: Pool, name: string, values: Values): Promise<void> {
  const { price = null, description = null, people, offered } = values;
  const peopleMax = people === undefined || people === "any" ? null : Number(people);
  const stripePrice = values["stripe-price"];
  const isOffered = offered === undefined ? null : offered === "yes";
  const changed = await pool.query(sql`
    update subscription_plan set price = coalesce(${price}::numeric, price), description = coalesce(${description}, description),
      provider_price_id = case when ${stripePrice === undefined} then provider_price_id else nullif(${stripePrice ?? ""}, '') end,
      people_max = case when ${people === undefined} then people_max else ${peopleMax}::integer end,
      is_offered = coalesce(${isOffered}::boolean, is_offered)
    where name = ${name}`);
  if (changed.rowCount === 1) return;
  if (price === null) throw new UsageError(`No plan is called ${name}: a new one needs a --price.`);
  await pool.query(sql`
    insert into subscription_plan (name, description, price, provider_price_id, people_max, is_offered)
    values (${name}, ${description ?? ""}, ${price}, nullif(${stripePrice ?? ""}, ''), ${peopleMax}, ${isOffered ?? true})`);
}
