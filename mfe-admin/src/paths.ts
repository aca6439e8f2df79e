/** One function per address of this remote (UI-1); the tab is a query parameter (UI-14). */
export const paths = {
  console: () => "/super-admin",
  /** The form of a cinema, above the list. */
  cinema: (id: number) => `/super-admin?tab=cinemas&edit=${id}`,
  /** Cinemas of files that wait for a super admin. */
  linkRequests: () => "/super-admin?tab=links",
  /** The product’s own, beyond UI-14. Beside the console, not in it: the menu marks one of them as current. */
  jobs: () => "/super-admin-jobs",
} as const;
