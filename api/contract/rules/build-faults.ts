/** Where a build fails: its entry does not come, a part of it does not come later, or it throws while it is drawn. */
export const FAILURE_STAGES = ["load", "chunk", "render"] as const;
export type FailureStage = (typeof FAILURE_STAGES)[number];

/** The names of FED-8's beacon. */
export const REMOTE_FAILURE_KINDS = [
  "network",
  "server",
  "timeout",
  "missing",
  "integrity",
  "mime",
  "unlisted",
  "registry",
  "origin",
  "override",
  "incompatible",
  "execution",
  "render",
  // Of the host: a reload brought an older page than the server gives.
  "outdated",
] as const;
export type RemoteFailureKind = (typeof REMOTE_FAILURE_KINDS)[number];

/** Failures of the way to a build, or of a developer's machine: they say nothing against it (FED-27). */
const OUTSIDE: ReadonlySet<RemoteFailureKind> = new Set([
  "network",
  "server",
  "timeout",
  "origin",
  "override",
  "outdated",
]);

/** Whether a build is to blame. */
export const isOfBuild = (kind: RemoteFailureKind): boolean => !OUTSIDE.has(kind);
