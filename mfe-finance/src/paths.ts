/** One function per address of this remote (SPEC §2.1). */
export const paths = {
  invoices: () => "/invoices",
  invoice: (id: number) => `/invoices/${id}`,
  originalStatement: () => "/bank-statements/original",
  exports: () => "/bank-statements/with-lettering",
  userActions: () => "/user-actions",
} as const;
