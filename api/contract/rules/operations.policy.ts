/** Super admins see the jobs of all distributors and run them again; whoever has a page open may say what it could not load. */
export const operationsPolicy = {
  seeJobs: "super-admin",
  changeJobs: "super-admin",
  reportRemoteFailures: "public",
} as const;
