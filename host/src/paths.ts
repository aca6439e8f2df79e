/** One function per address of the host's own screens (SPEC §2.1). */
export const paths = {
  signIn: () => "/auth",
  verify: () => "/auth/verify",
  dashboard: () => "/dashboard",
  account: () => "/account/overview",
  bankAccount: () => "/account/bank",
  logs: () => "/logs",
  plan: () => "/subscription/plan",
  about: () => "/about",
  superAdmin: () => "/super-admin",
  /** Screens of remotes. */
  originalStatement: () => "/bank-statements/original",
  statementImport: () => "/external-data/bank-statements",
} as const;
