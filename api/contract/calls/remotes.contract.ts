import { z } from "zod";
import { line } from "../rules/line.ts";
import { REMOTE_RIGHTS, remotesPolicy } from "../rules/remotes.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { defineRoute, idParamsSchema, idSchema, noBodySchema } from "./route.contract.ts";

/** All files of a build; sent in base64 they are a third more. */
export const MAX_BUNDLE_MB = 20;
/** Tokens of all teams that work at one time. */
export const MAX_REMOTE_TOKENS = 100;
/** Keys of all teams that work at one time. */
export const MAX_REMOTE_KEYS = 100;

const REMOTE_NAME = /^[a-z][a-z0-9-]{1,40}$/;
const remoteNameSchema = z
  .string()
  .regex(REMOTE_NAME, "Saisissez un nom de module, par exemple mfe-planning.");
/** All of it, or its first characters. */
const buildSchema = z
  .string()
  .regex(
    /^[a-f0-9]{4,64}$/,
    "Saisissez l’identifiant d’un build, ou au moins ses quatre premiers caractères.",
  );
const reasonSchema = z.string().trim().max(500);
const neededReasonSchema = reasonSchema.min(1, "Dites pourquoi.");
const forceFields = {
  reason: reasonSchema.optional(),
  /** Overrules hosts that could not run it, and that the product took it back by itself; with a reason. */
  force: z.boolean().optional(),
};
const needsReason = ({ force, reason }: { force?: boolean | undefined; reason?: string | undefined }) =>
  force !== true || (reason ?? "") !== "";
const FORCED = { path: ["reason"], message: "Dites pourquoi." };

/** What somebody decides about published builds of a remote. */
export const remoteDecisionSchema = z.discriminatedUnion("decision", [
  z
    .strictObject({ decision: z.literal("promote"), build: buildSchema, ...forceFields })
    .refine(needsReason, FORCED),
  z.strictObject({
    decision: z.literal("rollback"),
    /** The bad build: of two people who see one failure, the second is told that it is done. */
    from: buildSchema,
    /** Absent: the one that was live before. */
    to: buildSchema.optional(),
    reason: neededReasonSchema,
    force: z.boolean().optional(),
  }),
  z.strictObject({ decision: z.literal("retire"), reason: neededReasonSchema }),
  z
    .strictObject({
      decision: z.literal("canary"),
      build: buildSchema,
      /** Per cent of the users. */
      share: z.number().min(0).max(100).optional(),
      distributors: z.array(idSchema).min(1).max(200).optional(),
      ...forceFields,
    })
    .refine(needsReason, FORCED)
    .refine(({ share, distributors }) => share !== undefined || distributors !== undefined, {
      path: ["share"],
      message: "Dites pour quelle part des utilisateurs, ou pour quels distributeurs.",
    }),
  z.strictObject({
    decision: z.literal("end-canary"),
    /** The build on trial: of two people, the second does not end what the first has put in its place. Absent: whatever is on trial. */
    build: buildSchema.meta({ examples: ["b9305913d1bb"] }).optional(),
    reason: reasonSchema.optional(),
  }),
]);
export type RemoteDecision = z.output<typeof remoteDecisionSchema>;

const countSchema = z.number().int().nonnegative();
const liveSchema = z.object({
  build: z.string(),
  since: instantSchema,
  /** `operator`: somebody made it live; `start`: it lay beside the product. Null where it was not kept. */
  by: z.enum(["operator", "start"]).nullable(),
});

