import { expect, test } from "vitest";
import { contractRoutes } from "./contract-routes.ts";

test("what a call invalidates is what some call reads", async () => {
  const routes = await contractRoutes();
  const read = routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  const lost = routes.flatMap(({ path, invalidates = [] }) =>
    invalidates
      .filter((beginning) => !read.some((one) => one.startsWith(beginning)))
      .map((beginning) => `${path}: ${beginning}`),
  );
  expect(lost).toEqual([]);
});

/** Writes that make no answer of a read call another one, or whose writer is no page. */
const CHANGE_NO_ANSWER: Readonly<Record<string, readonly string[]>> = {
  "signs in or out: a session begins with no answers of another": [
    "POST /auth/login/",
    "POST /auth/login/verify/",
    "POST /auth/logout/",
    "POST /auth/register/",
    "POST /auth/token/refresh/",
  ],
  "leads to another's page, which tells the server": [
    "POST /banking/start-bridge-connection/",
    "POST /subscriptions/payment-method/",
  ],
  "is not called by a page": [
    "POST /banking/bridge-webhook/",
    "POST /remotes/:remote/builds/",
    "POST /remotes/:remote/decisions/",
    "POST /subscriptions/webhook",
  ],
  "only reads, or keeps what nobody sees yet": [
    "DELETE /banking/statement-previews/:id/",
    "POST /auth/second-factor/start/",
    "POST /banking/statement-columns/",
    "POST /banking/statement-columns/preview/",
    "POST /banking/statement-imports/:id/preview/",
    "POST /banking/statement-previews/",
    "POST /box-office/report-previews/",
    "POST /clients/account/statement/mail/preview/",
    "POST /invoices/invoices/:id/send/preview/",
    "POST /onboarding/bank-details/link/",
    "POST /onboarding/distributor/invoicing/preview/",
    "POST /reminders/preview/",
    "POST /reminders/texts/preview/",
  ],
  "is about this page itself": [
    "POST /operations/build-reports/",
    "POST /operations/compositions/:composition/open/",
    "POST /operations/remote-failures/",
  ],
};

test("a call that writes says whose answers are others then", async () => {
  const silent = (await contractRoutes())
    .filter(({ method, invalidates = [] }) => method !== "GET" && invalidates.length === 0)
    .map(({ method, path }) => `${method} ${path}`);
  expect(silent.toSorted()).toEqual(Object.values(CHANGE_NO_ANSWER).flat().toSorted());
});
