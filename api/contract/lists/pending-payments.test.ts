import { expect, it } from "vitest";
import { csvFile } from "./define-list.ts";
import { PENDING_PAYMENT_COLUMNS } from "./pending-payments.list.ts";

it("the pending payments are written for a spreadsheet, a name that looks like a formula as text", () => {
  expect(
    csvFile(PENDING_PAYMENT_COLUMNS, [
      { category: "=Mégascope", kind: "group", total: "34635.10", due: "0.00" },
      { category: "TOTAL", kind: "total", total: "34635.10", due: "-12.50" },
    ]),
  ).toBe("\ufeffCinéma;TOTAL;DUE\r\n'=Mégascope;34635,10;0,00\r\nTOTAL;34635,10;-12,50\r\n");
});
