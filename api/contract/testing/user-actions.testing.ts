import type { ChoosableInvoice, UserAction, UserActionDetail } from "../calls/user-actions.contract.ts";
import { civilDate } from "../units/civil-date.ts";

/** A user action of the wire with valid defaults: a partial payment that awaits a choice. */
export const aUserAction = (overrides: Partial<UserAction> = {}): UserAction => ({
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
  ...overrides,
});

/** That action as the workbench reads it: no ready-made set, no history. */
export const aUserActionDetail = (
  overrides: Partial<UserActionDetail> = {},
  action: UserAction = aUserAction(),
): UserActionDetail => ({ ...action, candidates: [], events: [], ...overrides });

/** An unpaid invoice that a bank line may pay. */
export const aChoosableInvoice = (overrides: Partial<ChoosableInvoice> = {}): ChoosableInvoice => ({
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
  ...overrides,
});
