/** One function per address of the host's own screens (UI-1). */
export const paths = {
  signIn: () => "/auth",
  register: () => "/auth?inscription",
  verify: () => "/auth/verify",
  dashboard: () => "/dashboard",
  about: () => "/about",
  superAdmin: () => "/super-admin",
  /** Screens of remotes. */
  account: () => "/account/overview",
  secondFactor: () => "/account/second-factor",
  /** Where a mailed link leads: it is its person's, whichever distributor is chosen (SEC-17). */
  confirmIban: () => "/account/iban",
  cinemas: (search: string) => `/cinemas?search=${encodeURIComponent(search)}`,
  cinemaPattern: () => "/cinemas/:cinemaId",
  clientAccount: (account: string) => `/clients/${encodeURIComponent(account)}`,
  invoice: (id: number) => `/invoices/${id}`,
  invoicesOfAmounts: (from: string, to: string) => `/invoices?amount_from=${from}&amount_to=${to}`,
  invoices: (search: string) => `/invoices?search=${encodeURIComponent(search)}`,
  userAction: (id: number) => `/user-actions?action=${id}`,
  userActions: (search: string) => `/user-actions?search=${encodeURIComponent(search)}`,
  originalStatement: () => "/bank-statements/original",
} as const;
