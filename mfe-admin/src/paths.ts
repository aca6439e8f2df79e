/** One function per address of this remote (SPEC §2.1); the tab is a query parameter (SPEC §2.12). */
export const paths = {
  console: () => "/super-admin",
  /** The product's own: SPEC knows no jobs. */
  jobs: () => "/background-jobs",
} as const;
