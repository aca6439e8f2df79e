import { addDays, type CivilDate, endOfMonth } from "@bobine/contract/civil-date";
import type { PaymentTerms } from "@bobine/contract/invoicing-options";

/** Due date in calendar days, with no shift to a business day (BILL-6; C. com. L. 441-10). */
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
