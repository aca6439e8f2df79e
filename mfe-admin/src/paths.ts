/** One function per address of this remote (SPEC §2.1); the tab is a query parameter (SPEC §2.12). */
export const paths = {
  console: () => "/super-admin",
  /** The product’s own: SPEC knows no jobs. Beside the console, not in it: the menu marks one of them as current. */
  jobs: () => "/super-admin-jobs",
} as const;
