/** One function per address of this remote (UI-1). */
export const paths = {
  /** `kind` is the report format of this installation: `cnc`. */
  boxOffice: (kind: string) => `/external-data/${kind}`,
  bankStatements: () => "/external-data/bank-statements",
  invoices: () => "/external-data/invoices",
  reports: () => "/external-data/declarations",
  report: (id: number) => `/external-data/declarations/${id}`,
  /** Of the account remote. */
  account: () => "/account/overview",
  /** Screens of the finance remote. */
  allInvoices: () => "/invoices",
  invoice: (id: number) => `/invoices/${id}`,
} as const;
