import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { jwtVerify, SignJWT } from "jose";
import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../db/columns.ts";
import { prepared } from "../db/prepared.ts";
import type { AppUserRow } from "../db/schema.ts";
import { transaction } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { Services } from "../services.ts";
import type { Identity, MissingFactor, SignedInUser } from "./identity.ts";
import { remember } from "./remember.ts";

const ISSUER = "bobine";
const AUDIENCE = "bobine-api";
/** SEC-5 */
export const ACCESS_TOKEN_SECONDS = 5 * 60;

/** 256 random bits, in the alphabet of URLs. */
export const newSecretToken = (): string => randomBytes(32).toString("base64url");
/** Secrets are kept as this hash only. They are random, so a plain hash is enough. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

const keyOf = (services: Services): Uint8Array =>
  createHash("sha256").update(`access:${services.config.secretKey}`).digest();

/** Signs the short-lived bearer token of a session. */
export async function signAccessToken(
  services: Services,
  userId: number,
  sessionId: string,
): Promise<string> {
  const now = Math.floor(services.clock.now().getTime() / 1000);
  return await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
    .sign(keyOf(services));
}

/**
 * Step 1 of a request: who asks, by its bearer token. The token's session and user are those of this moment: a logout, a disabled
 * user or a changed role takes effect at once (within milliseconds on another node).
 * @param chosen the distributor that the request names
 * @throws 401 `not_authenticated` without a token, 401 `token_not_valid` for any other reason
 */
export async function identify(
  services: Services,
  request: FastifyRequest,
  chosen: number | undefined,
): Promise<Identity> {
  const owner = await readToken(services, request, 0);
  const now = services.clock.now();
  const key = `${owner.session} ${owner.person} ${chosen ?? ""}`;
  const known = services.identities?.find(key, now.getTime());
  if (known) return known;
  const readIdentity = async () => ({ identity: await identityOf(services, owner, now, chosen) });
  const { identity } = await (services.identities?.load(key, now.getTime(), readIdentity) ?? readIdentity());
  if (!identity) throw errors.auth.tokenNotValid();
  return identity;
}

/**
 * The user of the request's bearer token, whatever it is for.
 * @param toleranceSeconds how long after its end the token is still read; its session must be live all the same
 * @throws as `identify`
 */
export async function signedInUser(
  services: Services,
  request: FastifyRequest,
  toleranceSeconds = 0,
): Promise<SignedInUser> {
  const owner = await readToken(services, request, toleranceSeconds);
  const identity = await identityOf(services, owner, services.clock.now(), undefined);
  if (!identity) throw errors.auth.tokenNotValid();
  return identity.user;
}

const USER_COLUMNS = columnsOf<AppUserRow>()(
  ["id", "email", "first_name", "last_name", "company", "job_role", "system_role", "role", "distributor_id"],
  "u",
);
type OwnerRow = RowOf<typeof USER_COLUMNS> & {
  readonly session_id: string;
  readonly chosen_exists: boolean;
  readonly session_expires_at: string;
  readonly missing_factor: MissingFactor | null;
};

/** A factor that was enabled after the session gave its code is another one, which it knows nothing of. Of super admins alone (SEC-24). */
const MISSING_FACTOR = sql`
  case when u.system_role = 'super_admin' then (
    select case when enabled_at is null then 'to-enable' when s.second_factor_at >= enabled_at then null else 'to-give' end
    from (select max(f.enabled_at) as enabled_at from second_factor f where f.user_id = u.id) own) end`;

/** Before anybody is known nobody's rows are theirs: this one query sees all of them. */
async function identityOf(
  services: Services,
  { session, person }: TokenOwner,
  now: Date,
  chosen: number | undefined,
): Promise<Identity | undefined> {
  const row = await transaction(
    services,
    { kind: "all" },
    (tx) =>
      tx.maybe<OwnerRow>(
        prepared(sql`
        select ${USER_COLUMNS}, s.id as session_id, s.expires_at as session_expires_at, ${MISSING_FACTOR} as missing_factor,
          exists (select from distributor d where d.id = ${chosen ?? null}) as chosen_exists
        from user_session s join app_user u on u.id = s.user_id
        where s.id = ${session} and u.id = ${person} and s.revoked_at is null and s.expires_at > ${now} and u.disabled_at is null`),
      ),
    { onlyReads: true, inOnePacket: true },
  );
  if (!row) return undefined;
  const { chosen_exists: chosenExists, session_expires_at: sessionExpiresAt, missing_factor, ...user } = row;
  const isMissing = services.config.asksSecondFactor && missing_factor !== null;
  return { user: isMissing ? { ...user, missing_factor } : user, chosenExists, sessionExpiresAt };
}

interface TokenOwner {
  /** A UUID. */
  readonly session: string;
  readonly person: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

async function readToken(
  services: Services,
  request: FastifyRequest,
  toleranceSeconds: number,
): Promise<TokenOwner> {
  const header = request.headers.authorization;
  if (header === undefined) throw errors.auth.notSignedIn();
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1];
  if (token === undefined) throw errors.auth.tokenNotValid();
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const known = checkedTokens(services);
  const owner = known.get(token) ?? (await checkedToken(services, token, now - toleranceSeconds));
  if (owner === undefined || owner.expiresAt + toleranceSeconds <= now) {
    known.delete(token);
    throw errors.auth.tokenNotValid();
  }
  // A browser that is still there when its token is the oldest has it checked once more.
  remember(known, token, owner, MOST_CHECKED_TOKENS);
  return owner;
}

/** Tokens whose signature was found right, with what they say: a browser sends the same one for five minutes. */
const checkedTokensOf = new WeakMap<Services["config"], Map<string, TokenOwner>>();
const MOST_CHECKED_TOKENS = 10_000;

function checkedTokens({ config }: Services): Map<string, TokenOwner> {
  const known = checkedTokensOf.get(config) ?? new Map<string, TokenOwner>();
  checkedTokensOf.set(config, known);
  return known;
}

/** @param now seconds since 1970 by which the token must not have ended */
async function checkedToken(services: Services, token: string, now: number): Promise<TokenOwner | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: ["HS256"],
      typ: "at+jwt",
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["sub", "exp", "sid"],
      currentDate: new Date(now * 1000),
    });
    const session = String(payload["sid"]);
    const person = Number(payload.sub);
    if (UUID.test(session) && Number.isSafeInteger(person))
      return { session, person, expiresAt: Number(payload.exp) };
  } catch {
    // All reasons are one to the caller.
  }
  return undefined;
}
