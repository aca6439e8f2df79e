import { automaticLetteringSchema } from "../calls/lettering.contract.ts";
import {
  type ChoosableInvoice,
  choosableInvoiceSchema,
  isClosed,
  type UserAction,
  type UserActionDetail,
  userActionDetailSchema,
  type UserActionOverview,
  userActionOverviewSchema,
  userActionSchema,
} from "../calls/user-actions.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { builderOf } from "./builder.testing.ts";

/** A partial payment that awaits a choice. */
export const aUserAction = builderOf(userActionSchema, {
  id: 5,
  status: "AWAITING_INVOICE_SELECTION",
  reason: "Paiement partiel",
  reason_code: "partial_payment",
  explanation: ["payeur reconnu : Ciné Royal Dole"],
  transaction_id: 50,
  transaction_date: civilDate("2026-12-29"),
  transaction_description: "VIR INST CINE ROYAL DOLE LOCATION FILMS S46 S47",
  transaction_amount: "1312.00",
  currency_code: "EUR",
  created_at: "2026-12-31T08:00:00.000Z",
  suggested_invoices: { near_rounded: [], partial: [] },
  candidates: [],
  allocations: [],
  surplus_amount: "0.00",
  decision: null,
  related_transactions: [],
  invoice_id: null,
  cinema_id: null,
});

const detailOf = builderOf(userActionDetailSchema, { remedy: null });

/** That action as the workbench reads it: no ready-made set, no history. */
export const aUserActionDetail = (
  overrides: Partial<UserActionDetail> = {},
  action: UserAction = aUserAction(),
): UserActionDetail => detailOf({ ...action, candidates: [], ...overrides });

/** An unpaid invoice that a bank line may pay. */
export const aChoosableInvoice = builderOf(choosableInvoiceSchema, {
  id: 1,
  invoice_number: "F26000123",
  invoice_date: civilDate("2026-11-30"),
  due_date: civilDate("2026-12-30"),
  cinema_id: 1,
  cinema_name: "Cinéma Le Beffroi",
  week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
  film_titles: ["Les Heures bleues"],
  total_amount: "2897.31",
  outstanding: "2897.31",
  status: "awaiting_payment",
  file_id: 10,
});

const candidateOf = builderOf(userActionDetailSchema.shape.candidates.element, {
  kind: "exact_single",
  reasons: ["montant exact"],
  difference: "0.00",
  alternatives: 0,
  is_available: true,
});

/** A ready-made set of these invoices. */
export const aSet = (
  invoices: ChoosableInvoice[],
  overrides: Partial<UserActionDetail["candidates"][number]> = {},
): UserActionDetail["candidates"][number] =>
  candidateOf({ invoice_ids: invoices.map(({ id }) => id), invoices, ...overrides });

const NOTHING_MEASURED = { automatic: 0, reverted: 0, precision_bp: null };
export const anAutomaticLettering = builderOf(automaticLetteringSchema, {
  is_on: true,
  precision_line_bp: 9950,
  min_sample: 200,
  last_90_days: NOTHING_MEASURED,
  ever: NOTHING_MEASURED,
  judged: NOTHING_MEASURED,
});

const overviewOf = builderOf(userActionOverviewSchema, { lines_without_end: 0, closed_today: 0 });

/** The counts of these actions. */
export const anOverview = (
  actions: readonly UserAction[],
  overrides: Partial<UserActionOverview> = {},
): UserActionOverview => {
  const open = actions.filter(({ status }) => !isClosed(status));
  return overviewOf({
    open: { count: open.length, amount: "0.00", oldest_created_at: null, oldest_transaction_date: null },
    done: actions.filter(({ status }) => status === "DONE").length,
    rejected: actions.filter(({ status }) => status === "REJECTED").length,
    ...overrides,
  });
};