/** How a remote stands: what pages are given, and which builds are there. */
export const remoteStateSchema = z.object({
  name: z.string().meta({ example: "mfe-finance" }),
  /** The team, as the build that is live, or the newest one, says. */
  owner: z.string(),
  live: liveSchema.nullable(),
  /** What a failing page falls back to. */
  previous: z.string().nullable(),
  canary: z
    .object({
      build: z.string(),
      since: instantSchema,
      share: z.number().nullable(),
      distributors: z.array(idSchema),
    })
    .nullable(),
  retired_at: instantSchema.nullable(),
  /** The newest first. */
  builds: z.array(
    z.object({
      build: z.string(),
      published_at: instantSchema,
      /** `failed`: the product took it back by itself, and only who insists brings it back (FED-27). */
      state: z.enum(["published", "live", "withdrawn", "failed"]),
    }),
  ),
  /** What browsers told of the last 24 hours (FED-26); of a build that nobody has loaded nothing. */
  health: z.array(
    z.object({
      build: z.string(),
      /** Pages that have loaded it, or should have. */
      loads: countSchema,
      /** Of those, where its entry did not come, a part of it did not come later, and where it threw while it was drawn. */
      load_failures: countSchema,
      chunk_failures: countSchema,
      render_failures: countSchema,
      /** The network or the server failed: not the build's fault. */
      outside_failures: countSchema,
      /** The newest composition of a page in which it failed (FED-26). */
      composition: z.string().nullable(),
    }),
  ),
});
export type RemoteState = z.infer<typeof remoteStateSchema>;

