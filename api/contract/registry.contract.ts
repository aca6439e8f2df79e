import { z } from "zod";

const name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);

/** A menu entry of a remote: known without running a byte of its code. */
export const navEntrySchema = z.object({
  label: z.string(),
  path: z.string().startsWith("/"),
  /** Position among all the menu's entries, small first. */
  order: z.number(),
  icon: z.string().optional(),
  /** Entries of one group are its sub-items (SPEC §2.1). */
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
  integrity: z.record(z.string(), z.string().startsWith("sha384-")),
});
export type RemoteBuild = z.infer<typeof remoteBuildSchema>;

/** A live remote in the registry: its build and where its files are. */
export const registryRemoteSchema = remoteBuildSchema.extend({
  /** `/r/mfe-finance/<build>/` */
  baseUrl: z.string(),
  deployedAt: z.string(),
});
export type RegistryRemote = z.infer<typeof registryRemoteSchema>;

/** The only document that knows where remotes are (FEDERATION L1); injected in index.html. */
export const registrySchema = z.object({
  schemaVersion: z.literal(1),
  generatedAt: z.string(),
  settings: z.object({ boxOfficeKind: z.string(), communicationDomain: z.string() }),
  remotes: z.array(registryRemoteSchema),
});
export type Registry = z.infer<typeof registrySchema>;
