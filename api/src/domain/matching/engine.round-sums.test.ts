import { civilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import {
  aTransactionToMatch,
  anOpenInvoice,
  BEFFROI,
  decideOne,
  DOLE,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

const owed = (payer: { readonly payer_key: string }, number: string, euros: string, due = "2026-12-25") =>
  anOpenInvoice(number, euros, { payer_key: payer.payer_key, due_date: civilDate(due) });
const first = (...given: Parameters<typeof decideOne>): readonly string[] | undefined =>
  decideOne(...given).candidates[0]?.invoice_ids;

describe("nobody is named, and nobody owes the amount (LET-8)", () => {
  const open = [owed(REX, "F26000301", "315.87"), owed(DOLE, "F26000302", "431.20")];

  test("a round sum that one payer kept back before is what another may keep back", () => {
    const line = aTransactionToMatch("VIR SEPA RECU /DE SCI DES ALPES /MOTIF VIREMENT", "288.37");
    const known = {
      transaction_id: "earlier",
      amount: centsFromWire("500.00"),
      transaction_date: civilDate("2026-11-28"),
      payer_keys: [BEFFROI.payer_key],
      invoice_numbers: [],
      kept_back: centsFromWire("27.50"),
    };
    const [best] = decideOne(open, line, { recent_lettered: [known] }).candidates;
    expect(best?.invoice_ids).toEqual(["id-F26000301"]);
    expect(plainBlanks(best?.reasons ?? [])).toContain("retient 27,50 €, comme d’autres clients");
  });

  test("half of an invoice that was paid in part is nothing kept back", () => {
    const line = aTransactionToMatch("VIR SEPA RECU /DE SCI DES ALPES /MOTIF VIREMENT", "249.77");
    const known = {
      transaction_id: "earlier",
      amount: centsFromWire("66.10"),
      transaction_date: civilDate("2026-11-28"),
      payer_keys: [BEFFROI.payer_key],
      invoice_numbers: ["F26000299"],
      kept_back: centsFromWire("66.10"),
    };
    expect(decideOne(open, line, { recent_lettered: [known] }).candidates).toEqual([]);
  });

  test.each([
    ["twice an invoice", "631.74", "F26000301"],
    ["twenty euros too much", "335.87", "F26000301"],
    ["six tenths of it, to the cent", "258.72", "F26000302"],
  ])("%s", (_what, euros, number) => {
    const line = aTransactionToMatch("VIR SEPA RECU /DE SCI DES ALPES /MOTIF VIREMENT", euros);
    expect(first(open, line)).toEqual([`id-${number}`]);
  });
});

describe("invoices that follow each other, less a round sum", () => {
  const run = [
    owed(REX, "F26000401", "112.13", "2026-12-04"),
    owed(REX, "F26000402", "241.36", "2026-12-11"),
    owed(REX, "F26000403", "198.42", "2026-12-18"),
  ];
  const line = (euros: string) => aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", euros);

  test("are proposed where nothing fits, also when nobody kept that back before", () => {
    expect(first(run, line("293.49"))).toEqual(["id-F26000401", "id-F26000402"]);
  });

  test("who would keep back more than half of the last leaves it out", () => {
    const small = [run[0], owed(REX, "F26000402", "70.00", "2026-12-11")].flatMap((one) => one ?? []);
    expect(first(small, line("132.13"))).toEqual(["id-F26000401"]);
  });
});

test("a number of somebody who is not named comes behind the payer's own invoice of that amount", () => {
  const invoices = [owed(DOLE, "F26000501", "165.00"), owed(REX, "F26000502", "165.00")];
  const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC F26000501", "165.00");
  expect(
    decideOne(invoices, line)
      .candidates.map(({ invoice_ids: ids }) => ids)
      .slice(0, 2),
  ).toEqual([["id-F26000502"], ["id-F26000501"]]);
});

test("one invoice of the amount comes before several that add up to it", () => {
  const invoices = [
    owed(REX, "F26000601", "264.00", "2026-11-20"),
    owed(REX, "F26000602", "132.00", "2026-12-25"),
    owed(REX, "F26000603", "132.00", "2026-12-26"),
  ];
  expect(first(invoices, aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "264.00"))).toEqual([
    "id-F26000601",
  ]);
});
