// What an operator sets from outside: the environment (OPS-1), read once at start and checked whole.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { httpUrl, origins, ownOrigin, place, trustedProxies, url } from "./address-settings.ts";
import type { ErrorBudget } from "./domain/remotes/error-budget.ts";
import { OperatorProblem } from "./operator-problem.ts";
import { statementsAtOnceOn, thisMachine } from "./platform/statements-at-once.ts";
import { errorBudget, remoteKeys } from "./remote-settings.ts";
import { estimatedBits } from "./secret-strength.ts";

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Origin of addresses in e-mails and redirects. */
  readonly publicUrl: string;
  /** What says that others than this machine reach the product, such as « HOST is 0.0.0.0 »; null when nothing does. */
  readonly reachedBecause: string | null;
  /** What proxies in front may say about the client: Fastify's `trustProxy`. */
  readonly trustProxy: boolean | number | string;
  /** Absolute path of the folder with the embedded database, files, outbox and secrets. */
  readonly dataDir: string;
  /** Connection string; null means the embedded database. */
  readonly databaseUrl: string | null;
  /** A pooler in transaction mode before that database, which requests and jobs go through (OPS-6); null without one. */
  readonly databasePoolUrl: string | null;
  /** A standby of it that lists are read from (OPS-11), and how far behind it may be; null without one. */
  readonly databaseRead: { readonly url: string; readonly maxLagMs: number } | null;
  /** What the owner of that database logs in with, for migrations; null where they are run elsewhere. */
  readonly databaseOwnerUrl: string | null;
  /** Serves people: no login of the owner's, no demonstration. */
  readonly isProduction: boolean;
  readonly secretKey: string;
  /** This user exists as super_admin after start; null outside the demo unless it is set. */
  readonly superAdminEmail: string | null;
  /** Super admins may do nothing before they have a second factor (SEC-24). */
  readonly asksSecondFactor: boolean;
  /** Who may register: see docs/registration.md. */
  readonly registration: Registration;
  /** Load demo data into an empty database. */
  readonly demo: boolean;
  /** null means the outbox folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Envelope sender of invoices and reminders, to which servers return what they cannot deliver; null is the address in From. */
  readonly mailBounces: string | null;
  /** Fixed suffix of communication e-mails, with its @. */
  readonly communicationDomain: string;
  /** Bank aggregator; null means the built-in simulator. */
  readonly bridge: {
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookSecret: string;
  } | null;
  /** Card payments; null means the built-in simulator. */
  readonly stripe: {
    readonly apiUrl: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
  } | null;
  /** Origins of the pages that browsers are sent to for a payment, and to give access to a bank. */
  readonly providerPages: { readonly card: readonly string[]; readonly bank: readonly string[] };
  /** `file:` or `s3://bucket/prefix` address where documents are kept. */
  readonly filesUrl: string;
  /** `file:` or `s3://bucket/prefix` address where the published remotes are. */
  readonly registryUrl: string;
  /** Remote → public keys of its team: its builds must be signed by one of them (FED-21). */
  readonly remoteKeys: Readonly<Record<string, readonly string[]>>;
  /** When the product takes a build back by itself (FED-27); null is never. */
  readonly errorBudget: ErrorBudget | null;
  /** How to reach a bucket; null when no key is set. */
  readonly s3: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly region: string;
    readonly endpoint: string;
  } | null;
  /** Kind of box-office report: names the route, the menu entry and the upload call. */
  readonly boxOfficeKind: string;
  /** Pages may take a remote from a developer's machine (FED-7); always false in production. */
  readonly devOverrides: boolean;
  /** Who has it may read /metrics; null leaves them to this machine. */
  readonly metricsToken: string | null;
  /** How long a node that is told to stop serves on while it says that it is not ready: what a balancer needs to see it. */
  readonly drainSeconds: number;
  /** How many statements this node reads and letters at a time (LET-17). */
  readonly statementsAtOnce: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Tests check each answer against the contract; production does not pay for it. */
  readonly checkResponses: boolean;
};

export const REGISTRATIONS = ["open", "request", "closed"] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** The environment is wrong: one line per variable, for the operator. Never holds a value that may be a secret. */
export class ConfigError extends OperatorProblem {
  override name = "ConfigError";
}

