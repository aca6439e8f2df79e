import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { jwtVerify, SignJWT } from "jose";
import sql from "sql-template-tag";
import { abandon, inTransaction, type OpenTransaction, openTransaction } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { Services } from "../services.ts";
import type { Identity, SignedInUser } from "./identity.ts";
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

/** What a request may read, as its session says. */
export interface OpenedRequest {
  readonly identity: Identity;
  /**
   * A transaction under the request's scope, when the database had to be asked: the caller uses it or abandons it. Of the
   * pool that the request was opened with.
   */
  readonly opened: OpenTransaction | undefined;
}

/**
 * The user of the request's bearer token, and for whom they may read. The token's session and user are those of this moment:
 * a logout, a disabled user or a changed role takes effect at once (within milliseconds on another node).
 * @param pool where the transaction is opened that asks for them
 * @param chosen the distributor that a super admin has chosen; meant for nobody else
 * @param wide true when the call is the super admin's own, on all distributors
 * @throws 401 `not_authenticated` without a token, 401 `token_not_valid` for any other reason
 */
export async function openRequest(
  services: Services,
  request: FastifyRequest,
  pool: Pool,
  chosen: number | undefined,
  wide: boolean,
): Promise<OpenedRequest> {
  const { session, person } = await readToken(services, request, 0);
  const now = services.clock.now();
  const key = `${session} ${person} ${chosen ?? ""}`;
  const known = services.identities?.find(key, now.getTime());
  if (known) return { identity: known, opened: undefined };

  const ask = async () => {
    // Each value is digits, a UUID or an instant of ours: nothing that SQL could read otherwise.
    const { opened, rows } = await openTransaction<
      SignedInUser & { chosen_exists: boolean; session_expires_at: string }
    >(
      pool,
      `select * from open_request('${session}', ${person}, '${now.toISOString()}', ${chosen ?? "null"}, ${wide})`,
    );
    if (!rows[0]) return { opened, identity: undefined };
    const { chosen_exists: chosenExists, session_expires_at: sessionExpiresAt, ...user } = rows[0];
    return { opened, identity: { user, chosenExists, sessionExpiresAt } };
  };
  const { opened, identity } = await (services.identities?.load(key, now.getTime(), ask) ?? ask());
  if (identity) return { identity, opened };
  await abandon(opened);
  throw errors.auth.tokenNotValid();
}

/**
 * The user of the request's bearer token, whatever it is for.
 * @param toleranceSeconds how long after its end the token is still read; its session must be live all the same
 * @throws as `openRequest`
 */
export async function signedInUser(
  services: Services,
  request: FastifyRequest,
  toleranceSeconds = 0,
): Promise<SignedInUser> {
  const { session, person } = await readToken(services, request, toleranceSeconds);
  const user = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe<SignedInUser>(sql`
      select id, session_id, email, first_name, last_name, company, job_role, system_role, role, distributor_id
      from open_request(${session}, ${person}, ${services.clock.now()}, null, false)`),
  );
  if (!user) throw errors.auth.tokenNotValid();
  return user;
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
