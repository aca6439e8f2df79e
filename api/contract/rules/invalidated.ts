// Paths whose answers change together (`invalidates` of a route).

/** Invoices, and what tells of them: the reports' declarations, what is left to pay. */
export const INVOICES = ["/invoices/", "/box-office/reports/", "/banking/unpaid-invoices/"] as const;

/** What is due moves the figures too, what waits for people, and the credits of clients. */
export const DUES = [
  ...INVOICES,
  "/banking/dashboard-stats/",
  "/banking/dashboard-figures/",
  "/user-actions/",
  "/banking/credits/",
  "/clients/",
] as const;

/** A decision about a bank line moves all of the books. */
export const BOOKS = [
  ...DUES,
  "/banking/all-transactions/",
  "/banking/automatic-lettering/",
  "/banking/transactions/",
] as const;

/** New bank lines, which may bring accounts and balances. */
export const BANKS = ["/banking/accounts/", "/banking/ties/"] as const;