/**
 * Reads the configuration. An empty variable counts as absent.
 *
 * @param env usually `process.env`
 * @param makeSecretKey gives the key kept in a DATA_DIR; called only when SECRET_KEY is absent and may be
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  makeSecretKey: (dataDir: string) => string,
  machine = thisMachine(),
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(`The environment is not right:\n${[...new Set(lines)].join("\n")}`);
  }
  const vars = parsed.data;
  const dataDir = resolve(vars.DATA_DIR);
  const demo = vars.DEMO ?? vars.DATABASE_URL === undefined;
  const publicUrl = vars.PUBLIC_URL ?? `http://localhost:${vars.PORT}`;
  // Simulators have their pages on the product's own origin.
  const own = [new URL(publicUrl).origin];
  return {
    port: vars.PORT,
    host: vars.HOST,
    publicUrl,
    reachedBecause: reachedBecause(vars),
    trustProxy: vars.TRUST_PROXY,
    dataDir,
    databaseUrl: vars.DATABASE_URL ?? null,
    databasePoolUrl: vars.DATABASE_POOL_URL ?? null,
    databaseRead: vars.DATABASE_READ_URL
      ? { url: vars.DATABASE_READ_URL, maxLagMs: vars.DATABASE_READ_LAG_SECONDS * 1000 }
      : null,
    databaseOwnerUrl: vars.DATABASE_OWNER_URL ?? null,
    isProduction: vars.NODE_ENV === "production",
    secretKey: vars.SECRET_KEY ?? makeSecretKey(dataDir),
    superAdminEmail: vars.SUPER_ADMIN_EMAIL ?? (demo ? "admin@bobine.example" : null),
    asksSecondFactor: vars.SUPER_ADMIN_SECOND_FACTOR ?? reachedBecause(vars) !== null,
    registration: vars.REGISTRATION,
    demo,
    smtpUrl: vars.SMTP_URL ?? null,
    mailFrom: vars.MAIL_FROM,
    mailBounces: vars.MAIL_BOUNCES ?? null,
    communicationDomain: vars.COMMUNICATION_DOMAIN,
    bridge:
      vars.BRIDGE_CLIENT_ID && vars.BRIDGE_CLIENT_SECRET && vars.BRIDGE_WEBHOOK_SECRET
        ? {
            url: vars.BRIDGE_URL,
            clientId: vars.BRIDGE_CLIENT_ID,
            clientSecret: vars.BRIDGE_CLIENT_SECRET,
            webhookSecret: vars.BRIDGE_WEBHOOK_SECRET,
          }
        : null,
    stripe:
      vars.STRIPE_SECRET_KEY && vars.STRIPE_WEBHOOK_SECRET
        ? {
            apiUrl: vars.STRIPE_API_URL,
            secretKey: vars.STRIPE_SECRET_KEY,
            webhookSecret: vars.STRIPE_WEBHOOK_SECRET,
          }
        : null,
    providerPages: {
      card: vars.STRIPE_SECRET_KEY ? vars.STRIPE_CHECKOUT_ORIGINS : own,
      bank: vars.BRIDGE_CLIENT_ID ? vars.BRIDGE_CONNECT_ORIGINS : own,
    },
    filesUrl: vars.FILES_URL ?? pathToFileURL(join(dataDir, "files")).href,
    remoteKeys: vars.REMOTE_KEYS,
    errorBudget: vars.ERROR_BUDGET,
    registryUrl: vars.REGISTRY_URL ?? pathToFileURL(join(dataDir, "remotes")).href,
    s3:
      vars.AWS_ACCESS_KEY_ID && vars.AWS_SECRET_ACCESS_KEY
        ? {
            accessKeyId: vars.AWS_ACCESS_KEY_ID,
            secretAccessKey: vars.AWS_SECRET_ACCESS_KEY,
            region: vars.AWS_REGION,
            endpoint: vars.S3_ENDPOINT ?? `https://s3.${vars.AWS_REGION}.amazonaws.com`,
          }
        : null,
    boxOfficeKind: vars.BOX_OFFICE_KIND,
    devOverrides: vars.DEV_OVERRIDES === true && vars.NODE_ENV !== "production",
    metricsToken: vars.METRICS_TOKEN ?? null,
    drainSeconds: vars.DRAIN_SECONDS,
    statementsAtOnce: vars.STATEMENTS_AT_ONCE ?? statementsAtOnceOn(machine),
    logLevel: vars.LOG_LEVEL,
    checkResponses: vars.NODE_ENV === "test",
  };
}

/** A name or address under which only this machine reaches itself. */
const isOfThisMachine = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);

