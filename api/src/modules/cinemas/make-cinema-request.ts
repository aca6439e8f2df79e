import { type CinemaRequest, OPEN_REQUESTS_MAX, REQUESTS_A_DAY } from "@bobine/contract/cinema-requests";
import { checkedCinema } from "@bobine/contract/cinema-values";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import { lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { cinemaRequestsRepository as repository } from "./cinema-requests.repository.ts";

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;

/** Who asks, for which distributor. */
export interface RequestMaker {
  readonly distributorId: number;
  readonly userId: number;
  readonly source: AuditSource;
  readonly at: Date;
}

export const placeOf = ({ name, city }: { readonly name: string; readonly city: string }): string =>
  [name, city].filter(Boolean).join(", ");

/**
 * Asks for a correction of a cinema (CIN-10).
 * @throws 404 for a cinema that the distributor neither sees nor has invoiced, and as `ask`
 */
export async function makeCorrectionRequest(
  tx: Tx,
  asking: RequestMaker,
  cinemaId: number,
  words: string,
): Promise<CinemaRequest> {
  const cinema = await repository.known(tx, asking.distributorId, cinemaId);
  if (!cinema) throw errors.notFound();
  return await ask(tx, asking, { cinemaId, subject: placeOf(cinema), words, proposal: null });
}

/**
 * Proposes a cinema (CIN-10). Its answer is the same whether the cinema is known or not (SEC-16).
 * @throws 400 by field for what a cinema may not have, and as `ask`
 */
export async function proposeCinema(
  tx: Tx,
  asking: RequestMaker,
  proposed: CinemaProposal,
  words: string,
): Promise<CinemaRequest> {
  const { values: proposal, wrong } = checkedCinema(undefined, proposed);
  if (Object.keys(wrong).length > 0) throw errors.fields(wrong);
  return await ask(tx, asking, { cinemaId: null, subject: placeOf(proposal), words, proposal });
}

/** @throws 409 for a distributor that is not validated or has too many open requests, 429 for too many in a day */
async function ask(
  tx: Tx,
  { distributorId, userId, source, at }: RequestMaker,
  asked: {
    readonly cinemaId: number | null;
    readonly subject: string;
    readonly words: string;
    readonly proposal: CinemaProposal | null;
  },
): Promise<CinemaRequest> {
  if (!(await reportedCinemasRepository.isValidated(tx, distributorId)))
    throw errors.conflict(
      "Vous pourrez écrire à Bobine sur les cinémas dès que votre compte sera validé. Complétez d’abord votre dossier dans INFOS COMPTE.",
      "distributor_not_validated",
    );
  // Requests of one distributor come one after the other: they are counted, and known again.
  await lockDistributorRow(tx, distributorId);
  const request = { distributorId, userId, at, ...asked };
  const same = await repository.same(tx, request);
  if (same) return await repository.one(tx, same.id);
  const { open, recent } = await repository.counts(tx, distributorId, new Date(at.getTime() - DAY_MS));
  if (open >= OPEN_REQUESTS_MAX)
    throw errors.conflict(
      `${OPEN_REQUESTS_MAX} demandes attendent déjà une réponse de Bobine. Attendez l’une d’elles avant d’écrire de nouveau.`,
      "too_many_requests",
    );
  if (recent >= REQUESTS_A_DAY) throw errors.tooMany(HOUR_SECONDS);
  const id = await repository.create(tx, request);
  await writeAudit(tx, { ...source, distributorId }, "other", {
    event: asked.proposal ? "Cinéma proposé à Bobine" : "Correction demandée à Bobine",
    ...(asked.cinemaId === null ? {} : { cinema_id: asked.cinemaId }),
    cinema_name: asked.subject,
    ...(asked.words === "" ? {} : { message: asked.words }),
  });
  return await repository.one(tx, id);
}
