// Paths whose answers change together (`invalidates` of a route).

/** Invoices, and what tells of them: the reports' declarations, what is left to pay. */
export const INVOICES = ["/invoices/", "/box-office/reports/", "/banking/unpaid-invoices/"] as const;

/** What is due moves the figures too, and what waits for people. */
export const DUES = [
  ...INVOICES,
  "/banking/dashboard-stats/",
  "/banking/dashboard-figures/",
  "/user-actions/",
] as const;

/** A decision about a bank line moves all of the books. */
export const BOOKS = [...DUES, "/banking/all-transactions/", "/banking/automatic-lettering/"] as const;
