// The rows that belong to one distributor (SEC-2). Which of them a call finds is no question of role: those of the distributor
// that the request serves, and any other one does not exist.

/** Staff read the books of their distributor and export them, its accountants and administrators write them (SEC-22); a super admin, those of the one that is chosen. */
export const booksPolicy = {
  readInvoices: "distributor",
  writeInvoices: "accountant",
  readBankLines: "distributor",
  importBankLines: "accountant",
  readUserActions: "distributor",
  decideUserActions: "accountant",
  importBoxOffice: "accountant",
  readBoxOffice: "distributor",
  exportBooks: "distributor",
  /** Entries that are handed over for good, and by which rule VAT is due. */
  closeBooks: "accountant",
  readDashboard: "distributor",
  readAuditLog: "distributor",
  search: "distributor",
} as const;
