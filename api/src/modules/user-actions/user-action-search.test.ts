import { expect, test } from "vitest";
import { isTab } from "./user-action-search.ts";

test.each([
  [{}],
  [{ status: [] }],
  [{ status: ["DONE"] }],
  [{ status: ["DONE", "REJECTED", "DONE"] }],
  [{ status: ["AWAITING_INVOICE_SELECTION", "PENDING", "CREATED"], search: "" }],
] as const)("%j is what a tab of the queue shows", (asked) => expect(isTab(asked)).toBe(true));

test.each([
  [{ status: ["DONE", "PENDING"] }],
  [{ reason_code: ["unknown_payer"] }],
  [{ status: ["DONE"], ordering: "transaction_date" }],
  [{ assignedTo: null }],
  [{ search: "rex" }],
] as const)("%j is more than a tab", (asked) => expect(isTab(asked)).toBe(false));
