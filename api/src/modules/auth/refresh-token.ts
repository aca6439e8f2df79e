import { createHmac, timingSafeEqual } from "node:crypto";
import { newSecretToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";

/**
 * Makes a refresh token: `<session id>.<256 random bits>.<seal>`. The session id lets any token of a session be known as
 * one, however many rotations ago it was given; the seal keeps who only knows the id from ending somebody's session.
 */
export function newRefreshToken(services: Services, sessionId: string): string {
  const body = `${sessionId}.${newSecretToken()}`;
  return `${body}.${sealOf(services, body).toString("base64url")}`;
}

/** @returns the id of the session that this token was given for, live or not; undefined when we never gave it */
export function sessionIdOf(services: Services, token: string): string | undefined {
  const [, body, sessionId, seal] = /^(([\da-f-]{36})\.[\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  if (body === undefined || seal === undefined) return undefined;
  const given = Buffer.from(seal, "base64url");
  return timingSafeEqual(given, sealOf(services, body)) ? sessionId : undefined;
}

const sealOf = (services: Services, body: string): Buffer =>
  createHmac("sha256", `refresh:${services.config.secretKey}`).update(body).digest();
