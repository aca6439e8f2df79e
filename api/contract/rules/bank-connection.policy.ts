/** Accountants and administrators connect their distributor's bank, a super admin the chosen one's. The aggregator itself proves its calls by other means. */
export const bankConnectionPolicy = {
  read: "distributor",
  connect: "accountant",
  synchronise: "accountant",
  disconnect: "accountant",
  /** The browser that comes back carries no session that can be read; the sealed context tells whose connection it is. */
  comeBack: "public",
  /** Signed over the raw body. */
  receiveEvents: "public",
} as const;
