// What people ask of the server, each call as often as it stands here, signed in as many of a platform's.
import type autocannon from "autocannon";

export const MIX = [
  "/banking/dashboard-stats/",
  "/banking/dashboard-figures/",
  "/invoices/invoices/?page=1",
  "/invoices/invoices/?page=1",
  "/invoices/invoices/?search=palace",
  "/invoices/totals/",
  "/user-actions/?page=1&status=AWAITING_INVOICE_SELECTION",
  "/user-actions/overview/",
  "/banking/all-transactions/?page=1",
  "/cinemas/?page=1",
  "/audit-logs/?page=1",
  "/saved-filters/?list=invoices",
];

/** @param tokens what gives each person's of the moment (`tokensFor`) */
export async function requestsOfMix(
  tokens: readonly (() => Promise<string>)[],
): Promise<autocannon.Request[]> {
  const signed = await Promise.all(tokens.map((token) => token()));
  return signed.flatMap((token) =>
    MIX.map((path) => ({ path: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })),
  );
}
