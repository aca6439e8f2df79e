/** Dates of an invoice that people write: beyond, a digit is wrong, and sums of days leave the calendar. */
export const isInvoiceYear = (date: string): boolean => date >= "1990-01-01" && date <= "2099-12-31";
