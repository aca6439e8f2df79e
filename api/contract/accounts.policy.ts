/** Everybody asks for an account and signs in; whoever is signed in reads and completes their own profile, and leaves. */
export const accountsPolicy = {
  register: "public",
  signIn: "public",
  readOneself: "signed-in",
  changeOneself: "signed-in",
  signOut: "signed-in",
} as const;
