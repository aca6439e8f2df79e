// `npm run ops -- invoicing`: how a distributor invoices, for operators; « Options de facturation » is its screen (BILL-20).
import { civilDateInParis } from "@bobine/contract/civil-date";
import {
  type InvoicingChanges,
  invoicingChangesSchema,
  type InvoicingOptions,
  PAYMENT_TERMS,
  RENTAL_VAT_RATES,
} from "@bobine/contract/invoicing-options";
import { legalMention } from "@bobine/contract/legal-mention";
import { centsFromWire } from "@bobine/contract/money";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "../db/scope.ts";
import { AppError } from "../errors.ts";
import { systemSource } from "../http/audit.ts";
import { changeInvoicingOptions } from "../modules/distributors/change-invoicing-options.ts";
import {
  invoicingOptionsRepository,
  legalFormOf,
  optionsOf,
} from "../modules/distributors/invoicing-options.repository.ts";
import { sendingQueue } from "../platform/jobs.ts";
import { type Area, readOptions, type Say, UsageError, usageOf } from "./area.ts";
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
  --mailing-from 2027-01-01    what was issued before is neither mailed nor reminded by itself
  --write-off-limit 1.00       the largest difference of an invoice that may be written off, in euros`;

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
export async function invoicingCommand(
  pool: Pool,
  args: readonly string[],
  say: Say,
  now: Date = new Date(),
): Promise<void> {
  const { siren, changes } = readArgs(args);
  if (siren !== null) await change(pool, siren, changes, now);
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const rows = await tx.many<{ id: number; siren: string; name: string }>(
      sql`select id, siren, name from distributor order by name, id`,
    );
    for (const row of rows) {
      if (siren !== null && row.siren !== siren) continue;
      const stored = await invoicingOptionsRepository.one(tx, row.id);
      if (!stored) continue;
      say(`${row.siren || "no SIREN"} ${row.name}`);
      const options = optionsOf(stored);
      for (const [option, { show }] of Object.entries(OPTIONS)) say(`  --${option} ${show(options)}`);
    }
  });
}

interface Option {
  /** What it changes; undefined when the text is no such value. */
  readonly read: (text: string) => InvoicingChanges | undefined;
  readonly expects: string;
  readonly show: (options: InvoicingOptions) => string;
}

/** What the call of the screen would take of it. */
const taken = (changes: unknown): InvoicingChanges | undefined =>
  invoicingChangesSchema.safeParse(changes).data;

const VAT_RATES = new Map<string, number>(RENTAL_VAT_RATES.map((rate) => [String(rate / 100), rate]));
const quoted = (value: string): string => JSON.stringify(value);
const text = (name: "rcs_city" | "factor_name", expects: string): Option => ({
  read: (given) => taken({ [name]: given }),
  expects,
  show: (options) => quoted(options[name]),
});
const yesOrNo = (name: "sacem_deducted" | "reminder_before_due"): Option => ({
  read: (given) => (given === "yes" || given === "no" ? taken({ [name]: given === "yes" }) : undefined),
  expects: "yes or no",
  show: (options) => (options[name] ? "yes" : "no"),
});

const OPTIONS: Readonly<Record<string, Option>> = {
  "legal-mention": {
    read: (given) => taken(legalFormOf(given)),
    expects: "one line of at most 150 characters",
    show: ({ legal_form, share_capital }) =>
      quoted(
        legalMention({
          legal_form,
          share_capital: share_capital === null ? null : centsFromWire(share_capital),
        }),
      ),
  },
  "rcs-city": text("rcs_city", "one line of at most 100 characters"),
  "payment-terms": {
    read: (given) => taken({ payment_terms: given }),
    expects: PAYMENT_TERMS.join(", "),
    show: ({ payment_terms }) => payment_terms,
  },
  "vat-rate": {
    read: (given) => taken({ default_vat_rate_bp: VAT_RATES.get(given.replace(",", ".")) ?? -1 }),
    expects: [...VAT_RATES.keys()].join(", "),
    show: ({ default_vat_rate_bp }) => String(default_vat_rate_bp / 100),
  },
  "sacem-deducted": yesOrNo("sacem_deducted"),
  "factor-name": text("factor_name", "one line of at most 200 characters"),
  "factor-iban": {
    read: (given) => taken({ factor_iban: given }),
    expects: "an IBAN",
    show: ({ factor_iban }) => quoted(factor_iban),
  },
  "reminder-before-due": yesOrNo("reminder_before_due"),
  "mailing-from": {
    read: (given) => taken({ mailing_from: given }),
    expects: "a day such as 2027-01-01",
    show: ({ mailing_from }) => mailing_from,
  },
  "write-off-limit": {
    read: (given) => taken({ write_off_limit: given.replace(",", ".") }),
    expects: "euros such as 1.00, at most 100.00",
    show: ({ write_off_limit }) => write_off_limit,
  },
};

function readArgs(args: readonly string[]): { siren: string | null; changes: InvoicingChanges } {
  const { positionals, values } = readOptions(args, Object.keys(OPTIONS));
  const [name = "list", siren, ...rest] = positionals;
  const given = Object.entries(values);
  if (name === "list" && siren === undefined && given.length === 0) return { siren: null, changes: {} };
  if (name !== "set" || siren === undefined || rest.length > 0 || given.length === 0)
    throw new UsageError(usageOf(HELP));
  const changes: InvoicingChanges = {};
  for (const [option, typed] of given) {
    const known = OPTIONS[option];
    const read = known?.read(String(typed));
    if (known === undefined || read === undefined)
      throw new UsageError(`--${option} is ${known?.expects ?? "not known"}`);
    Object.assign(changes, read);
  }
  return { siren: siren.replace(/\s/g, ""), changes };
}

async function change(pool: Pool, siren: string, changes: InvoicingChanges, now: Date): Promise<void> {
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const [found] = await tx.many<{ id: number }>(
      sql`select id from distributor where siren = ${siren} and validation_status = 'validated'`,
    );
    if (!found) throw new UsageError(`No validated distributor has the SIREN ${siren}.`);
    // Who runs this has the database.
    const by = { name: "Bobine", isProven: true, now, today: civilDateInParis(now) };
    const source = { ...systemSource(found.id), distributorId: found.id };
    try {
      await changeInvoicingOptions(tx, { jobs: sendingQueue }, source, changes, by);
    } catch (error) {
      if (error instanceof AppError && error.status === 400)
        throw new UsageError(Object.values(error.body).flat().join("\n"));
      throw error;
    }
  });
}
