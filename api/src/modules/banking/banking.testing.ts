// A distributor with a signed-in accountant, and the calls of this module over a real database. Tests use it.
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsToWire } from "@bobine/contract/money";
import type { LightMyRequestResponse } from "fastify";
import type { Pool } from "pg";
import type { LineEvidence } from "../../domain/line-evidence.ts";
import { newSecretToken } from "../../http/session.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { mountExports } from "../exports/exports.routes.ts";
import { mountLots } from "../exports/lots.routes.ts";
import { mountVat } from "../exports/vat.routes.ts";
import { mountTies } from "../exports/ties.routes.ts";
import { mountUserActions } from "../user-actions/user-actions.routes.ts";
import { mountBanking } from "./banking.routes.ts";

/** The routes of banking, user actions and exports at the end of a year. */
export const LEDGER = {
  today: "2026-12-31T09:00:00.000Z",
  only: [mountBanking, mountUserActions, mountExports, mountLots, mountVat, mountTies],
};
export const TODAY = "2026-12-31" as CivilDate;

/** A person of a distributor, and what she may call. */
export interface Accountant {
  readonly distributorId: number;
  readonly userId: number;
  /** Of a browser that is signed in. */
  readonly headers: Record<string, string>;
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<LightMyRequestResponse>;
  /**
   * @param bankAccount of a statement that names none
   * @param layout what the form says of its columns
   */
  upload(
    fileName: string,
    content: Buffer | string,
    bankAccount?: number,
    layout?: string,
  ): Promise<LightMyRequestResponse>;
  /** How the tables of a file begin. */
  describe(fileName: string, content: Buffer | string): Promise<LightMyRequestResponse>;
  reconcile(userActionId: number, invoiceIds: readonly number[]): Promise<LightMyRequestResponse>;
  revert(userActionId: number): Promise<LightMyRequestResponse>;
}

let people = 0;

/** @param colleagueOf another person of the same distributor */
export async function anAccountant(bank: TestApp, colleagueOf?: Accountant): Promise<Accountant> {
  const { app, owner: pool } = bank;
  people += 1;
  const distributorId =
    colleagueOf?.distributorId ??
    (await idOf(
      pool,
      "insert into distributor (name, validation_status) values ($1, 'validated') returning id",
      [`Distributeur ${people}`],
    ));
  const userId = await idOf(
    pool,
    "insert into app_user (distributor_id, email, first_name, company, role) values ($1, $2, 'Camille', 'Films', 'accountant') returning id",
    [distributorId, `accountant${people}-${newSecretToken().toLowerCase()}@films.example`],
  );
  const headers = await bank.bearerOf({ id: userId });
  const call: Accountant["call"] = (method, path, body) =>
    app.inject({ method, url: `/api/v1${path}`, headers, ...(body ? { payload: body } : {}) });
  return {
    distributorId,
    userId,
    headers,
    call,
    describe: (fileName, content) => {
      const { payload, contentType } = multipart("file", fileName, content);
      return app.inject({
        method: "POST",
        url: "/api/v1/banking/statement-columns/",
        headers: { ...headers, "content-type": contentType },
        payload,
      });
    },
    upload: (fileName, content, bankAccount, layout) => {
      const { payload, contentType } = multipart(
        "file",
        fileName,
        content,
        layout === undefined ? {} : { layout },
      );
      return app.inject({
        method: "POST",
        url: `/api/v1/banking/upload-transactions/${bankAccount === undefined ? "" : `?bank_account=${bankAccount}`}`,
        headers: { ...headers, "content-type": contentType },
        payload,
      });
    },
    reconcile: (user_action_id, invoice_ids) =>
      call("POST", "/banking/manual-reconciliation/", { user_action_id, invoice_ids }),
    revert: (user_action_id) => call("POST", "/banking/revert-reconciliation/", { user_action_id }),
  };
}

export const CURRENT_IBAN = "FR1330004000010001234560234";
export const SAVINGS_IBAN = "FR1420041010050500013M02606";

/** Two accounts in euros of a distributor, « Courant » and « Livret », by their ids. */
export async function twoBankAccounts(
  me: Accountant,
  opening: { readonly opening_date?: string; readonly opening_balance?: string } = {},
): Promise<{ readonly first: number; readonly second: number }> {
  const add = async (body: object) =>
    (await me.call("POST", "/banking/accounts/", body)).json<{ id: number }>().id;
  return {
    first: await add({ number: CURRENT_IBAN, label: "Courant", ...opening }),
    second: await add({ number: SAVINGS_IBAN, label: "Livret" }),
  };
}

