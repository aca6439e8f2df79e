import {
  csrfToken,
  currentUser,
  login,
  logout,
  refreshToken,
  tooManyLinks,
  type User,
  updateUser,
  verifyLogin,
} from "@bobine/contract/auth";
import { register } from "@bobine/contract/register";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { auditSourceOf, systemSource, uiBuildOf, writeAudit } from "../../http/audit.ts";
import { giveCsrfToken } from "../../http/csrf.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { inTransaction } from "../../db/scope.ts";
import { signedInUser } from "../../http/session.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { requestLink } from "./request-link.ts";
import { lockedUser, revokeSession, SESSION_SECONDS, updateUserFields } from "./auth.repository.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { refreshSession } from "./refresh-session.ts";
import { deviceOf, networkOf } from "./session-origin.ts";
import { verifyLink } from "./verify-link.ts";

/** The same answer for every address (SEC-4). */
const LINK_SENT = "Si un compte correspond à cette adresse, un lien de connexion vient de lui être envoyé.";

const REGISTRATION_SENT =
  "Un lien vient d’être envoyé à cette adresse. Ouvrez-le pour terminer votre inscription ou vous connecter.";

/** Guessing and mail bombing from one address of the network. */
const LOGIN_LIMIT = { max: 30, timeWindow: "15 minutes" };
const TOKEN_LIMIT = { max: 300, timeWindow: "15 minutes" };

const userFields = (user: SignedInUser): User => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  company: user.company,
  job_role: user.job_role,
  system_role: user.system_role,
  role: user.role,
  distributor_id: user.distributor_id,
  ...(user.missing_factor ? { needs_second_factor: true as const } : {}),
});

/** What a person changes of themselves, in the order in which the log tells it. */
const OWN_FIELDS = ["first_name", "last_name", "company", "job_role"] as const;

export function mountAuth(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, csrfToken, async ({ request, reply }) => ({
    csrfToken: giveCsrfToken(services.config, request, reply),
  }));

  mountRoute(
    app,
    services,
    login,
    async ({ body }) => answerOf(LINK_SENT, await requestLink(services, "sign-in", body)),
    { rateLimit: LOGIN_LIMIT },
  );

  mountRoute(
    app,
    services,
    register,
    async ({ body }) => answerOf(REGISTRATION_SENT, await requestLink(services, "registration", body)),
    { rateLimit: LOGIN_LIMIT },
  );

  mountRoute(
    app,
    services,
    verifyLogin,
    async ({ body, request }) => {
      const present = await presentUser(services, request);
      const origin = {
        device: deviceOf(request.headers["user-agent"] ?? ""),
        network: networkOf(request.ip),
      };
      const source = { ...systemSource(null), requestId: request.id, uiBuild: uiBuildOf(request) };
      try {
        return await verifyLink(services, body.token, present?.id, origin, { code: body.totp_code, source });
      } catch (error) {
        await recordFailedSignIn(services, request, body.token, error);
        throw error;
      }
    },
    { rateLimit: TOKEN_LIMIT },
  );

  mountRoute(
    app,
    services,
    refreshToken,
    async ({ body, request }) =>
      refreshSession(services, body.refresh, { rotate: body.rotate ?? false, idleMs: idleMsOf(request) }),
    { rateLimit: TOKEN_LIMIT },
  );

  mountRoute(app, services, logout, async ({ user }) => {
    await inTransaction(services.pool, { kind: "all" }, (tx) =>
      revokeSession(tx, user.session_id, services.clock.now()),
    );
    return undefined;
  });

  mountRoute(app, services, currentUser, async ({ user }) => userFields(user));

  mountRoute(app, services, updateUser, async (context) => {
    const { body, user } = context;
    const fields = {
      first_name: body.first_name ?? null,
      last_name: body.last_name ?? null,
      company: body.company ?? null,
      job_role: body.job_role ?? null,
    };
    // A user's own row, whatever distributor is chosen: a super admin's belongs to none.
    return inTransaction(services.pool, { kind: "all" }, async (tx) => {
      const before = await lockedUser(tx, user.id);
      const changed = OWN_FIELDS.filter(
        (field) => body[field] !== undefined && body[field] !== before[field],
      );
      if (changed.length === 0) return before;
      const updated = await updateUserFields(tx, user.id, fields);
      const source = { ...auditSourceOf(context), distributorId: user.distributor_id };
      await writeAudit(tx, source, "updated_user", {
        email: updated.email,
        changed_fields: changed,
        // Entries of before take the name of now: this one says which was whose (UI-18).
        old_value: changed.map((field) => before[field]),
        new_value: changed.map((field) => updated[field]),
      });
      return updated;
    });
  });
}

/** @param waitSeconds for how long no further link is sent to the address */
function answerOf(sent: string, waitSeconds: number | undefined) {
  if (waitSeconds === undefined) return { detail: sent };
  return { detail: tooManyLinks(waitSeconds), wait_seconds: waitSeconds };
}

/** For how long nobody has acted, as the client says: a list that renews itself is no use of a session. Another client's renewal is a use. */
function idleMsOf(request: FastifyRequest): number {
  const seconds = request.headers["x-idle-seconds"];
  return typeof seconds === "string" && /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/**
 * Whose session this browser holds, if anybody's: a bad token counts as nobody here. An expired one still tells, since it
 * grants nothing and its session may well be live: the browser has just been left alone for five minutes.
 */
const presentUser = (services: Services, request: FastifyRequest): Promise<SignedInUser | undefined> =>
  request.headers.authorization === undefined
    ? Promise.resolve(undefined)
    : signedInUser(services, request, SESSION_SECONDS).catch(() => undefined);
