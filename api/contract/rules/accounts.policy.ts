/**
 * Everybody asks for an account and signs in; whoever is signed in reads and completes their own profile, leaves, and sees and ends
 * their own sessions. Administrators manage the people of their distributor and super admins everybody: `isManagedBy` says whom. Super
 * admins alone take a second factor away from somebody else.
 */
export const accountsPolicy = {
  register: "public",
  signIn: "public",
  readOneself: "signed-in",
  changeOneself: "signed-in",
  signOut: "signed-in",
  seeOwnSessions: "signed-in",
  endSessions: "signed-in",
  managePeople: "signed-in",
  /** Of others, when all that makes codes is lost (SEC-24). */
  resetSecondFactors: "super-admin",
} as const;
