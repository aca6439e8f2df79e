// `npm run ops -- invoicing`: what an operator sets of how a distributor invoices, that no screen holds (BILL-5, BILL-6, BILL-8).
import { parseArgs } from "node:util";
import { isIban } from "@bobine/contract/business-numbers";
import { civilDateSchema } from "@bobine/contract/civil-date";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "../db/scope.ts";
import { PAYMENT_TERMS } from "../domain/invoicing/payment-terms.ts";
import { systemSource, writeAudit } from "../http/audit.ts";
import { type Area, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `invoicing list                 the distributors with how they invoice
invoicing set <SIREN> [options] changes one; what was issued keeps what it says
  --legal-mention "SAS au capital de 40 000 €"
  --rcs-city Paris
  --payment-terms 30|45fdm|60
  --vat-rate 10                of the rentals: 0, 2.1, 5.5, 8.5, 10 or 20
  --sacem-deducted yes|no      from the base, when a report declares no share
  --factor-name "…" --factor-iban FR76…    who is paid by cinemas that the factor covers; "" for none
  --reminder-before-due yes|no a reminder five days before the due date
  --mailing-from 2027-01-01    what was issued before is neither mailed nor reminded by itself`;

export const invoicingArea: Area = {
  help: HELP,
  async run(args, say) {
    await withOperatorPool(readOperatorConfig(), (pool) => invoicingCommand(pool, args, say), {
      migrates: true,
    });
    return 0;
  },
};

/**
 * Lists how distributors invoice, or changes one, with an audit entry that names what changed.
 * @param pool as the owner of the database
 * @throws {UsageError}
 */
export async function invoicingCommand(pool: Pool, args: readonly string[], say: Say): Promise<void> {
  const { siren, changes } = readArgs(args);
  if (siren !== null) await change(pool, siren, changes);
  const { rows } = await pool.query<Settings>(sql`
    select siren, name, ${columns} from distributor d order by d.name, d.id`);
  for (const row of rows) {
    if (siren !== null && row.siren !== siren) continue;
    say(`${row.siren || "no SIREN"} ${row.name}`);
    for (const [option, { column, show }] of Object.entries(OPTIONS))
      say(`  --${option} ${show(row[column])}`);
  }
}

type Column =
  | "legal_mention"
  | "rcs_city"
  | "payment_terms"
  | "default_vat_rate_bp"
  | "sacem_deducted"
  | "factor_name"
  | "factor_iban"
  | "reminder_before_due"
  | "mailing_from";
type Value = string | number | boolean;
type Settings = Readonly<Record<Column, Value>> & { readonly siren: string; readonly name: string };

interface Option {
  readonly column: Column;
  /** Undefined when the text is no such value. */
  readonly read: (text: string) => Value | undefined;
  readonly expects: string;
  readonly show: (value: Value) => string;
}

const VAT_RATES = new Map(
  ["0", "2.1", "5.5", "8.5", "10", "20"].map((text) => [text, Math.round(Number(text) * 100)]),
);
const quoted = (value: Value): string => JSON.stringify(value);
const line = (column: Column): Option => ({
  column,
  read: (text) => (text.length <= 200 && !/\p{Cc}/u.test(text) ? text.trim() : undefined),
  expects: "one line of at most 200 characters",
  show: quoted,
});
const yesOrNo = (column: Column): Option => ({
  column,
  read: (text) => (text === "yes" ? true : text === "no" ? false : undefined),
  expects: "yes or no",
  show: (value) => (value === true ? "yes" : "no"),
});

const OPTIONS: Readonly<Record<string, Option>> = {
  "legal-mention": line("legal_mention"),
  "rcs-city": line("rcs_city"),
  "payment-terms": {
    column: "payment_terms",
    read: (text) => PAYMENT_TERMS.find((terms) => terms === text),
    expects: PAYMENT_TERMS.join(", "),
    show: String,
  },
  "vat-rate": {
    column: "default_vat_rate_bp",
    read: (text) => VAT_RATES.get(text.replace(",", ".")),
    expects: [...VAT_RATES.keys()].join(", "),
    show: (value) => String(Number(value) / 100),
  },
  "sacem-deducted": yesOrNo("sacem_deducted"),
  "factor-name": line("factor_name"),
  "factor-iban": {
    column: "factor_iban",
    read: (text) => {
      const iban = text.replace(/\s/g, "").toUpperCase();
      return iban === "" || isIban(iban) ? iban : undefined;
    },
    expects: "an IBAN",
    show: quoted,
  },
  "reminder-before-due": yesOrNo("reminder_before_due"),
  "mailing-from": {
    column: "mailing_from",
    read: (text) => civilDateSchema.safeParse(text).data,
    expects: "a day such as 2027-01-01",
    show: String,
  },
};

const columns = sql([
  Object.values(OPTIONS)
    .map(({ column }) => (column === "mailing_from" ? "mailing_from::text" : column))
    .join(", "),
]);

type Changes = Partial<Record<Column, Value>>;

function readArgs(args: readonly string[]): { siren: string | null; changes: Changes } {
  let parsed: { positionals: string[]; values: Record<string, unknown> };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: "string" } as const])),
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { positionals, values } = parsed;
  const [name = "list", siren, ...rest] = positionals;
  const given = Object.entries(values);
  if (name === "list" && siren === undefined && given.length === 0) return { siren: null, changes: {} };
  if (name !== "set" || siren === undefined || rest.length > 0 || given.length === 0)
    throw new UsageError(usageOf(HELP));
  const changes: Changes = {};
  for (const [option, text] of given) {
    const known = OPTIONS[option];
    const value = known?.read(String(text));
    if (known === undefined || value === undefined)
      throw new UsageError(`--${option} is ${known?.expects ?? "not known"}`);
    changes[known.column] = value;
  }
  return { siren: siren.replace(/\s/g, ""), changes };
}

async function change(pool: Pool, siren: string, changes: Changes): Promise<void> {
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const found = await tx.many<Settings & { id: number }>(sql`
      select id, siren, name, ${columns} from distributor
      where siren = ${siren} and validation_status = 'validated' for update`);
    const [before, other] = found;
    if (!before || other) throw new UsageError(`No one validated distributor has the SIREN ${siren}.`);
    const { id, siren: _siren, name, ...settings } = before;
    const after = { ...settings, ...changes };
    // One without the other would print an assignment that nobody can follow (BILL-16).
    if ((after.factor_name === "") !== (after.factor_iban === ""))
      throw new UsageError("A factor has a name and an IBAN, or neither.");
    const changed = (Object.keys(changes) as Column[]).filter((column) => before[column] !== after[column]);
    if (changed.length === 0) return;
    await tx.run(sql`
      update distributor d set legal_mention = n.legal_mention, rcs_city = n.rcs_city, payment_terms = n.payment_terms,
        default_vat_rate_bp = n.default_vat_rate_bp, sacem_deducted = n.sacem_deducted,
        factor_name = n.factor_name, factor_iban = n.factor_iban, reminder_before_due = n.reminder_before_due, mailing_from = n.mailing_from
      from jsonb_populate_record(null::distributor, ${JSON.stringify(after)}) n where d.id = ${id}`);
    await writeAudit(tx, systemSource(id), "other", {
      distributor_name: name,
      changed_fields: changed,
      old_value: changed.map((column) => before[column]),
      new_value: changed.map((column) => after[column]),
    });
  });
}
