// What screens ask of the server, of a distributor of `buildPlatform`: each list with its orders and filters, counts, overview, search.
import { CINEMA_ORDERINGS } from "@bobine/contract/cinemas";
import { INVOICE_ORDERINGS } from "@bobine/contract/invoices";
import { USER_ACTION_ORDERINGS } from "@bobine/contract/user-actions";
import { BACKLOG_WEEKS, CINEMAS, EACH_WEEK, personOf, type PlatformSize } from "./platform-size.ts";

export interface ScreenCall {
  /** As the contract names it: `GET /invoices/invoices/`. */
  readonly call: string;
  readonly path: string;
  /** A super admin asks, for no distributor. */
  readonly isOfAll?: true;
  /** A file of all that a filter finds: it reads as much as it writes, and nobody waits for it as for a screen. */
  readonly isFile?: true;
}

/** Calls of the contract that read and are no screen's of the platform's rows, and why. */
export const CALLS_OF_NO_SCREEN: Readonly<Record<string, string>> = {
  "GET /auth/csrf-token/": "reads nothing",
  "GET /banking/bridge-callback/": "a bank sends people there",
  "GET /banking/operation-files/:id/": "a document",
  "GET /banking/statement-imports/:id/file/": "a document",
  "GET /banking/statement-previews/:id/": "a row that a person has just made",
  "GET /cinemas/requests/:id/list/": "a row that a person has just made",
  "GET /clients/aged-balance/pdf/": "reads what /clients/aged-balance/csv/ reads",
  "GET /clients/account/statement/": "reads what /exports/lists/client-account/ reads",
  "GET /exports/console-audit-archives/:year/":
    "reads files of the store, and which they are as /audit-archives/console/ does",
  "GET /exports/audit-archives/:year/":
    "reads files of the store, and which they are as /audit-archives/ does",
  "GET /invoices/files/:id/": "a document",
  "GET /onboarding/admin/remotes/": "reads the registry of remotes",
  "GET /onboarding/admin/remotes/:remote/log/": "reads the registry of remotes",
  "GET /onboarding/prospect-documents/:id/": "a document",
  "GET /reminders/texts/:level/ours/": "shows invoices that it invents",
  "GET /remotes/:remote/": "reads the registry of remotes",
  "GET /remotes/:remote/can-i-deploy/:build/": "reads the registry of remotes",
};

/** @param distributor from 1 */
export function screenCalls(size: PlatformSize, distributor: number): ScreenCall[] {
  const asker = askerOf(size, distributor);
  return [
    ...ofInvoices(asker),
    ...ofBank(asker),
    ...ofActions(asker),
    ...ofCinemasAndClients(asker),
    ...ofBooks(asker),
    ...ofAccount(asker),
    ...ofConsole(asker).map((each) => ({ ...each, isOfAll: true as const })),
    ...ofFiles(asker).map((each) => ({ ...each, isFile: true as const })),
  ];
}

/** What one distributor would choose of what it has. */
interface Asker {
  /** The calls of a route, one for each query; none is one without. */
  readonly get: (route: string, ...queries: string[]) => ScreenCall[];
  readonly cinema: number;
  readonly account: string;
  readonly invoice: number;
  readonly number: string;
  readonly monthAgo: string;
  /** The thirty days up to today. */
  readonly period: string;
  readonly action: number | undefined;
}

