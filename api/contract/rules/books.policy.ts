// The rows that belong to one distributor (SEC-2). Which of them a call finds is no question of role: those of the distributor
// that the request serves, and any other one does not exist.

/** Staff read and write the books of their distributor; a super admin, those of the one that is chosen. */
export const booksPolicy = {
  readInvoices: "distributor",
  writeInvoices: "distributor",
  readBankLines: "distributor",
  importBankLines: "distributor",
  readUserActions: "distributor",
  decideUserActions: "distributor",
  importBoxOffice: "distributor",
  readBoxOffice: "distributor",
  exportBooks: "distributor",
  readDashboard: "distributor",
  readAuditLog: "distributor",
  search: "distributor",
} as const;
