import { bankAccountSchema } from "../calls/bank-accounts.contract.ts";
import { type BankConnection, bankConnectionSchema } from "../calls/bank-connection.contract.ts";
import { bankPartSchema, readParts } from "../calls/bank-parts.contract.ts";
import {
  statementStatsSchema,
  transactionSchema,
  transactionTotalsSchema,
} from "../calls/banking.contract.ts";
import { clientCreditSchema } from "../calls/client-credits.contract.ts";
import {
  previewedAccountSchema,
  previewedLineSchema,
  readPreviewSchema,
} from "../calls/statement-previews.contract.ts";
import { statementImportSchema } from "../calls/statement-imports.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { builderOf } from "./builder.testing.ts";

const syncOf = builderOf(bankConnectionSchema.shape.sync, { lines_read: 0 });

const connectionOf = builderOf(bankConnectionSchema, {
  is_connected: true,
  bank_name: "Banque de démonstration",
  status: "connected",
  message: "",
  last_sync_at: "2026-11-18T08:30:00.000Z",
  expires_at: "2027-03-01T08:30:00.000Z",
});

/** A connected bank that has nothing to do, the only one unless `banks` are given. */
export function aBank({
  sync,
  banks,
  ...overrides
}: Partial<Omit<BankConnection, "sync">> & { sync?: Partial<BankConnection["sync"]> } = {}): BankConnection {
  const { banks: _none, ...standing } = connectionOf({ sync: syncOf(sync), banks: [], ...overrides });
  const own = standing.status === "not_connected" ? [] : [{ id: 1, ...standing, ibans: [] }];
  return { ...standing, banks: banks ?? own };
}

export const noBank = aBank({
  is_connected: false,
  bank_name: null,
  status: "not_connected",
  message: "Aucune banque connectée.",
  last_sync_at: null,
  expires_at: null,
});

/** The only account of a distributor. */
export const aBankAccount = builderOf(bankAccountSchema, {
  id: 1,
  number: "FR7699999142140372104572296",
  label: "Compte courant",
  ledger_account: "512100",
  journal: "BQ",
  bank: "",
  colour: "",
  currency: "EUR",
  opening_date: null,
  opening_balance: null,
  opened_on: null,
  is_posted: false,
});

/** A transfer of which nobody has decided anything. */
export const aTransaction = builderOf(transactionSchema, {
  id: 50,
  transaction_date: civilDate("2026-12-29"),
  label: "VIR INST CINE BEFFROI F26000123",
  amount: "2897.31",
  allocated_amount: "0.00",
  lettering: {
    user_action_id: null,
    user_action_status: null,
    reason: "",
    decision: null,
    invoices: [],
    parts: [],
    lettering_code: "",
    surplus_amount: "0.00",
  },
});

/** A part of a bank line, of the bank's fees. */
export const aBankPart = builderOf(bankPartSchema, {
  id: 1,
  kind: "fees",
  account: "",
  account_label: "",
  invoice_number: "",
  client_account: "",
  cinema_name: "",
  credit: null,
  remaining: null,
});

/** What a bank line may be split into, while nothing is decided of it and nobody is known in it. */
export const aSplitLine = builderOf(readParts.response, {
  transaction_id: 50,
  transaction_date: civilDate("2026-12-29"),
  currency_code: "EUR",
  parts: [],
  proposal: null,
  internal_transfer: null,
  accounts: [],
  credit_uses: [],
  write_off_limit: "1.00",
  clients: [],
  credits: [],
  open_invoices: [],
  net_payments: [],
  likely_refund: null,
  returns: [],
});

/** An advance that is on no invoice yet. */
export const aClientCredit = builderOf(clientCreditSchema, {
  id: "part:5",
  kind: "advance",
  label: "Avance du 28/10/2026",
  client_account: "411BEFFROI",
  cinema_id: 1,
  cinema_name: "Cinéma Le Beffroi",
  date: civilDate("2026-10-28"),
  amount: "300.00",
  remaining: "300.00",
  uses: [],
});

/** What a statement of one operation brought. */
export const someStats = builderOf(statementStatsSchema, {
  bank: "Crédit Agricole",
  rows_read: 1,
  imported: 1,
});

/** The account of a statement that names none, of who has no other. */
export const aPreviewedAccount = builderOf(previewedAccountSchema, {
  id: 7,
  label: "Compte courant",
  ledger_account: "512100",
  is_new: false,
  line_count: 1,
  opening_balance: null,
  closing_balance: null,
});

export const aPreviewedLine = builderOf(previewedLineSchema, {
  transaction_date: civilDate("2026-12-29"),
  label: "VIR INST CINE BEFFROI F26000123",
  amount: "2897.31",
  is_known: false,
});

/** A statement of one new operation. */
export const aStatementPreview = builderOf(readPreviewSchema, {
  id: "6b1f0c9e-0000-4000-8000-000000000001",
  file_name: "releve.csv",
  expires_at: "2026-12-31T09:00:00.000Z",
  bank: "Crédit Agricole",
  file_format: "csv",
  rows_read: 1,
  ignored: 0,
  credits: 1,
  debits: 0,
  total_credits: "2897.31",
  total_debits: "0.00",
  period_start: civilDate("2026-12-29"),
  period_end: civilDate("2026-12-29"),
  errors_count: 0,
  errors: [],
  new_count: 1,
  known_count: 0,
  accounts: [aPreviewedAccount()],
  account_to_choose: null,
  notes: [],
  days_to_confirm: [],
  lettering: { count: 1, total: "2897.31" },
  lines: [aPreviewedLine()],
  imported: null,
});

/** A statement of six operations that was imported. */
export const aStatementImport = builderOf(statementImportSchema, {
  id: 9,
  file_name: "releve.csv",
  file_size: 2048,
  created_at: "2026-12-30T08:00:00.000Z",
  created_by: { first_name: "Camille", last_name: "Roux", email: "camille@films.example" },
  bank: "Crédit Agricole",
  file_format: "csv",
  period_start: civilDate("2026-12-01"),
  period_end: civilDate("2026-12-29"),
  imported: 6,
  duplicates: 0,
  line_count: 6,
  balances: [],
  may_lack: false,
  has_file: true,
  taken_back: null,
});

/** Sums of bank lines. */
export const someTotals = builderOf(transactionTotalsSchema, {
  count: 0,
  credits: "0.00",
  debits: "0.00",
  other_currencies: 0,
});