function askerOf(size: PlatformSize, distributor: number): Asker {
  const { distributors, weeks, today } = size;
  const idAt = (batch: number, week: number): number =>
    week * distributors * batch + (distributor - 1) * batch + 1;
  // Of the last week but two: open, with an action for it.
  const week = weeks - 3;
  // The seventh of its own (platform-rows.ts).
  const cinema = ((distributor * 37 + 6) % CINEMAS.all) + 1;
  const invoice = idAt(EACH_WEEK.invoices, week);
  const ids: readonly (readonly [of: string, id: number])[] = [
    ["/invoices/", invoice],
    ["reports/", idAt(2, week)],
    ["/transactions/", idAt(size.transactions ?? EACH_WEEK.transactions, week) + EACH_WEEK.invoices],
    ["/screens/", (cinema - 1) * 3 + 1],
    ["/users/", personOf(distributor)],
    ["/cinemas/distributors/", distributor],
    ["/cinemas/", cinema],
    ["/lots/", distributor],
  ];
  const filled = (route: string): string =>
    route.replace(":id", () => String(ids.find(([of]) => route.includes(of))?.[1]));
  const monthAgo = dayBefore(today, 30);
  return {
    get: (route, ...queries) =>
      (queries.length ? queries : [""]).map((query) => ({
        call: `GET ${route}`,
        path: filled(route) + (query && `?${query}`),
      })),
    cinema,
    account: `411C${cinema}`,
    invoice,
    number: `F${String(week * EACH_WEEK.invoices + 1).padStart(7, "0")}`,
    monthAgo,
    period: `from=${monthAgo}&to=${today}`,
    action: openActionId(size, distributor),
  };
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

const orders = (names: readonly string[]): string[] => names.map((name) => `ordering=${name}`);

const filtersOfInvoices = ({ number, cinema, period }: Asker): string[] => [
  "status=awaiting_payment",
  "status=paid",
  "overdue=true",
  "search=palace",
  `search=${number}`,
  "search=S20",
  `cinema=${cinema}`,
  period,
  "amount_from=200&amount_to=210",
  "letters=AAC",
];
const ofInvoices = (asker: Asker): ScreenCall[] => {
  const { get } = asker;
  const filters = filtersOfInvoices(asker);
  return [
    ...get("/invoices/invoices/", "page=1", "page=5", ...orders(INVOICE_ORDERINGS), ...filters),
    ...get("/invoices/totals/", "", ...filters),
    ...get("/invoices/invoices/:id/"),
    ...get("/invoices/invoices/:id/detail/"),
    ...get("/invoices/invoices/:id/files/"),
    ...get("/invoices/invoices/:id/mails/"),
    ...get("/invoices/to-confirm/"),
    ...get("/box-office/reports/", "page=1", asker.period),
    ...get("/box-office/reports/:id/"),
    ...get("/box-office/reports/:id/declarations/", "page=1", "search=film", "show=invoiced", "show=pending"),
    ...get("/reminders/"),
    ...get("/reminders/plan/"),
    ...get("/reminders/texts/"),
  ];
};

const filtersOfLines = ({ period }: Asker): string[] => [
  "open=true",
  "ignored=true",
  "bank_account=512000",
  period,
  "amount_from=200&amount_to=210",
  "letters=AAC",
];
const ofBank = (asker: Asker): ScreenCall[] => {
  const { get } = asker;
  const filters = filtersOfLines(asker);
  return [
    ...get("/banking/all-transactions/", "page=1", "page=20", "lettering=true", ...filters),
    ...get("/banking/all-transactions/totals/", "", ...filters),
    ...get("/banking/transactions/:id/files/"),
    ...get("/banking/transactions/:id/parts/"),
    ...get("/banking/unpaid-invoices/", "page=1", "search=palace", `cinema=${asker.cinema}`),
    ...get("/banking/account-choices/"),
    ...get("/banking/accounts/"),
    ...get("/banking/automatic-lettering/"),
    ...get("/banking/connection-status/"),
    ...get("/banking/credits/", "page=1", "open=true", "open=true&page=1&to=2026-06-30", "search=palace"),
    ...get("/banking/statement-imports/"),
    ...get("/banking/statement-layouts/"),
    ...get("/banking/ties/"),
  ];
};

const filtersOfActions = ({ period }: Asker): string[] => [
  "status=AWAITING_INVOICE_SELECTION",
  "status=DONE",
  "reason_code=to_confirm",
  "suggestion=exact_single&exact=true",
  "assigned=me",
  "assigned=nobody",
  "undone=automatic",
  "search=cinema",
  period,
];
const ofActions = (asker: Asker): ScreenCall[] => {
  const { get, action } = asker;
  return [
    ...get("/user-actions/", "page=1", ...orders(USER_ACTION_ORDERINGS), ...filtersOfActions(asker)),
    ...(action === undefined ? [] : [{ call: "GET /user-actions/:id/", path: `/user-actions/${action}/` }]),
    ...get("/user-actions/history/", "", "by=me", "by=people"),
    ...get("/user-actions/overview/", "", "bank_account=512000"),
    ...get("/banking/dashboard-figures/"),
    ...get("/banking/dashboard-stats/"),
  ];
};

const ofCinemasAndClients = ({ get, cinema, account, monthAgo }: Asker): ScreenCall[] => [
  ...get("/cinemas/", "page=1", "page=2", "search=palace", "status=active", ...orders(CINEMA_ORDERINGS)),
  ...get("/cinemas/:id/"),
  ...get("/cinemas/:id/distributor-settings/"),
  ...get("/cinemas/group-merges/"),
  ...get("/cinemas/requests/"),
  ...get("/cinemas/screens/", "page=1", `cinema=${cinema}`),
  ...get("/cinemas/screens/:id/"),
  ...get("/clients/account/", `account=${account}`, `account=${account}&on=${monthAgo}`),
  ...get("/clients/account/movements/", `account=${account}`, `account=${account}&from=${monthAgo}`),
  ...get("/clients/aged-balance/", "", `on=${monthAgo}`),
];

const ofBooks = ({ get, period, monthAgo, invoice, account, number }: Asker): ScreenCall[] => [
  ...get("/audit-archives/"),
  ...get("/audit-logs/", "page=1", "page=50", "action_type=sent_email", period),
  ...get("/accounting/lots/"),
  ...get("/accounting/lots/preparation/"),
  ...get("/accounting/lots/preview/"),
  ...get("/accounting/vat-settings/"),
  ...get("/accounting/vat/", `month=${monthAgo.slice(0, 7)}`),
  ...get("/comments/", `subject=invoice:${invoice}`, `subject=client:${account}`),
  ...get("/comments/mentions/"),
  ...get("/search/", "search=palace", `search=${number}`),
  ...get("/saved-filters/", "list=invoices"),
];

const ofAccount = ({ get }: Asker): ScreenCall[] => [
  ...get("/onboarding/distributor/application/"),
  ...get("/onboarding/distributor/automation/backlog/"),
  ...get("/onboarding/distributor/first-steps/"),
  ...get("/onboarding/distributor/invoicing/"),
  ...get("/onboarding/distributor/profile/"),
  ...get("/auth/second-factor/"),
  ...get("/auth/user/"),
  ...get("/sessions/"),
  ...get("/subscriptions/billing/"),
  ...get("/subscriptions/get-distributor-subscription"),
  ...get("/subscriptions/plans"),
  ...get("/users/"),
  ...get("/users/:id/sessions/"),
  ...get("/users/colleagues/"),
  ...get("/users/invitations/"),
];

const ofConsole = ({ get, period }: Asker): ScreenCall[] => [
  ...get("/audit-archives/console/"),
  ...get("/audit-logs/console/", "page=1", "page=50", "action_type=other", period),
  ...get("/auth/second-factor/holders/"),
  ...get("/cinemas/:id/linked-distributors/"),
  ...get("/cinemas/distributors/:id/linked-cinemas/"),
  ...get("/cinemas/link-requests/"),
  ...get("/cinemas/links/"),
  ...get("/cinemas/requests/all/", "page=1", "state=open"),
  ...get("/cinemas/screen-proposals/"),
  ...get("/onboarding/admin/distributors/"),
  ...get("/onboarding/admin/distributors/list/"),
  ...get("/onboarding/admin/prospects/"),
  ...get("/onboarding/admin/remote-keys/"),
  ...get("/onboarding/admin/remote-tokens/"),
  ...get("/operations/jobs/", "page=1", "state=failed"),
];

const ofFiles = (asker: Asker): ScreenCall[] => {
  const { get, account, monthAgo, period } = asker;
  return [
    ...get("/accounting/lots/:id/a/"),
    ...get("/accounting/lots/:id/b/"),
    ...get("/accounting/lots/:id/c/"),
    ...get("/accounting/vat/csv/", `month=${monthAgo.slice(0, 7)}`),
    ...get("/clients/aged-balance/csv/"),
    ...get("/exports/export-csv/", period),
    ...get("/exports/export-csv-b/", period),
    ...get("/exports/export-csv-c/", period),
    ...get("/exports/lists/audit-logs/", period),
    ...get("/exports/lists/box-office-reports/"),
    ...get("/exports/lists/box-office-reports/:id/declarations/"),
    ...get("/exports/lists/client-account/", `account=${account}`),
    ...get("/exports/lists/client-credits/"),
    ...get("/exports/lists/transactions/", ...filtersOfLines(asker)),
    ...get("/exports/lists/user-actions/", ...filtersOfActions(asker)),
    ...get("/invoices/export-csv/", ...filtersOfInvoices(asker)),
    ...[
      ...get("/exports/lists/console-audit-logs/", period),
      ...get("/exports/lists/jobs/"),
      ...get("/exports/lists/cinemas/"),
    ].map((each) => ({
      ...each,
      isOfAll: true as const,
    })),
  ];
};

/** Actions are numbered as they came; that of the first open line of the last week but two. */
function openActionId({ distributors, weeks }: PlatformSize, distributor: number): number | undefined {
  const [ofDecided, ofOpen] = [4, 4];
  const week = weeks - 3;
  if (week < BACKLOG_WEEKS) return undefined;
  const decidedBefore = (week - BACKLOG_WEEKS) * ofDecided * distributors;
  const openBefore = (week - (weeks - BACKLOG_WEEKS)) * ofOpen * distributors;
  return decidedBefore + openBefore + (distributor - 1) * (ofDecided + ofOpen) + ofDecided + 1;
}
