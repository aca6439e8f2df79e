// The distributor of the sample statements (BANK-14, EXP-2), and what an import leaves in the database. Tests use it.
import { readFileSync } from "node:fs";
import type { StatementStats } from "@bobine/contract/banking";
import { cents } from "@bobine/contract/money";
import { inTransaction } from "../../db/scope.ts";
import { aCinemaIn, type Accountant, anAccountant, anInvoiceIn } from "./banking.testing.ts";
import { verifyLedger } from "./verify-ledger.ts";
import type { TestApp } from "../../testing/test-app.ts";

export const SAMPLES = [
  "releve-1-bnp.csv",
  "releve-2-sg.csv",
  "releve-3-credit-agricole.csv",
  "releve-4-cic.csv",
  "releve-5-lcl.csv",
  "releve-6-boursobank.csv",
  "releve-7-qonto.csv",
  "releve-8-bpce.csv",
  "releve-9-xlsx.xlsx",
] as const;

export const sample = (name: (typeof SAMPLES)[number]): Buffer =>
  readFileSync(new URL(`../../domain/parsing/fixtures/${name}`, import.meta.url));

/** A distributor with the clients of the sample statements and their four unpaid invoices. */
export async function aSampleDistributor(bank: TestApp): Promise<Accountant> {
  const me = await anAccountant(bank);
  const clients = [
    ["Cinéma Le Beffroi", "SARL Beffroi Cinés", "Douai", "000200014", "411BEFFROI"],
    ["Mégascope Rennes", "Mégascope Exploitation SAS", "Rennes", "000200022", "411MEGASC"],
    ["Mégascope Nantes", "Mégascope Exploitation SAS", "Nantes", "000200022", "411MEGASC"],
    ["Ciné Royal Dole", "Ciné Royal Dole SARL", "Dole", "", "411ROYDOLE"],
    ["Cinéma municipal L’Éden", "Commune de Cahors", "Cahors", "000200287", "411EDECAH"],
  ] as const;
  const ids: number[] = [];
  for (const [name, legal_name, city, siren, account] of clients)
    ids.push(await aCinemaIn(bank, me, { name, legal_name, city, siren, account }));
  const invoices = [
    ["F26000123", 2897_31, 0],
    ["F26000124", 15_067_07, 1],
    ["F26000131", 6413_48, 2],
    ["F26000128", 1850_20, 3],
  ] as const;
  for (const [invoice_number, total, client] of invoices) {
    await anInvoiceIn(bank, me, ids[client] ?? 0, {
      invoice_number,
      total: cents(total),
      client_account: clients[client][4],
    });
  }
  return me;
}

/** Uploads a statement that must be accepted. */
export async function importedStats(
  me: Accountant,
  fileName: string,
  content: Buffer | string,
): Promise<StatementStats> {
  const answer = await me.upload(fileName, content);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ stats: StatementStats }>().stats;
}

/** What the import made of each invoice, in words that do not depend on ids or on the bank. */
export async function outcomeOf(bank: TestApp, { distributorId }: Accountant) {
  const rows = async <Row>(text: string): Promise<Row[]> =>
    (await bank.owner.query(text, [distributorId])).rows as Row[];
  return {
    invoices: await rows(
      "select invoice_number, status, outstanding, lettering_letters from invoice where distributor_id = $1 order by 1",
    ),
    allocations: await rows(`
      select t.transaction_date, t.amount as received, i.invoice_number, a.amount, a.kind, a.letters
      from allocation a join bank_transaction t on t.id = a.transaction_id join invoice i on i.id = a.invoice_id
      where a.distributor_id = $1 order by t.transaction_date, i.invoice_number`),
    actions: await rows<Record<string, unknown>>(`
      select t.amount as received, u.status, u.reason_code, u.reason,
        (select array_agg(i.invoice_number order by i.invoice_number) from invoice i
         where i.id in (select jsonb_array_elements_text(u.suggested_invoices -> 'partial')::bigint)) as partial
      from user_action u join bank_transaction t on t.id = u.transaction_id where u.distributor_id = $1 order by t.amount`),
  };
}

/** How many rows of each table an import wrote for a distributor. */
export async function savedOf({ owner: pool }: TestApp, { distributorId }: Accountant) {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*) from import_file where distributor_id = $1)::integer as files,
      (select count(*) from bank_transaction where distributor_id = $1)::integer as lines,
      (select count(*) from user_action where distributor_id = $1)::integer as actions,
      (select count(*) from reconciliation where distributor_id = $1)::integer as reconciliations,
      (select count(*) from transaction_event where distributor_id = $1)::integer as events,
      (select count(*) from audit_log where distributor_id = $1)::integer as audits`,
    [distributorId],
  );
  return rows[0];
}

export const NOTHING_STORED = { files: 0, lines: 0, actions: 0, reconciliations: 0, events: 0, audits: 0 };

export const violationsIn = (bank: TestApp) => inTransaction(bank.owner, { kind: "all" }, verifyLedger);
