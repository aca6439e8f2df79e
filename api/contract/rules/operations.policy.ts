/** Super admins see the jobs of all distributors and run them again; whoever has a page open may say what it could not load, and who is
 * signed in what its builds did (SEC-27). */
export const operationsPolicy = {
  seeJobs: "super-admin",
  changeJobs: "super-admin",
  reportRemoteFailures: "public",
  reportBuilds: "signed-in",
  replayPages: "super-admin",
} as const;
