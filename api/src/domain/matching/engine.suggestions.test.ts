import { civilDate } from "@bobine/contract/civil-date";
import { describe, expect, test } from "vitest";
import { aTransaction, anInvoice, DOLE, decide, decideOne } from "./testing.ts";

const BEFFROI_123 = anInvoice("F26000123", "2897.31");

describe("what stays a question", () => {
  test("an amount that a payer sends twice is asked, even when only one of the lines names nothing else", () => {
    const [numbered, plain] = decide(
      [BEFFROI_123, anInvoice("F26000128", "1850.20", { payer_key: DOLE.payer_key })],
      [
        // « REG 170269 » may be a number: this one is no certain payment of F26000123.
        aTransaction("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF REGLT 170269", "2897.31"),
        aTransaction("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "2897.31", {
          transaction_date: civilDate("2026-12-30"),
        }),
      ],
    );
    expect(numbered?.outcome).toBe("ask");
    expect(plain).toMatchObject({ outcome: "ask", reason_code: "possible_duplicate" });
    expect(plain?.candidates[0]?.invoice_ids).toEqual(["id-F26000123"]);
  });

  test("a credit of an unknown kind is shown when somebody owes exactly that", () => {
    expect(decideOne([BEFFROI_123], aTransaction("HOLDING JPB", "2897.31")).outcome).toBe("ask");
    expect(decideOne([BEFFROI_123], aTransaction("HOLDING JPB", "2897.32")).outcome).toBe("ignore");
  });
});
