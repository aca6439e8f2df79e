import { logout, refreshToken } from "@bobine/contract/auth";
import { isForCanary } from "@bobine/contract/remote-choice";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { HostCanary } from "./given-hosts.ts";
import { HOST } from "./host-seals.ts";
import type { RegistryReader } from "./registry-reader.ts";

/** A session's longest life. */
const LIFE_SECONDS = 7 * 86_400;

const isHttps = ({ publicUrl }: Pick<Config, "publicUrl">): boolean => publicUrl.startsWith("https:");
const cookieName = (config: Pick<Config, "publicUrl">): string =>
  isHttps(config) ? "__Host-bobine-host" : "bobine-host";

/** The build of the host that this browser was told to try; undefined: none. */
export const triedHost = (config: Pick<Config, "publicUrl">, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(config)] || undefined;

/**
 * What says which builds are live is asked for each time. While some people try another host it differs by the cookie, and nothing between server and
 * browser may give one's to another.
 */
export function setCacheHeaders(
  reply: FastifyReply,
  registry: Pick<RegistryReader, "lastCanary">,
): FastifyReply {
  if (registry.lastCanary() === undefined) return reply.header("cache-control", "no-cache");
  const vary = reply.getHeader("vary");
  return reply
    .header("cache-control", "private, no-cache")
    .header("vary", vary === undefined ? "cookie" : `${String(vary)}, cookie`);
}

/**
 * A page is asked for without a session. So answers of the API, which know who asks, tell the browser of a person for whom the canary is to ask
 * for it (FED-31), and that of anybody else not to. The cookie names a build and nobody: it is worth something only while that build is the canary,
 * and allows nothing that is not there for everybody to read.
 * Named distributors are those of the person: a super admin looks at several, and would get another host in each tab.
 * @returns what the browser tries from now on
 */
export function setVisitorCookie(
  config: Pick<Config, "publicUrl">,
  canary: HostCanary | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const tried = triedHost(config, request);
  const wanted = wantedBy(canary, request, reply);
  if (wanted === "unknown") return tried;
  if (wanted === tried) return tried;
  const place = { path: "/", sameSite: "lax", httpOnly: true, secure: isHttps(config) } as const;
  if (wanted === undefined) reply.clearCookie(cookieName(config), place);
  else reply.setCookie(cookieName(config), wanted, { ...place, maxAge: LIFE_SECONDS });
  return wanted;
}

function wantedBy(
  canary: HostCanary | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const route = request.routeOptions.config.contract;
  const isSignedOut = route === logout || (route === refreshToken && reply.statusCode === 401);
  if (isSignedOut || canary === undefined) return undefined;
  const { signedIn } = request;
  // Who asks is not known: what the browser was told stands.
  if (signedIn === undefined) return "unknown";
  const viewer = { userId: signedIn.id, distributorId: signedIn.distributor_id };
  return isForCanary({ name: HOST, ...canary }, viewer) ? canary.build : undefined;
}
