import type { FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { AppError } from "../../errors.ts";
import { uiBuildOf } from "../../http/audit.ts";
import { ofNetwork, ofPerson, ofStrangers, recordRefusal } from "../../http/refusals.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { networkOf } from "./session-origin.ts";

/** Why a link signs nobody in, by the code of its error. */
const MESSAGES: Readonly<Record<string, string>> = {
  link_invalid: "Connexion refusée\u00a0: lien inconnu.",
  link_expired: "Connexion refusée\u00a0: lien expiré.",
  registration_expired: "Connexion refusée\u00a0: lien expiré.",
  invitation_withdrawn: "Connexion refusée\u00a0: invitation retirée.",
  second_factor_wrong: "Connexion refusée\u00a0: code du second facteur erroné.",
  link_used: "Connexion refusée\u00a0: lien déjà utilisé.",
  other_user: "Connexion refusée\u00a0: lien d’une autre personne que celle qui est connectée.",
};

/**
 * Tells in the audit log that a link signed nobody in: in that of the person's distributor when the link is known. The
 * token is not written, nor anything of people who are not users.
 */
export async function recordFailedSignIn(
  services: Services,
  request: FastifyRequest,
  token: string,
  error: unknown,
): Promise<void> {
  const message = error instanceof AppError ? MESSAGES[error.code] : undefined;
  if (!(error instanceof AppError) || message === undefined) return;
  const network = networkOf(request.ip);
  const owner = await ownerOf(services, token).catch(() => undefined);
  await recordRefusal(
    services,
    {
      actorId: null,
      distributorId: owner?.distributor_id ?? null,
      requestId: request.id,
      uiBuild: uiBuildOf(request),
    },
    [ofNetwork(network), owner ? ofPerson(owner.id) : ofStrangers],
    {
      event: "refused_sign_in",
      message: owner?.is_disabled ? "Connexion refusée\u00a0: compte désactivé." : message,
      ...(owner ? { email: owner.email } : {}),
      ip_address: network,
    },
  );
}

const ownerOf = (
  services: Services,
  token: string,
): Promise<{ id: number; distributor_id: number | null; email: string; is_disabled: boolean } | undefined> =>
  inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe(sql`
      select u.id, u.distributor_id, u.email, u.disabled_at is not null as is_disabled
      from app_user u
      where u.id = (select user_id from magic_link where token_hash = ${hashOf(token)})
        or u.email = (select email from registration where token_hash = ${hashOf(token)})`),
  );
