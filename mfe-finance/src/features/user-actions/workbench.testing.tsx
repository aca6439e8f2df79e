import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { readParts } from "@bobine/contract/bank-parts";
import { readAutomaticLettering, searchUnpaidInvoices } from "@bobine/contract/lettering";
import {
  getUserAction,
  listUserActions,
  readUserActionOverview,
  type UserAction,
  type UserActionDetail,
} from "@bobine/contract/user-actions";
import { listColleagues } from "@bobine/contract/people";
import { aColleague } from "@bobine/contract/testing/people";
import { answers } from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { aSplitLine } from "@bobine/contract/testing/banking";
import { listed } from "@bobine/contract/testing/lists";
import {
  aChoosableInvoice,
  anAutomaticLettering,
  anOverview,
  aUserActionDetail,
} from "@bobine/contract/testing/user-actions";

export const dole = aChoosableInvoice({
  id: 28,
  invoice_number: "F26000128",
  cinema_id: 2,
  cinema_name: "Ciné Royal",
  total_amount: "1850.20",
  outstanding: "1850.20",
  file_id: 128,
});
export const hugo = aColleague({
  id: 8,
  first_name: "Hugo",
  last_name: "Marchetti",
  email: "hugo@lumiere.example",
});
export const beffroi = aChoosableInvoice({ id: 23 });

/** The API behind the workbench: these actions, their details, and the unpaid invoices. `details` adds sets to an action by its id. */
export function workbenchStubs(
  actions: readonly UserAction[],
  details: Record<number, Partial<UserActionDetail>> = {},
) {
  return [
    answers(listUserActions, listed(...actions)),
    answers(readUserActionOverview, anOverview(actions)),
    answers(getUserAction, ({ params }) => {
      const action = actions.find(({ id }) => String(id) === params["id"]);
      if (!action) return Response.json({ detail: "Élément introuvable." }, { status: 404 });
      return aUserActionDetail(details[action.id], action);
    }),
    answers(listBankAccounts, { results: [] }),
    ...withoutComments(),
    answers(listColleagues, { results: [aColleague({ is_oneself: true }), hugo] }),
    answers(readAutomaticLettering, anAutomaticLettering()),
    answers(readParts, aSplitLine()),
    answers(searchUnpaidInvoices, ({ query }) => {
      const wanted = (query.get("search") ?? "").toUpperCase().split(/\s+/);
      return listed(
        ...[dole, beffroi]
          .filter(({ invoice_number }) => wanted.some((word) => invoice_number.includes(word)))
          .map((invoice) => ({ ...invoice, found_by: "number" as const })),
      );
    }),
  ];
}
