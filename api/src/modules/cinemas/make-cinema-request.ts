import { type CinemaRequest, OPEN_REQUESTS_MAX, REQUESTS_A_DAY } from "@bobine/contract/cinema-requests";
import { checkedCinema } from "@bobine/contract/cinema-values";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import { lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { cinemaRequestsRepository as repository, type NewList } from "./cinema-requests.repository.ts";

const DAY_MS = 86_400_000;

/** Who asks, for which distributor. */
export interface RequestMaker {
  readonly distributorId: number;
  readonly userId: number;
  readonly source: AuditSource;
  readonly at: Date;
  readonly jobs: JobQueue;
}

export const placeOf = ({ name, city }: { readonly name: string; readonly city: string }): string =>
  [name, city].filter(Boolean).join(", ");

/**
 * Asks for a correction of a cinema (CIN-10).
 * @throws 404 for a cinema that the distributor neither sees nor has invoiced, and as `makeRequest`
 */
export async function makeCorrectionRequest(
  tx: Tx,
  asking: RequestMaker,
  cinemaId: number,
  words: string,
): Promise<CinemaRequest> {
  const cinema = await repository.known(tx, asking.distributorId, cinemaId);
  if (!cinema) throw errors.notFound();
  return await makeRequest(tx, asking, {
    cinemaId,
    subject: placeOf(cinema),
    words,
    proposal: null,
    list: null,
  });
}

/**
 * Proposes a cinema (CIN-10). Its answer is the same whether the cinema is known or not (SEC-16).
 * @throws 400 by field for what a cinema may not have, and as `makeRequest`
 */
export async function proposeCinema(
  tx: Tx,
  asking: RequestMaker,
  proposed: CinemaProposal,
  words: string,
): Promise<CinemaRequest> {
  const { values: proposal, wrong } = checkedCinema(undefined, proposed);
  if (Object.keys(wrong).length > 0) throw errors.fields(wrong);
  return await makeRequest(tx, asking, {
    cinemaId: null,
    subject: placeOf(proposal),
    words,
    proposal,
    list: null,
  });
}

/** Before its file is read. @throws 409 for a distributor that is not validated */
export async function checkValidated(tx: Tx, distributorId: number): Promise<void> {
  if (!(await reportedCinemasRepository.isValidated(tx, distributorId)))
    throw errors.conflict(
      "Vous pourrez écrire à Bobine sur les cinémas dès que votre compte sera validé. Complétez d’abord votre dossier dans INFOS COMPTE.",
      "distributor_not_validated",
    );
}

/** @throws 409 for a distributor that is not validated or has too many open requests, 429 for too many in a day */
export async function makeRequest(
  tx: Tx,
  { distributorId, userId, source, at, jobs }: RequestMaker,
  asked: {
    readonly cinemaId: number | null;
    readonly subject: string;
    readonly words: string;
    readonly proposal: CinemaProposal | null;
    readonly list: NewList | null;
  },
): Promise<CinemaRequest> {
  await checkValidated(tx, distributorId);
  // Requests of one distributor come one after the other: they are counted, and known again.
  await lockDistributorRow(tx, distributorId);
  const request = { distributorId, userId, at, ...asked };
  const same = await repository.same(tx, request);
  if (same) return await repository.one(tx, same.id);
  const { open, recent, just, oldest } = await repository.counts(tx, distributorId, at);
  if (open >= OPEN_REQUESTS_MAX)
    throw errors.conflict(
      `${OPEN_REQUESTS_MAX} demandes attendent déjà une réponse de Bobine. Attendez l’une d’elles avant d’écrire de nouveau.`,
      "too_many_requests",
    );
  if (recent >= REQUESTS_A_DAY && oldest !== null)
    throw errors.tooMany(Math.max(1, Math.ceil((Date.parse(oldest) + DAY_MS - at.getTime()) / 1000)));
  const id = await repository.create(tx, request);
  await writeAudit(tx, { ...source, distributorId }, "other", {
    ...(asked.list
      ? {
          event: `${asked.subject} proposée à Bobine`,
          file_name: asked.list.fileName,
          errors: asked.list.errors.length,
        }
      : {
          event: asked.proposal ? "Cinéma proposé à Bobine" : "Correction demandée à Bobine",
          ...(asked.cinemaId === null ? {} : { cinema_id: asked.cinemaId }),
          cinema_name: asked.subject,
        }),
    ...(asked.words === "" ? {} : { message: asked.words }),
  });
  // Who writes about ten cinemas sends one mail: the console has the others.
  if (just === 0)
    await jobs.enqueue(tx, {
      name: "notify-of-request",
      data: { distributor_id: distributorId, request_id: id },
    });
  return await repository.one(tx, id);
}

/**
 * Takes a request back while it waits (CIN-10); one that was taken back stays so.
 * @throws 404 when it is not the distributor's, 409 when it was answered
 */
export async function withdrawCinemaRequest(
  tx: Tx,
  { distributorId, userId, source, at }: RequestMaker,
  id: number,
): Promise<CinemaRequest> {
  const request = await repository.lock(tx, id);
  if (!request || request.distributor_id !== distributorId) throw errors.notFound();
  if (request.state === "done" || request.state === "refused")
    throw errors.conflict("Bobine a déjà répondu à cette demande. Rechargez la page.", "request_answered");
  if (request.state === "open") {
    await repository.withdraw(tx, id, userId, at);
    await writeAudit(tx, { ...source, distributorId }, "other", {
      event: "Demande à Bobine retirée",
      ...(request.cinema_id === null ? {} : { cinema_id: request.cinema_id }),
      cinema_name: request.subject,
    });
  }
  return await repository.one(tx, id);
}
