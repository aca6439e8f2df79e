/** One function per address of the host's own screens (UI-1). */
export const paths = {
  signIn: () => "/auth",
  verify: () => "/auth/verify",
  dashboard: () => "/dashboard",
  account: () => "/account/overview",
  secondFactor: () => "/account/second-factor",
  confirmIban: () => "/account/iban",
  bankAccount: () => "/account/bank",
  logs: () => "/logs",
  plan: () => "/subscription/plan",
  about: () => "/about",
  superAdmin: () => "/super-admin",
  /** Screens of remotes. */
  cinemas: (search: string) => `/cinemas?search=${encodeURIComponent(search)}`,
  cinemaPattern: () => "/cinemas/:cinemaId",
  invoice: (id: number) => `/invoices/${id}`,
  invoices: (search: string) => `/invoices?search=${encodeURIComponent(search)}`,
  overdueInvoices: (cinemaId: number) => `/invoices?cinema=${cinemaId}&overdue=true`,
  userAction: (id: number) => `/user-actions?action=${id}`,
  userActions: (search: string) => `/user-actions?search=${encodeURIComponent(search)}`,
  originalStatement: () => "/bank-statements/original",
  statementImport: () => "/external-data/bank-statements",
} as const;
