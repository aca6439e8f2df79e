// Whoever has seen or changed something finds it in the lists that are read from a replica (OPS-11): a cookie tells how far the
// database was at the answer before, on whichever node that was.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LAST_POSITION, NO_POSITION, type Position, positionIn, positionText } from "../db/replica.ts";
import type { MayLag } from "../db/scope.ts";
import type { Services } from "../services.ts";

const COOKIE = "bobine-read";
/** How much older than now a list may be, on an answer that was read from a replica. */
const BEHIND_HEADER = "x-data-behind-ms";
/** A browser's clock and the way to it; whoever is that late reads the primary once more than he must. */
const COOKIE_MARGIN_SECONDS = 5;
const SAFE_METHODS = new Set(["GET", "HEAD"]);

declare module "fastify" {
  interface FastifyRequest {
    /** What a replica gave to this request. */
    readOfReplica?: { readonly position: Position; readonly behindMs: number } | undefined;
  }
}

const seenBy = (request: FastifyRequest): Position => {
  const text = request.cookies[COOKIE];
  return text === undefined ? NO_POSITION : (positionIn(text) ?? LAST_POSITION);
};

/** @returns undefined where there is no replica */
export function lagOf(
  { replica }: Pick<Services, "replica">,
  request: FastifyRequest,
  distributorId: number | undefined,
  isSnapshot: boolean,
): MayLag | undefined {
  if (!replica) return undefined;
  const seen = seenBy(request);
  return {
    // Also what the request itself has changed.
    atLeast: () => {
      const changed = distributorId === undefined ? NO_POSITION : replica.changedAt(distributorId);
      return seen > changed ? seen : changed;
    },
    isSnapshot,
    onRead: (read) => {
      request.readOfReplica = read;
    },
  };
}

/** A change of the distributor's was made on this node, whose answer is still to be sent. */
export async function noteChange(
  { replica }: Pick<Services, "replica">,
  distributorId: number,
): Promise<void> {
  replica?.noteChange(distributorId, await replica.position().catch(() => LAST_POSITION));
}

/** Tells each signed-in browser how far the database is that its answer came from. Nothing where there is no replica. */
export function installReadPosition(app: FastifyInstance, { replica, config }: Services): void {
  if (!replica) return;
  const secure = config.publicUrl.startsWith("https:");
  const maxAge = Math.ceil(replica.maxLagMs / 1000) + COOKIE_MARGIN_SECONDS;
  app.addHook("onSend", async (request, reply) => {
    if (!request.signedIn) return;
    const read = request.readOfReplica;
    if (read) reply.header(BEHIND_HEADER, Math.ceil(read.behindMs));
    // Not known is as far as can be: a change that was made must not be missed.
    const position = read?.position ?? (await replica.position().catch(() => LAST_POSITION));
    const { distributorId } = request;
    if (!SAFE_METHODS.has(request.method) && distributorId !== undefined)
      replica.noteChange(distributorId, position);
    if (position <= seenBy(request)) return;
    reply.setCookie(COOKIE, positionText(position), {
      path: "/api/",
      httpOnly: true,
      sameSite: "lax",
      secure,
      maxAge,
    });
  });
}
