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

/** A decision about a bank line moves all of the books. */
export const BOOKS = [
  ...DUES,
  "/banking/all-transactions/",
  "/banking/automatic-lettering/",
  "/banking/transactions/",
] as const;

/** New bank lines, which may bring accounts and balances. */
export const BANKS = ["/banking/accounts/", "/banking/ties/"] as const;
