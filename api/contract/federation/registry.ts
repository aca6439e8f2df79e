import { z } from "zod";

const name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);

/** A menu entry of a remote: known without running a byte of its code. */
export const navEntrySchema = z.object({
  label: z.string(),
  path: z.string().startsWith("/"),
  /** Position among all the menu's entries, small first. */
  order: z.number(),
  icon: z.string().optional(),
  /** Entries of one group are its sub-items (UI-2). */
  group: z.string().optional(),
  superAdminOnly: z.boolean().optional(),
});
export type NavEntry = z.infer<typeof navEntrySchema>;

/** What a remote's build says of itself: `remote.json` in its folder. */
export const remoteBuildSchema = z.object({
  name,
  version: z.string(),
  /** Content hash of the build. */
  build: z.string().regex(/^[a-f0-9]{12,64}$/),
  /** File name of the federation entry or manifest, relative to the build's folder. */
  entry: z.string(),
  owner: z.string(),
  routes: z.array(z.string().startsWith("/")),
  nav: z.array(navEntrySchema),
  /** Parts that the host places in its own pages, by name (`dashboard`). */
  panels: z.array(z.string()).default([]),
  /** Package → range the build accepts from the host; federation refuses at run time what does not hold. */
  shared: z.record(z.string(), z.string()).default({}),
  /** Lent module → names that the build takes from it (FED-19). Builds that say nothing are of contract 2 or before. */
  uses: z.record(z.string(), z.array(z.string())).default({}),
  /** Versions of the host's contract that the build accepts, a semver range. Builds that say nothing are of contract 1. */
  contract: z.string().default("^1.0.0"),
  /** Levels of the API that the build can speak with, a semver range (FED-32). Builds that do not say run everywhere. */
  api: z.string().optional(),
  integrity: z.record(z.string(), z.string().startsWith("sha384-")),
  /** Files that any screen of the remote needs first: the entry and what its exposed module is made of. */
  preload: z.array(z.string()).default([]),
  /** And those that a screen or a part needs beside them: `for` has routes, as above, and names of panels. */
  pages: z
    .array(
      z.object({
        for: z.array(z.string()),
        files: z.array(z.string()),
        /** And what of the host's that is lent on demand, by its name there. */
        late: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});
export type RemoteBuild = z.infer<typeof remoteBuildSchema>;

/** What the host needs to load one build of a remote: its metadata and where its files are. */
export const releaseSchema = remoteBuildSchema.extend({
  /** `/r/mfe-finance/<build>/` */
  baseUrl: z.string(),
  /** When a pointer was moved to this build. */
  deployedAt: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

/** A build for some users before the others: named distributors, and a share of the users of all the others. */
export const canarySchema = releaseSchema.extend({
  /** Per cent of the users. */
  share: z.number().min(0).max(100).optional(),
  /** Ids of distributors. */
  distributors: z.array(z.number().int().positive()).optional(),
});
export type Canary = z.infer<typeof canarySchema>;

/** A remote in the registry: the live release, and those that may take its place. */
export const registryRemoteSchema = releaseSchema.extend({
  /** The release that was live before, loaded when the live one fails (FED-4). */
  previous: releaseSchema.nullable().default(null),
  canary: canarySchema.nullable().default(null),
});
export type RegistryRemote = z.infer<typeof registryRemoteSchema>;

/** What a build of the host provides: `host.json` in its folder. */
export const hostBuildSchema = z.object({
  version: z.string(),
  build: z.string(),
  owner: z.string().optional(),
  /** Version of the contract between the host and its remotes. */
  contract: z.string().default("1.0.0"),
  /** Levels of the API that its own screens can speak with, a semver range (FED-32); hosts that do not say run everywhere. */
  speaks: z.string().optional(),
  /** Level of the API of the server that gives it (FED-32): no file says it, the server does. */
  api: z.string().optional(),
  /** Package → version that the host carries. */
  shared: z.record(z.string(), z.string()),
  /** Module → names that the host lends (FED-19); absent in hosts that do not say. */
  lends: z.record(z.string(), z.array(z.string())).optional(),
  /** What is lent on demand → its scripts and styles, which pages that need it are told to fetch at once. */
  late: z.record(z.string(), z.array(z.string())).optional(),
  integrity: z.record(z.string(), z.string().startsWith("sha384-")),
});
export type HostBuild = z.infer<typeof hostBuildSchema>;

/** The only document that knows where remotes are (FED-1); injected in index.html. */
export const registrySchema = z.object({
  schemaVersion: z.literal(1),
  /** Hash of what is live: moves with each pointer, whatever the clock says. */
  id: z.string(),
  generatedAt: z.string(),
  /** `deployedAt`: since when this build of the host has been served, ISO 8601. */
  host: hostBuildSchema.extend({ deployedAt: z.string().optional() }),
  settings: z.object({
    boxOfficeKind: z.string(),
    communicationDomain: z.string(),
    /** Origins of the pages that take a card, and of those where a person gives access to a bank. */
    providerPages: z
      .object({ card: z.array(z.string()), bank: z.array(z.string()) })
      .default({ card: [], bank: [] }),
    /** A page may take a remote from a developer's machine (FED-7); never in production. */
    devOverrides: z.literal(true).optional(),
  }),
  remotes: z.array(registryRemoteSchema),
  /** These are the builds that a page had when something failed in it, not those that are live (FED-28). */
  replayed: z.object({ id: z.string(), missing: z.array(z.string()) }).optional(),
});
export type Registry = z.infer<typeof registrySchema>;

/** Answer of `/registry/head`: tells an open tab whether something newer is live. */
export const registryHeadSchema = registrySchema.pick({ id: true });
