/** Whoever is signed in sees what is sold; administrators subscribe their distributor, a super admin the chosen one (UI-21). */
export const subscriptionsPolicy = {
  readPlans: "signed-in",
  subscribe: "administrator",
  readOwn: "distributor",
  /** Bills and card, another plan, the end of it (SUB-4). */
  manage: "administrator",
  /** The card provider's, signed over the raw body: it alone makes a subscription. */
  receivePayments: "public",
} as const;
