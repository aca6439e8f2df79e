import { createHash, randomBytes } from "node:crypto";
import type { SystemRole } from "@bobine/contract/auth";
import type { FastifyRequest } from "fastify";
import { jwtVerify, SignJWT } from "jose";
import sql from "sql-template-tag";
import { inTransaction } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { Services } from "../services.ts";

const ISSUER = "bobine";
const AUDIENCE = "bobine-api";
/** DESIGN §4 */
export const ACCESS_TOKEN_SECONDS = 5 * 60;

export interface SignedInUser {
  readonly id: number;
  readonly session_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly job_role: string;
  readonly system_role: SystemRole;
  readonly distributor_id: number | null;
}

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
 * The user of the request's bearer token. The token's session and user are read each time, so that a logout, a disabled
 * user or a changed role takes effect at once.
 * @param toleranceSeconds how long after its end the token is still read; its session must be live all the same
 * @throws 401 `not_authenticated` without a token, 401 `token_not_valid` for any other reason
 */
export async function signedInUser(
  services: Services,
  request: FastifyRequest,
  toleranceSeconds = 0,
): Promise<SignedInUser> {
  const header = request.headers.authorization;
  if (header === undefined) throw errors.auth.notSignedIn();
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header)?.[1];
  if (token === undefined) throw errors.auth.tokenNotValid();
  let claims: { sub?: string; sid?: unknown };
  try {
    const verified = await jwtVerify(token, keyOf(services), {
      algorithms: ["HS256"],
      typ: "at+jwt",
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["sub", "exp", "sid"],
      currentDate: services.clock.now(),
      clockTolerance: toleranceSeconds,
    });
    claims = verified.payload;
  } catch {
    throw errors.auth.tokenNotValid();
  }
  const user = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe<SignedInUser>(sql`
      select u.id, s.id as session_id, u.email, u.first_name, u.last_name, u.company, u.job_role, u.system_role, u.distributor_id
      from user_session s join app_user u on u.id = s.user_id
      where s.id::text = ${String(claims.sid)} and u.id::text = ${claims.sub ?? ""} and s.revoked_at is null
        and s.expires_at > ${services.clock.now()} and u.disabled_at is null`),
  );
  if (!user) throw errors.auth.tokenNotValid();
  return user;
}
