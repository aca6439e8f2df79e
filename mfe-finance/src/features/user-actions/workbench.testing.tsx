import {
  type AutomaticLettering,
  readAutomaticLettering,
  searchUnpaidInvoices,
} from "@bobine/contract/lettering";
import {
  type ChoosableInvoice,
  getUserAction,
  isClosed,
  listUserActions,
  readUserActionOverview,
  type UserAction,
  type UserActionDetail,
  type UserActionOverview,
} from "@bobine/contract/user-actions";
import { answers } from "@bobine/shared-auth/testing";
import { listed } from "@bobine/contract/testing/lists";
import { aChoosableInvoice, aUserActionDetail } from "@bobine/contract/testing/user-actions";

export const dole = aChoosableInvoice({
  id: 28,
  invoice_number: "F26000128",
  cinema_id: 2,
  cinema_name: "Ciné Royal",
  total_amount: "1850.20",
  outstanding: "1850.20",
  file_id: 128,
});
export const beffroi = aChoosableInvoice({ id: 23 });

/** A ready-made set of these invoices. */
export const aSet = (
  invoices: ChoosableInvoice[],
  overrides: Partial<UserActionDetail["candidates"][number]> = {},
): UserActionDetail["candidates"][number] => ({
  invoice_ids: invoices.map(({ id }) => id),
  kind: "exact_single",
  reasons: ["montant exact"],
  difference: "0.00",
  alternatives: 0,
  is_available: true,
  invoices,
  ...overrides,
});

const NOTHING_MEASURED = { automatic: 0, reverted: 0, precision_bp: null };
export const anAutomaticLettering = (overrides: Partial<AutomaticLettering> = {}): AutomaticLettering => ({
  is_on: true,
  paused: null,
  user_action_id: null,
  precision_line_bp: 9950,
  min_sample: 200,
  last_90_days: NOTHING_MEASURED,
  ever: NOTHING_MEASURED,
  judged: NOTHING_MEASURED,
  ...overrides,
});

/** The counts of these actions. */
export const anOverview = (
  actions: readonly UserAction[],
  overrides: Partial<UserActionOverview> = {},
): UserActionOverview => {
  const open = actions.filter(({ status }) => !isClosed(status));
  return {
    open: { count: open.length, amount: "0.00", oldest_created_at: null, oldest_transaction_date: null },
    done: actions.filter(({ status }) => status === "DONE").length,
    rejected: actions.filter(({ status }) => status === "REJECTED").length,
    closed_today: 0,
    by_reason: [],
    by_suggestion: [],
    ...overrides,
  };
};

/** The API behind the workbench: these actions, their details, and the unpaid invoices. `details` adds sets to an action by its id. */
export function workbenchStubs(
  actions: readonly UserAction[],
  details: Record<number, Partial<UserActionDetail>> = {},
) {
  return [
    answers(listUserActions, listed([...actions])),
    answers(readUserActionOverview, anOverview(actions)),
    answers(getUserAction, ({ params }) => {
      const action = actions.find(({ id }) => String(id) === params["id"]);
      if (!action) return Response.json({ detail: "Élément introuvable." }, { status: 404 });
      return aUserActionDetail(details[action.id], action);
    }),
    answers(readAutomaticLettering, anAutomaticLettering()),
    answers(searchUnpaidInvoices, ({ query }) => {
      const wanted = (query.get("search") ?? "").toUpperCase().split(/\s+/);
      return listed(
        [dole, beffroi]
          .filter(({ invoice_number }) => wanted.some((word) => invoice_number.includes(word)))
          .map((invoice) => ({ ...invoice, found_by: "number" as const })),
      );
    }),
  ];
}
