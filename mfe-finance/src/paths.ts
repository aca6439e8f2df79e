const ofAccount = (account: number | undefined): string =>
  account === undefined ? "" : `&bank_account=${account}`;

/** One function per address of this remote (UI-1). */
export const paths = {
  invoices: () => "/invoices",
  invoice: (id: number) => `/invoices/${id}`,
  credits: () => "/invoices?tab=credits",
  creditsOf: (account: string) => `/invoices?tab=credits&credit_search=${encodeURIComponent(account)}`,
  invoicesOfCinema: (cinemaId: number) => `/invoices?cinema=${cinemaId}`,
  invoicesLettered: (letters: string) => `/invoices?letters=${letters}`,
  reminders: () => "/invoices/reminders",
  agedBalance: () => "/clients",
  clientAccount: (account: string) => `/clients/${encodeURIComponent(account)}`,
  /** The same, with what is said of the client. */
  clientComments: (account: string) => `/clients/${encodeURIComponent(account)}?tab=comments`,
  originalStatement: () => "/bank-statements/original",
  /** The same, of the lines alone of a period that have no end. */
  linesWithoutEnd: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `/bank-statements/original?open&from=${from}&to=${to}`,
  /** The same, of those of them that no action waits for. */
  unaskedLines: (account: number | undefined) => `/bank-statements/original?unasked${ofAccount(account)}`,
  /** The same, of the credits alone that nobody is asked about. */
  ignoredCredits: (account: number | undefined) => `/bank-statements/original?ignored${ofAccount(account)}`,
  /** The same, of one day. */
  statementDay: (day: string) => `/bank-statements/original?from=${day}&to=${day}`,
  exports: () => "/bank-statements/with-lettering",
  vat: () => "/accounting/vat",
  /** A screen of the imports: what a report contained. */
  declarations: (reportId: number) => `/external-data/declarations/${reportId}`,
  userActions: () => "/user-actions",
  /** The workbench with that action shown. */
  userAction: (id: number) => `/user-actions?action=${id}`,
  overdueInvoices: (cinemaId: number) => `/invoices?cinema=${cinemaId}&overdue=true`,
  bankConnection: () => "/account/bank",
  /** A screen of the imports. */
  statementImport: () => "/external-data/bank-statements",
  /** The same, with what a stored statement would bring. */
  statementPreview: (preview: string) => `/external-data/bank-statements?preview=${preview}`,
  /** A screen of the account remote: the company, and its file while it is not validated. */
  account: () => "/account/overview",
  invoicingOptions: () => "/account/invoicing",
  plan: () => "/subscription/plan",
  /** A screen of the imports; `kind` is the report format of this installation. */
  reportImport: (kind: string) => `/external-data/${kind}`,
  invoiceImport: () => "/external-data/invoices",
  cinemas: () => "/cinemas",
  /** A distributor's own settings for a cinema, with the focus in one field. */
  cinemaSettings: (id: number, field: string) => `/cinemas?settings=${id}&field=${field}`,
  /** What was asked of Bobine about cinemas. */
  cinemaRequests: () => "/cinemas?tab=requests",
  /** The console's form of a cinema, with the focus in one field. */
  cinemaCard: (id: number, field: string | undefined) =>
    `/super-admin?tab=cinemas&edit=${id}${field === undefined ? "" : `&field=${field}`}`,
  /** Cinemas of files that wait for a super admin. */
  linkRequests: () => "/super-admin?tab=links",
  /** The company's form, with the focus in one field. */
  companyField: (field: string) => `/account/overview?edit=${field}`,
} as const;
