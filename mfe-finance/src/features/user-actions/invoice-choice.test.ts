import { cents } from "@bobine/contract/money";
import { describe, expect, it } from "vitest";
import { aChoosableInvoice } from "@bobine/contract/testing/user-actions";
import { asOfNow, balanceTone, isSameChoice, remainingAmount, surestOf, toggled } from "./invoice-choice.ts";

describe("the remaining amount", () => {
  it.each([
    ["balances when the invoices make the transaction", 289_731, ["2897.31"], 0],
    ["is the surplus of a larger transaction", 300_000, ["2897.31"], 10_269],
    ["is the shortfall, negative, of a smaller one", 131_200, ["1850.20"], -53_820],
    ["adds what is still due, not the totals", 2_148_055, ["15067.07", "6413.48"], 0],
  ])("%s", (_title, transaction, outstanding, expected) => {
    const chosen = outstanding.map((amount) =>
      aChoosableInvoice({ outstanding: amount, total_amount: "99999.99" }),
    );
    expect(remainingAmount(cents(transaction), chosen)).toBe(expected);
  });

  it.each([
    ["green at zero", 0, "balanced"],
    ["amber for a cent", 1, "close"],
    ["amber just below a euro, either way", -99, "close"],
    ["blue from a euro on: there is more to choose", 100, "surplus"],
    ["red when the invoices ask for more", -100, "shortfall"],
  ])("is %s", (_title, remaining, tone) => expect(balanceTone(cents(remaining))).toBe(tone));
});

describe("the choice of invoices", () => {
  const one = aChoosableInvoice({ id: 1 });
  const two = aChoosableInvoice({ id: 2 });

  it("LET-2: owes what was read last, and what nothing tells more of stays as it was", () => {
    const paidInPart = { ...one, outstanding: "600.00" };
    expect(asOfNow([one, two], [paidInPart], undefined)).toEqual([paidInPart, two]);
  });
  const set = { invoice_ids: [1], kind: "exact_single" as const, reasons: [], invoices: [one] };

  it("keeps one order, whichever came first", () => {
    expect(toggled([two], one)).toEqual([one, two]);
    expect(toggled([one, two], one)).toEqual([two]);
    expect(isSameChoice([one, two], [two, one])).toBe(true);
    expect(isSameChoice([one], [one, two])).toBe(false);
  });

  it.each([
    ["an exact set that is alone", { difference: "0.00", alternatives: 0, is_available: true }, [one]],
    [
      "nothing when another set fits as well",
      { difference: "0.00", alternatives: 1, is_available: true },
      [],
    ],
    ["nothing when the total differs", { difference: "0.01", alternatives: 0, is_available: true }, []],
    ["nothing when it was paid meanwhile", { difference: "0.00", alternatives: 0, is_available: false }, []],
  ])("begins with %s", (_title, more, expected) =>
    expect(surestOf({ candidates: [{ ...set, ...more }] })).toEqual(expected),
  );
});
