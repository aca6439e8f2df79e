/** One function per address of this remote (UI-1). */
export const paths = {
  cinemas: () => "/cinemas",
  /** Screens of the imports; `kind` is the report format of this installation. */
  reportImport: (kind: string) => `/external-data/${kind}`,
  invoiceImport: () => "/external-data/invoices",
  cinema: (id: number) => `/cinemas/${id}`,
} as const;
