/**
 * What runs in everybody's browser (SEC-26): super admins decide, and give teams the tokens with which these publish and decide about their own
 * remotes. A token takes the place of session and CSRF token; which remote and which right it has is asked by each call.
 */
export const remotesPolicy = {
  publishAsTeam: "public",
  manageRemotes: "super-admin",
} as const;

/** What a team's token may let it do. */
export const REMOTE_RIGHTS = ["publish", "promote", "rollback"] as const;
export type RemoteRight = (typeof REMOTE_RIGHTS)[number];