/** PUBLIC_URL tells; without it, whoever listens beyond this machine or behind a proxy is taken for one whom others reach. */
function reachedBecause({
  PUBLIC_URL,
  HOST,
  TRUST_PROXY,
}: Pick<z.infer<typeof environment>, "PUBLIC_URL" | "HOST" | "TRUST_PROXY">): string | null {
  if (PUBLIC_URL !== undefined)
    return isOfThisMachine(new URL(PUBLIC_URL).hostname) ? null : `PUBLIC_URL is ${PUBLIC_URL}`;
  if (!isOfThisMachine(HOST)) return `HOST is ${HOST} and PUBLIC_URL is not set`;
  return TRUST_PROXY === false ? null : "TRUST_PROXY is set and PUBLIC_URL is not";
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Short keys, and keys of words, can be guessed from one signed token. */
const SECRET_MIN_LENGTH = 32;
/** What NIST SP 800-57 asks of every key; a drawn key of 128 bits keeps it in spite of a few chance repeats. */
const SECRET_MIN_BITS = 112;

const yesOrNo = z
  .enum(["0", "1", "false", "true"], { error: "must be 0 or 1" })
  .transform((text) => text === "1" || text === "true");

const secret = z
  .string()
  .min(SECRET_MIN_LENGTH, { error: `must have at least ${SECRET_MIN_LENGTH} characters` })
  .refine((text) => text.length < SECRET_MIN_LENGTH || estimatedBits(text) >= SECRET_MIN_BITS, {
    error:
      "is too easy to guess (repeated, typed, or of an example): make one with `openssl rand -base64 48`",
  });

const environment = z
  .object({
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, { error: "must be a whole number from 0 to 65535", abort: true })
      .transform(Number)
      .refine((port) => port <= 65_535, { error: "must be a whole number from 0 to 65535" })
      .default(3000),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: ownOrigin.optional(),
    TRUST_PROXY: trustedProxies.default(false),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: url(["postgres:", "postgresql:"], "postgres://user:password@host:5432/bobine").optional(),
    DATABASE_POOL_URL: url(
      ["postgres:", "postgresql:"],
      "postgres://user:password@pooler:6432/bobine",
    ).optional(),
    DATABASE_READ_URL: url(
      ["postgres:", "postgresql:"],
      "postgres://user:password@standby:5432/bobine",
    ).optional(),
    DATABASE_READ_LAG_SECONDS: z
      .string()
      .regex(/^([2-9]|[1-9]\d{1,2})$/, { error: "must be a whole number of seconds from 2 to 999" })
      .transform(Number)
      .default(5),
    DATABASE_OWNER_URL: url(
      ["postgres:", "postgresql:"],
      "postgres://owner:password@host:5432/bobine",
    ).optional(),
    SECRET_KEY: secret.optional(),
    SUPER_ADMIN_EMAIL: z
      .email({ error: "must be an e-mail address" })
      .transform((email) => email.toLowerCase())
      .optional(),
    SUPER_ADMIN_SECOND_FACTOR: yesOrNo.optional(),
    REGISTRATION: z
      .enum(REGISTRATIONS, { error: `must be one of ${REGISTRATIONS.join(", ")}` })
      .default("request"),
    DEMO: yesOrNo.optional(),
    SMTP_URL: url(["smtp:", "smtps:"], "smtp://user:password@host:587").optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, { error: "must hold an e-mail address" })
      .default("Bobine <ne-pas-repondre@bobine.example>"),
    MAIL_BOUNCES: z.email({ error: "must be an e-mail address" }).optional(),
    COMMUNICATION_DOMAIN: z
      .string()
      .regex(/^@[a-z0-9-]+(\.[a-z0-9-]+)+$/, {
        error: "must be a domain in lower case with its @, such as @factures.bobine.example",
      })
      .default("@factures.bobine.example"),
    BRIDGE_URL: httpUrl("https://api.bridgeapi.io").default("https://api.bridgeapi.io"),
    BRIDGE_CONNECT_ORIGINS: origins("https://connect.bridgeapi.io"),
    BRIDGE_CLIENT_ID: z.string().optional(),
    BRIDGE_CLIENT_SECRET: z.string().optional(),
    BRIDGE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_API_URL: httpUrl("https://api.stripe.com").default("https://api.stripe.com"),
    // Where one pays, changes the card, sees a bill, and gets its PDF.
    STRIPE_CHECKOUT_ORIGINS: origins(
      "https://checkout.stripe.com",
      "https://billing.stripe.com",
      "https://invoice.stripe.com",
      "https://pay.stripe.com",
    ),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    FILES_URL: place("file:///srv/bobine/files or s3://bucket/files").optional(),
    REGISTRY_URL: place("file:///srv/bobine/remotes or s3://bucket/remotes").optional(),
    REMOTE_KEYS: remoteKeys,
    ERROR_BUDGET: errorBudget,
    AWS_ACCESS_KEY_ID: z.string().optional(),
    AWS_SECRET_ACCESS_KEY: z.string().optional(),
    AWS_REGION: z.string().default("us-east-1"),
    S3_ENDPOINT: httpUrl("https://s3.eu-west-3.amazonaws.com").optional(),
    BOX_OFFICE_KIND: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, { error: "must be a short name in lower case, such as cnc" })
      .default("cnc"),
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
    METRICS_TOKEN: secret.optional(),
    STATEMENTS_AT_ONCE: z
      .string()
      .regex(/^([1-9]|[1-9]\d)$/, { error: "must be a whole number from 1 to 99" })
      .transform(Number)
      .optional(),
    DRAIN_SECONDS: z
      .string()
      .regex(/^\d{1,3}$/, { error: "must be a whole number of seconds from 0 to 999" })
      .transform(Number)
      .default(0),
    NODE_ENV: z.string().optional(),
    DEV_OVERRIDES: yesOrNo.optional(),
  })
  .superRefine((vars, context) => {
    // On several nodes each would make a key of its own and refuse the others' tokens.
    if (vars.DATABASE_URL !== undefined && vars.SECRET_KEY === undefined) {
      context.addIssue({ code: "custom", path: ["SECRET_KEY"], message: "is required with DATABASE_URL" });
    }
    // SEC-24: for a demo or a test on one machine alone.
    const reached =
      vars.SUPER_ADMIN_SECOND_FACTOR === false && (!vars.PUBLIC_URL || URL.canParse(vars.PUBLIC_URL))
        ? reachedBecause(vars)
        : null;
    if (reached !== null)
      context.addIssue({
        code: "custom",
        path: ["SUPER_ADMIN_SECOND_FACTOR"],
        message: `must not be 0 where others reach the product (${reached}): its super admins need a second factor`,
      });
    for (const name of ["DATABASE_OWNER_URL", "DATABASE_POOL_URL", "DATABASE_READ_URL"] as const) {
      if (vars[name] === undefined || vars.DATABASE_URL !== undefined) continue;
      context.addIssue({
        code: "custom",
        path: ["DATABASE_URL"],
        message: `is required with ${name}: what the web process logs in with`,
      });
    }
    const bucket = (["REGISTRY_URL", "FILES_URL"] as const).find((name) => vars[name]?.startsWith("s3:"));
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const) {
      if (bucket === undefined || vars[name] !== undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: `is required when ${bucket} is a bucket` });
    }
    for (const family of [
      ["BRIDGE_CLIENT_ID", "BRIDGE_CLIENT_SECRET", "BRIDGE_WEBHOOK_SECRET"],
      ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    ] as const) {
      if (family.every((name) => vars[name] === undefined)) continue;
      for (const name of family) {
        if (vars[name] !== undefined) continue;
        context.addIssue({
          code: "custom",
          path: [name],
          message: `is required when one of ${family.join(", ")} is set`,
        });
      }
    }
  });
