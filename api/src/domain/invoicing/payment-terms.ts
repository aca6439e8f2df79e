import { addDays, type CivilDate, endOfMonth } from "@bobine/contract/civil-date";

/** `30` and `60` days from the invoice date; `45fdm` = 45 days, then the end of that month (C. com. L. 441-10). */
export const PAYMENT_TERMS = ["30", "45fdm", "60"] as const;
export type PaymentTerms = (typeof PAYMENT_TERMS)[number];

/** Due date in calendar days, with no shift to a business day (BILL-6). */
export function dueDate(invoice_date: CivilDate, terms: PaymentTerms): CivilDate {
  switch (terms) {
    case "30":
      return addDays(invoice_date, 30);
    case "60":
      return addDays(invoice_date, 60);
    case "45fdm":
      return endOfMonth(addDays(invoice_date, 45));
  }
}
