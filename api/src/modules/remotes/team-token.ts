import type { RemoteRight } from "@bobine/contract/policy/remotes";
import type { FastifyRequest } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { hashOf, newSecretToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { useToken, type WorkingToken } from "./remote-tokens.repository.ts";
import { remotesErrors } from "./remotes.errors.ts";

/** Programs that look for secrets in repositories know it by its beginning. */
const BEGINNING = "bobine_rt_";
const HEADER = /^Bearer (bobine_rt_[\w-]{43})$/;

export const newTeamToken = (): string => `${BEGINNING}${newSecretToken()}`;

/**
 * The team whose token a request carries (SEC-26).
 * @param right absent: any right of the remote will do
 * @throws 401 without a token that works; 403 when it is not for this remote, or lacks the right
 */
export async function authenticateTeam(
  services: Services,
  request: FastifyRequest,
  remote: string,
  right?: RemoteRight,
): Promise<WorkingToken> {
  const token = HEADER.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) throw remotesErrors.notAllowed();
  const team = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    useToken(tx, hashOf(token), services.clock.now()),
  );
  if (!team) throw remotesErrors.notAllowed();
  if (!team.remotes.includes(remote) || (right !== undefined && !team.rights.includes(right)))
    throw remotesErrors.noRight();
  return team;
}
