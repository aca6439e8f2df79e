import { type BankConnection, bankConnectionSchema } from "../calls/bank-connection.contract.ts";
import { bankPartSchema, readParts } from "../calls/bank-parts.contract.ts";
import { transactionSchema } from "../calls/banking.contract.ts";
import { clientCreditSchema } from "../calls/client-credits.contract.ts";
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

/** A connected bank that has nothing to do. */
export const aBank = ({
  sync,
  ...overrides
}: Partial<Omit<BankConnection, "sync">> & { sync?: Partial<BankConnection["sync"]> } = {}): BankConnection =>
  connectionOf({ sync: syncOf(sync), ...overrides });

export const noBank = aBank({
  is_connected: false,
  bank_name: null,
  status: "not_connected",
  message: "Aucune banque connectée.",
  last_sync_at: null,
  expires_at: null,
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
  accounts: [],
  credit_uses: [],
  write_off_limit: "1.00",
  clients: [],
  credits: [],
  open_invoices: [],
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