export const remoteLogEntrySchema = z.object({
  at: instantSchema,
  who: z.string(),
  action: z.string(),
  build: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type RemoteLogEntry = z.infer<typeof remoteLogEntrySchema>;

const remoteParamsSchema = z.object({ remote: z.string().regex(REMOTE_NAME) });
/** The registry says why in one sentence. */
const REFUSED = { 401: detailErrorSchema, 403: detailErrorSchema, 409: detailErrorSchema };
const decidedSchema = z.object({
  /** False when it was so already. */
  changed: z.boolean(),
  state: remoteStateSchema,
});

export const publishRemoteBuild = defineRoute({
  method: "POST",
  path: "/remotes/:remote/builds/",
  summary:
    "A team publishes a build (FED-25): a JSON file with the base64 of each file of `dist`. Nothing goes live. Again: nothing changes, what was damaged is written anew",
  access: remotesPolicy.publishAsTeam,
  signed: "by-team",
  params: remoteParamsSchema,
  upload: "build",
  failures: REFUSED,
  response: z.object({
    build: z.string(),
    /** Why its promotion would be refused now, host by host. */
    obstacles: z.array(z.string()),
  }),
});
export const decideRemoteAsTeam = defineRoute({
  method: "POST",
  path: "/remotes/:remote/decisions/",
  summary:
    "A team promotes, tries or takes back a build of its remote, or retires it. Again: nothing changes",
  access: remotesPolicy.publishAsTeam,
  signed: "by-team",
  params: remoteParamsSchema,
  body: remoteDecisionSchema,
  failures: REFUSED,
  response: decidedSchema,
});
export const readRemoteAsTeam = defineRoute({
  method: "GET",
  path: "/remotes/:remote/",
  summary: "How a team's remote stands, and what was decided about it, the newest first",
  access: remotesPolicy.publishAsTeam,
  signed: "by-team",
  params: remoteParamsSchema,
  failures: REFUSED,
  response: remoteStateSchema.extend({ log: z.array(remoteLogEntrySchema) }),
});
export const canIDeployAsTeam = defineRoute({
  method: "GET",
  path: "/remotes/:remote/can-i-deploy/:build/",
  summary: "Whether every host that is served can run a published build",
  access: remotesPolicy.publishAsTeam,
  signed: "by-team",
  params: remoteParamsSchema.extend({ build: buildSchema }),
  failures: REFUSED,
  response: z.object({
    build: z.string(),
    /** None: it may be deployed. */
    obstacles: z.array(z.string()),
    /** Hosts that are served. */
    hosts: z.number().int(),
  }),
});

const CONSOLE = "/onboarding/admin/remotes/";
const TOKENS = "/onboarding/admin/remote-tokens/";
const KEYS = "/onboarding/admin/remote-keys/";
const teamSchema = line(100).min(1, "Saisissez le nom de l’équipe.");
const remotesSchema = z.array(remoteNameSchema).min(1, "Saisissez au moins un module.").max(20);

export const listRemotes = defineRoute({
  method: "GET",
  path: CONSOLE,
  summary: "How each remote of the registry stands",
  access: remotesPolicy.manageRemotes,
  response: z.object({ results: z.array(remoteStateSchema) }),
});
export const readRemoteLog = defineRoute({
  method: "GET",
  path: "/onboarding/admin/remotes/:remote/log/",
  summary: "What was decided about a remote, the newest first",
  access: remotesPolicy.manageRemotes,
  params: remoteParamsSchema,
  response: z.object({ results: z.array(remoteLogEntrySchema) }),
});
export const decideRemote = defineRoute({
  method: "POST",
  path: "/onboarding/admin/remotes/:remote/decisions/",
  invalidates: [CONSOLE, "/audit-logs/"],
  summary: "A super admin promotes, tries or takes back a build, or retires a remote. Again: nothing changes",
  access: remotesPolicy.manageRemotes,
  params: remoteParamsSchema,
  body: remoteDecisionSchema,
  failures: { 409: detailErrorSchema },
  response: decidedSchema,
});

/** A team's token: what it is for, never what it is. */
export const remoteTokenSchema = z.object({
  id: idSchema,
  team: z.string(),
  remotes: z.array(z.string()),
  rights: z.array(z.enum(REMOTE_RIGHTS)),
  created_at: instantSchema,
  created_by: z.string(),
  /** Known to five minutes. */
  last_used_at: instantSchema.nullable(),
});
export type RemoteToken = z.infer<typeof remoteTokenSchema>;

export const listRemoteTokens = defineRoute({
  method: "GET",
  path: TOKENS,
  summary: "The tokens of teams that work, the newest first",
  access: remotesPolicy.manageRemotes,
  response: z.object({ results: z.array(remoteTokenSchema) }),
});
export const makeRemoteToken = defineRoute({
  method: "POST",
  path: TOKENS,
  invalidates: [TOKENS, "/audit-logs/"],
  summary: "Makes a token for a team. It is in this answer and nowhere else (SEC-26)",
  access: remotesPolicy.manageRemotes,
  body: z.strictObject({
    team: teamSchema,
    remotes: remotesSchema,
    rights: z.array(z.enum(REMOTE_RIGHTS)).min(1, "Choisissez au moins un droit.").max(3),
  }),
  failures: { 409: detailErrorSchema },
  response: remoteTokenSchema.extend({ token: z.string() }),
  status: 201,
});
export const revokeRemoteToken = defineRoute({
  method: "POST",
  path: "/onboarding/admin/remote-tokens/:id/revoke/",
  invalidates: [TOKENS, "/audit-logs/"],
  summary: "Ends a token at once. Again: nothing changes",
  access: remotesPolicy.manageRemotes,
  params: idParamsSchema,
  body: noBodySchema,
  status: 204,
});

/** A team's public key: builds of these remotes run when it, or another one of theirs, has signed them (FED-34). */
export const remoteKeySchema = z.object({
  id: idSchema,
  team: z.string(),
  remotes: z.array(z.string()),
  /** The first 12 hexadecimal digits of its SHA-256, as the log of the registry names who signed a build. */
  fingerprint: z.string(),
  created_at: instantSchema,
  created_by: z.string(),
});
export type RemoteKey = z.infer<typeof remoteKeySchema>;

export const listRemoteKeys = defineRoute({
  method: "GET",
  path: KEYS,
  summary: "The public keys of teams that work, the newest first",
  access: remotesPolicy.manageRemotes,
  response: z.object({ results: z.array(remoteKeySchema) }),
});
export const registerRemoteKey = defineRoute({
  method: "POST",
  path: KEYS,
  invalidates: [KEYS, "/audit-logs/"],
  summary:
    "Registers the public key of a team: from then on only builds that it has signed run. Refused while an unsigned one is live",
  access: remotesPolicy.manageRemotes,
  body: z.strictObject({
    team: teamSchema,
    remotes: remotesSchema,
    /** Ed25519: PEM, its base64, or the line that `sign` prints. */
    public_key: z.string().trim().min(1, "Saisissez la clé publique de l’équipe.").max(2_000),
  }),
  failures: { 409: detailErrorSchema },
  response: remoteKeySchema,
  status: 201,
});
export const revokeRemoteKey = defineRoute({
  method: "POST",
  path: "/onboarding/admin/remote-keys/:id/revoke/",
  invalidates: [KEYS, CONSOLE, "/audit-logs/"],
  summary: "Ends a key at once: what it alone has signed runs no more. Again: nothing changes",
  access: remotesPolicy.manageRemotes,
  params: idParamsSchema,
  body: noBodySchema,
  status: 204,
});
