/** Super admins read what was done for no distributor (SEC-2), see the jobs of all and run them again; whoever has a page open may say what it could not load, and who is
 * signed in what its builds did (SEC-27). */
export const operationsPolicy = {
  readConsoleLog: "super-admin",
  seeJobs: "super-admin",
  changeJobs: "super-admin",
  reportRemoteFailures: "public",
  reportBuilds: "signed-in",
  replayPages: "super-admin",
} as const;
