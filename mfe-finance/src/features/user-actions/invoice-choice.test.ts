import { cents } from "@bobine/contract/money";
import { describe, expect, it } from "vitest";
import { anInvoice } from "../../testing.ts";
import { matchesSearch, remainingAmount, searchTextOf } from "./invoice-choice.ts";

describe("the remaining amount", () => {
  it.each([
    ["balances when the invoices make the transaction", 289_731, ["2897.31"], 0],
    ["is the surplus of a larger transaction", 300_000, ["2897.31"], 10_269],
    ["is the shortfall, negative, of a smaller one", 131_200, ["1850.20"], -53_820],
    ["adds what is still due, not the totals", 2_148_055, ["15067.07", "6413.48"], 0],
  ])("%s", (_title, transaction, outstanding, expected) => {
    const chosen = outstanding.map((amount) => anInvoice({ outstanding: amount, total_amount: "99999.99" }));
    expect(remainingAmount(cents(transaction), chosen)).toBe(expected);
  });
});

describe("the search of the selection dialog", () => {
  const text = searchTextOf(
    anInvoice({
      invoice_number: "F26000128",
      cinema_name: "Ciné Royal",
      week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
      total_amount: "1850.20",
      outstanding: "538.20",
    }),
  );
  it.each([
    ["the number", "f26000128"],
    ["the end of the number", "128"],
    ["the cinema without accents", "cine royal"],
    ["the week", "S47"],
    ["the amount with a comma", "1850,20"],
    ["the amount with a thousands space", "1 850,20"],
    ["the amount with a dot", "1850.20"],
    ["what is still due", "538,20"],
    ["several words at once", "royal s47"],
    ["nothing typed", "  "],
  ])("finds by %s", (_title, typed) => expect(matchesSearch(text, typed)).toBe(true));

  it.each([
    ["another number", "F26000129"],
    ["one word that is not there", "royal s46"],
  ])("does not find by %s", (_title, typed) => expect(matchesSearch(text, typed)).toBe(false));
});
