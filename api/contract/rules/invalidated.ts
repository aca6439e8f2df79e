// Paths whose answers change together (`invalidates` of a route).

/** Invoices, and what tells of them: the reports' declarations, what is left to pay. */
export const INVOICES = ["/invoices/", "/box-office/reports/", "/banking/unpaid-invoices/"] as const;

/** What is due moves the figures too, what waits for people, the credits of clients, and the steps to the first invoice (DIST-7). */
export const DUES = [
  ...INVOICES,
  "/banking/dashboard-stats/",
  "/banking/dashboard-figures/",
  "/user-actions/",
  "/banking/credits/",
  "/clients/",
  "/onboarding/distributor/first-steps/",
] as const;

/** A cinema that is validated or linked has its waiting invoices issued, and its group is a row of the dashboard. */
export const CINEMAS = ["/cinemas/", ...DUES] as const;

/** A decision about a bank line moves all of the books: what is new since the last lot (EXP-10) and the VAT of a month (VAT-5) too. */
export const BOOKS = [
  ...DUES,
  "/banking/all-transactions/",
  "/banking/automatic-lettering/",
  "/banking/transactions/",
  "/accounting/lots/",
  "/accounting/vat/",
] as const;

/** New bank lines, which may bring accounts and balances. */
export const BANKS = ["/banking/accounts/", "/banking/ties/"] as const;

/** What the company has completes it, and with it the file of an applicant and the first steps. */
export const COMPANY = [
  "/onboarding/distributor/profile/",
  "/onboarding/distributor/application/",
  "/onboarding/distributor/first-steps/",
] as const;
