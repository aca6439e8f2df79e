/** One function per address of this remote (UI-1). */
export const paths = {
  account: () => "/account/overview",
  invoicing: () => "/account/invoicing",
  secondFactor: () => "/account/second-factor",
  /** A screen of the console's remote. */
  console: () => "/super-admin",
  confirmIban: () => "/account/iban",
  logs: () => "/logs",
  /** Screens of the finance and cinema remotes. */
  invoice: (id: number) => `/invoices/${id}`,
  userAction: (id: number) => `/user-actions?action=${id}`,
  /** The bank's lines of that day and amount. */
  operation: ({ day, amount }: { day: string | undefined; amount: string | undefined }) =>
    `/bank-statements/original?${new URLSearchParams({
      ...(day === undefined ? {} : { from: day, to: day }),
      ...(amount === undefined ? {} : { amount_from: amount, amount_to: amount }),
    }).toString()}`,
  clientAccount: (account: string) => `/clients/${encodeURIComponent(account)}`,
  cinema: (id: number) => `/cinemas/${id}`,
  plan: () => "/subscription/plan",
} as const;
