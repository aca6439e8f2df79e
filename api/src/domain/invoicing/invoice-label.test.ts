import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { invoiceLabel } from "./invoice-label.ts";

const NOTHING = { credited_total: cents(0), is_refunded: false };
const note = (outstanding: string) =>
  ({ type: "credit_note", status: "paid", total_amount: "-100.00", outstanding }) as const;
const invoice = (status: "awaiting_payment" | "part_paid" | "paid" | "default", outstanding = "0.00") =>
  ({ type: "invoice", status, total_amount: "100.00", outstanding }) as const;

test("BILL-19: a credit note is to be used, used or given back, never paid", () => {
  expect(invoiceLabel(note("-31.12"), NOTHING)).toEqual({ label: "À imputer", remaining_credit: "31.12" });
  expect(invoiceLabel(note("0.00"), NOTHING)).toEqual({ label: "Imputé", remaining_credit: "0.00" });
  expect(invoiceLabel(note("0.00"), { ...NOTHING, is_refunded: true }).label).toBe("Remboursé");
  expect(invoiceLabel(note("-1.00"), { ...NOTHING, is_refunded: true }).label).toBe("À imputer");
});

test("an invoice that credit notes take back whole is cancelled, whatever was paid of it; others say their status", () => {
  expect(invoiceLabel(invoice("paid"), { ...NOTHING, credited_total: cents(100_00) }).label).toBe("Annulée");
  expect(invoiceLabel(invoice("paid"), { ...NOTHING, credited_total: cents(99_99) }).label).toBe("Payé");
  expect(invoiceLabel(invoice("awaiting_payment", "100.00"), NOTHING)).toEqual({
    label: "En attente",
    remaining_credit: "0.00",
  });
  expect(invoiceLabel(invoice("part_paid", "1.00"), NOTHING).label).toBe("Partiellement payé");
});
