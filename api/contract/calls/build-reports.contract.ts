import { z } from "zod";
import { FAILURE_STAGES, REMOTE_FAILURE_KINDS } from "../rules/build-faults.ts";
import { operationsPolicy } from "../rules/operations.policy.ts";
import { defineRoute, noBodySchema } from "./route.contract.ts";

/** Remotes that one page tells of. */
export const MAX_REPORTED_REMOTES = 40;

const remoteSchema = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const buildSchema = z.string().regex(/^[a-f0-9]{12,64}$/);
const ofBuild = { remote: remoteSchema, build: buildSchema };

/** Which builds a page has: its host, and of each remote the build that it was to run, then what it falls back to. */
export const compositionSchema = z.strictObject({
  host: buildSchema,
  remotes: z
    .record(remoteSchema, z.array(buildSchema).min(1).max(3))
    .refine((remotes) => Object.keys(remotes).length <= MAX_REPORTED_REMOTES),
});
export type Composition = z.infer<typeof compositionSchema>;

/** What one page tells of the builds in it: nothing of a person, and no text. */
export const buildReportSchema = z.strictObject({
  composition: compositionSchema,
  /** Builds that were loaded, or should have been, each once for a page. */
  loads: z.array(z.strictObject(ofBuild)).max(MAX_REPORTED_REMOTES),
  /** Those that failed, each once for a page; each is among the `loads` of this report or of one before. */
  failures: z
    .array(
      z.strictObject({
        ...ofBuild,
        stage: z.enum(FAILURE_STAGES),
        kind: z.enum(REMOTE_FAILURE_KINDS),
        supportCode: z.string().regex(/^[A-Z0-9-]{1,3}(-[A-Z0-9]{4}){2}$/),
      }),
    )
    .max(MAX_REPORTED_REMOTES),
});
export type BuildReport = z.infer<typeof buildReportSchema>;

/** Of some builds together; the server makes it of what a page tells. */
const COMPOSITION_ID = /^[0-9a-f]{16}$/;
export const openComposition = defineRoute({
  method: "POST",
  path: "/operations/compositions/:composition/open/",
  summary:
    "Lets this browser open pages with the builds that a user had when something failed, for a quarter of an hour (FED-28)",
  access: operationsPolicy.replayPages,
  params: z.object({ composition: z.string().regex(COMPOSITION_ID) }),
  body: noBodySchema,
  status: 204,
});

export const reportBuilds = defineRoute({
  method: "POST",
  path: "/operations/build-reports/",
  summary:
    "A page tells which builds of remotes it has loaded and which have failed (FED-26): counted for each build and hour",
  access: operationsPolicy.reportBuilds,
  beforeProfile: true,
  body: buildReportSchema,
  status: 204,
});
