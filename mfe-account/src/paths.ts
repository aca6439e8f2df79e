/** One function per address of this remote (UI-1). */
export const paths = {
  account: () => "/account/overview",
  invoicing: () => "/account/invoicing",
  secondFactor: () => "/account/second-factor",
  confirmIban: () => "/account/iban",
  logs: () => "/logs",
  plan: () => "/subscription/plan",
} as const;
