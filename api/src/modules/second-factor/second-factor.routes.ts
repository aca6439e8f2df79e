import { randomBytes } from "node:crypto";
import {
  disableSecondFactor,
  enableSecondFactor,
  FRESH_SIGN_IN_MINUTES,
  readSecondFactor,
  renewRecoveryCodes as renewRoute,
  type SecondFactor,
  startSecondFactor,
} from "@bobine/contract/second-factor";
import type { FastifyInstance } from "fastify";
import { encodeQR } from "qr";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { ENROLMENT_MS, enableSecondFactor as enable, renewRecoveryCodes } from "./enable-second-factor.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { seal, unseal } from "./sealed-secret.ts";
import {
  factorOf,
  lockPerson,
  removeFactor,
  sessionStart,
  startedSecret,
  startFactor,
} from "./second-factor.repository.ts";
import { base32, otpauthUrl } from "./totp.ts";

const SECRET_BYTES = 20;
const LIMIT = { rateLimit: { max: 60, timeWindow: "15 minutes" } };

/** One's own second factor: enrolled in the app, enabled by a first code, removed by a code. */
export function mountSecondFactor(app: FastifyInstance, services: Services): void {
  const { pool, clock, config, jobs } = services;
  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, { kind: "all" }, work);

  const notify = (tx: Tx, userId: number, isEnabled: boolean): Promise<void> =>
    jobs.enqueue(tx, { name: "mail-second-factor", data: { user_id: userId, is_enabled: isEnabled } });

  mountRoute(app, services, readSecondFactor, ({ user }) => inAll((tx) => viewOf(tx, user.id)));

  mountRoute(
    app,
    services,
    startSecondFactor,
    ({ user }) =>
      inAll(async (tx) => {
        const now = clock.now();
        const start = await sessionStart(tx, user.session_id);
        // A stolen session must not become an account that its owner cannot enter any more.
        if (start === undefined || now.getTime() - new Date(start).getTime() > FRESH_SIGN_IN_MINUTES * 60_000)
          throw errors.secondFactor.signInAgain();
        const secret = await secretToStart(tx, services, user, now);
        const sealed = seal(config.secretKey, user.id, secret);
        const started = await startFactor(tx, user.id, { sealed, sessionId: user.session_id, now });
        if (started === 0) throw errors.secondFactor.alreadyEnabled();
        const url = otpauthUrl(secret, user.email);
        return { secret: base32(secret), otpauth_url: url, qr: qrOf(url) };
      }),
    LIMIT,
  );

  mountRoute(
    app,
    services,
    enableSecondFactor,
    async (context) => ({
      recovery_codes: (await enable(services, askedOf(context))).map(inGroups),
    }),
    LIMIT,
  );

  mountRoute(
    app,
    services,
    renewRoute,
    async (context) => ({
      recovery_codes: (await renewRecoveryCodes(services, askedOf(context))).map(inGroups),
    }),
    LIMIT,
  );

  mountRoute(
    app,
    services,
    disableSecondFactor,
    async (context) => {
      const { user, body } = context;
      const source = sourceOf(context);
      await proveSecondFactor(services, user.id, body.totp_code, source);
      return inAll(async (tx) => {
        await removeFactor(tx, user.id);
        await writeAudit(tx, source, "updated_user", {
          event: "Second facteur désactivé",
          email: user.email,
        });
        await notify(tx, user.id, false);
        return viewOf(tx, user.id);
      });
    },
    LIMIT,
  );
}

const askedOf = (context: RequestContext<typeof enableSecondFactor | typeof renewRoute>) => ({
  user: context.user,
  code: context.body.totp_code,
  source: sourceOf(context),
});

/** In the log of the distributor whose person it is: a super admin's is the console's own, whichever is chosen. */
const sourceOf = (
  context: Parameters<typeof auditSourceOf>[0] & { readonly user: SignedInUser },
): AuditSource => ({
  ...auditSourceOf(context),
  distributorId: context.user.distributor_id,
});

/** In two tabs of one session the same one: the code that the first shows would be worthless. No other session learns it. */
async function secretToStart(
  tx: Tx,
  { config }: Pick<Services, "config">,
  user: SignedInUser,
  now: Date,
): Promise<Uint8Array> {
  await lockPerson(tx, user.id);
  const since = new Date(now.getTime() - ENROLMENT_MS);
  const sealed = await startedSecret(tx, user.id, user.session_id, since);
  return (sealed && unseal(config.secretKey, user.id, sealed)) ?? randomBytes(SECRET_BYTES);
}

async function viewOf(tx: Tx, userId: number): Promise<SecondFactor> {
  const factor = await factorOf(tx, userId);
  return {
    is_enabled: factor !== undefined,
    enabled_at: factor?.enabled_at ?? null,
    recovery_codes_left: factor?.codes_left ?? 0,
  };
}

/** Each dark square of the code as one step of a path: the screen draws it without any foreign markup. */
function qrOf(text: string): { path: string; size: number } {
  const rows = encodeQR(text, "raw");
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { path, size: rows.length };
}

/** `ABCDEFGHIJKLMNOP` → `ABCD-EFGH-IJKL-MNOP` */
const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, "$1-");