export function multipart(
  field: string,
  fileName: string,
  content: Buffer | string,
  beside: Readonly<Record<string, string>> = {},
) {
  const boundary = "----bobine";
  const fields = Object.entries(beside).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(fields.join("")),
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

async function idOf(pool: Pool, sql: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(sql, values);
  if (!rows[0]) throw new Error("a row was expected");
  return rows[0].id;
}

export interface CinemaFields {
  name: string;
  legal_name: string;
  city: string;
  siren: string;
  account: string;
}

/** A cinema that is linked to the distributor. */
export async function aCinemaIn(
  { owner: pool }: TestApp,
  { distributorId }: Accountant,
  fields: Partial<CinemaFields> = {},
): Promise<number> {
  const cinema = {
    name: "Cinéma Le Beffroi",
    legal_name: "SARL Beffroi Cinés",
    city: "Douai",
    siren: "",
    account: "",
    ...fields,
  };
  const id = await idOf(
    pool,
    "insert into cinema (name, legal_name, city, siren, default_accounting_code, is_validated) values ($1, $2, $3, $4, $5, true) returning id",
    [cinema.name, cinema.legal_name, cinema.city, cinema.siren, cinema.account],
  );
  await pool.query("insert into cinema_distributor (cinema_id, distributor_id) values ($1, $2)", [
    id,
    distributorId,
  ]);
  return id;
}

export interface InvoiceFields {
  invoice_number: string;
  total: Cents;
  invoice_date: string;
  due_date: string;
  client_account: string;
  type: "invoice" | "credit_note";
  in_default: boolean;
  corrects_id: number | null;
}

let numbers = 0;

/** An invoice with 10 % of VAT. Its number is of no series, so that the ledger expects no gapless one. */
export async function anInvoiceIn(
  { owner: pool }: TestApp,
  { distributorId }: Accountant,
  cinemaId: number,
  fields: Partial<InvoiceFields> = {},
): Promise<number> {
  numbers += 1;
  const invoice = {
    invoice_number: `F26${String(numbers).padStart(6, "0")}`,
    total: 100_00 as Cents,
    invoice_date: "2026-11-30",
    due_date: "2026-12-30",
    client_account: "411BEFFROI",
    type: "invoice",
    in_default: false,
    corrects_id: null,
    ...fields,
  };
  const net = Math.round(invoice.total / 1.1) as Cents;
  const vat = (invoice.total - net) as Cents;
  return await idOf(
    pool,
    `insert into invoice (distributor_id, cinema_id, type, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year,
      client, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, in_default, corrects_id, origin)
     values ($1, $2, $3, $4, $5, $6, (select name from cinema where id = $2), '2026-11-18', 47, 2026, '{}', $7, $8, $9, $10, $11, $12, $13, 'imported')
     returning id`,
    [
      distributorId,
      cinemaId,
      invoice.type,
      invoice.invoice_number,
      invoice.invoice_date,
      invoice.due_date,
      invoice.client_account,
      centsToWire(net),
      centsToWire(vat),
      centsToWire(invoice.total),
      JSON.stringify([{ vat_rate_bp: 1000, net_amount: centsToWire(net), vat_amount: centsToWire(vat) }]),
      invoice.in_default,
      invoice.corrects_id,
    ],
  );
}

export interface QuestionFields {
  amount: Cents;
  label: string;
  currency_code: string;
  status: "AWAITING_INVOICE_SELECTION" | "PENDING" | "CREATED" | "DONE" | "REJECTED";
  transaction_date: string;
  /** What the bank told beside the label. */
  readonly evidence: LineEvidence | null;
}

/** A bank line and the action that asks about it. */
export async function aQuestion(
  { owner: pool }: TestApp,
  { distributorId }: Accountant,
  fields: Partial<QuestionFields> = {},
): Promise<{ action: number; transaction: number }> {
  const question = {
    amount: 100_00 as Cents,
    label: "VIR SEPA SARL BEFFROI CINES",
    currency_code: "EUR",
    status: "AWAITING_INVOICE_SELECTION",
    transaction_date: "2026-12-28",
    evidence: null,
    ...fields,
  };
  const transaction = await idOf(
    pool,
    `insert into bank_transaction (distributor_id, transaction_date, label, amount, currency_code, fingerprint, evidence)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      distributorId,
      question.transaction_date,
      question.label,
      centsToWire(question.amount),
      question.currency_code,
      newSecretToken(),
      question.evidence && JSON.stringify(question.evidence),
    ],
  );
  const open = question.status === "DONE" || question.status === "REJECTED" ? "PENDING" : question.status;
  const action = await idOf(
    pool,
    `insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
     values ($1, $2, $3, 'unknown_payer', 'Payeur non identifié', $4) returning id`,
    [distributorId, question.status, open, transaction],
  );
  return { action, transaction };
}

/** All that a decision may change of a distributor, save its history: two equal ones are the same state, byte for byte. */
export async function snapshot({ owner: pool }: TestApp, { distributorId }: Accountant): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    `select jsonb_build_object(
      'invoices', (select jsonb_agg(to_jsonb(i) order by id) from invoice i where distributor_id = $1),
      'transactions', (select jsonb_agg(to_jsonb(t) order by id) from bank_transaction t where distributor_id = $1),
      'actions', (select jsonb_agg(to_jsonb(a) order by id) from user_action a where distributor_id = $1),
      'allocations', (select jsonb_agg(to_jsonb(l) order by id) from allocation l where distributor_id = $1),
      'live', (select jsonb_agg(to_jsonb(r) order by id) from reconciliation r where distributor_id = $1 and reverted_at is null)
    )::text as state`,
    [distributorId],
  );
  return rows[0]?.state ?? "";
}
