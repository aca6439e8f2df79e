import { LINK_ORIGIN_LABELS } from "@bobine/contract/cinema-links";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import { counted } from "@bobine/contract/french";
import { errors } from "../../errors.ts";
import { writeAudit } from "../../http/audit.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { CINEMA_LINKED } from "../box-office/place-declarations.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { type AcceptedList, acceptList } from "./accept-list.ts";
import { type CinemaWork, createCinemaWith } from "./change-cinema.ts";
import { cinemaLinksRepository } from "./cinema-links.repository.ts";
import { type ConsoleRow, cinemaRequestsRepository as repository } from "./cinema-requests.repository.ts";
import { sandboxRepository } from "./sandbox.repository.ts";
import { must } from "../../domain/must.ts";

/** Rows that the answer names; the console has shown the others. */
const ERRORS_TOLD = 20;

export interface RequestAnswer {
  readonly state: "done" | "refused";
  readonly answer: string;
  /** Of a proposal that is done: the cinema that it is; null creates it. */
  readonly cinema: number | null;
}

/**
 * A super admin answers a request (CIN-10), once: the proposed cinema is created or linked, or those of a proposed list (CIN-11), and the answer is told in the queue of who
 * asked, all in one transaction. Runs under the scope of all distributors.
 * @throws 404 unknown request, 409 when it is answered or its distributor is not validated any more, 400 for an unknown cinema, 23505
 * when a number of the proposal is taken
 */
export async function answerCinemaRequest(
  work: CinemaWork,
  id: number,
  { state, answer, cinema }: RequestAnswer,
  at: Date,
): Promise<ConsoleRow> {
  const { tx, jobs, user, source } = work;
  const request = await repository.lock(tx, id);
  if (!request) throw errors.notFound();
  if (request.state !== "open")
    throw errors.conflict(
      request.state === "withdrawn"
        ? "Cette demande a été retirée. Rechargez la page."
        : "Cette demande a déjà reçu une réponse. Rechargez la page.",
      "request_answered",
    );
  const { distributor_id: distributorId, proposal, subject, words, list_name: listName } = request;
  if (cinema !== null && (proposal === null || state !== "done"))
    throw errors.field("cinema", "Choisissez un cinéma seulement pour une proposition que vous acceptez.");
  const cinemaId =
    proposal !== null && state === "done"
      ? await cinemaOf(work, distributorId, proposal, cinema, at)
      : request.cinema_id;
  const list =
    listName !== null && state === "done" ? await listOf(work, id, distributorId, listName, at) : undefined;
  await repository.decide(tx, id, { state, answer, cinemaId, by: user.id, at });
  const outcome = state === "done" ? "traitée" : "refusée";
  await repository.tell(tx, {
    distributorId,
    cinemaId,
    description: `${subject}\u00a0: votre demande est ${outcome}.`,
    explanation: [
      ...(answer === "" ? [] : [`Réponse de Bobine\u00a0: ${answer}`]),
      ...(list ? whatCameOf(list) : []),
      words === "" ? proposedWhat(listName) : `Vous aviez écrit\u00a0: ${words}`,
    ],
    at,
  });
  await writeAudit(tx, { ...source, distributorId }, "other", {
    event: `Demande sur un cinéma ${outcome}`,
    ...(cinemaId === null ? {} : { cinema_id: cinemaId }),
    ...(listName === null ? { cinema_name: subject } : { file_name: listName, message: subject }),
    ...(list ? { created: list.created } : {}),
    ...(answer === "" ? {} : { message: answer }),
  });
  // Of a cinema that is linked again, something may have been declared while its link was cut.
  if (state === "done" && (proposal !== null || listName !== null))
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: distributorId } });
  return await repository.oneAsked(tx, id);
}

const proposedWhat = (listName: string | null): string =>
  listName === null
    ? "Vous aviez proposé ce cinéma."
    : `Vous aviez proposé la liste «\u00a0${listName}\u00a0».`;

/** Sentences for who proposed a list. */
function whatCameOf({ created, known, errors }: AcceptedList): string[] {
  const others = errors.length - ERRORS_TOLD;
  return [
    `${counted(created, "cinéma créé", "cinémas créés")}, ${counted(known, "déjà connu", "déjà connus")}\u00a0: ils sont dans votre liste.`,
    ...(errors.length === 0
      ? []
      : [`${counted(errors.length, "ligne n’a pas été reprise", "lignes n’ont pas été reprises")}\u00a0:`]),
    ...errors.slice(0, ERRORS_TOLD),
    ...(others > 0 ? [`Et ${counted(others, "autre", "autres")}.`] : []),
  ];
}

async function listOf(
  work: CinemaWork,
  id: number,
  distributorId: number,
  listName: string,
  at: Date,
): Promise<AcceptedList> {
  await refuseUnlessValidated(work, distributorId);
  const rows = must(await repository.openList(work.tx, id), "rows of the list");
  return await acceptList(work, distributorId, listName, rows, at);
}

/** What was validated may be somebody else by now (SEC-15). */
async function refuseUnlessValidated({ tx }: CinemaWork, distributorId: number): Promise<void> {
  if (!(await reportedCinemasRepository.isValidated(tx, distributorId)))
    throw errors.conflict(
      "Ce distributeur n’est plus validé\u00a0: validez-le d’abord, ou refusez sa demande.",
      "distributor_not_validated",
    );
}

/** The cinema that a proposal is from now on, linked with who proposed it. */
async function cinemaOf(
  work: CinemaWork,
  distributorId: number,
  proposal: CinemaProposal,
  known: number | null,
  at: Date,
): Promise<number> {
  const { tx, jobs, source, user } = work;
  await refuseUnlessValidated(work, distributorId);
  if (known !== null && !(await sandboxRepository.isShared(tx, known)))
    throw errors.field("cinema", "Choisissez un cinéma qui existe.");
  const id = known ?? (await createCinemaWith(work, { ...proposal, is_validated: true })).id;
  await sandboxRepository.link(tx, distributorId, { origin: "request", linkedBy: user.id, at }, [
    { from: id, to: id, identifier: known === null ? "created" : "" },
  ]);
  const named = await cinemaLinksRepository.namedCinemas(tx, [id]);
  await reportedCinemasRepository.auditCinemas(tx, { ...source, distributorId }, [
    {
      cinema_id: id,
      cinema_name: must(named.get(id), "cinema of the proposal").name,
      linked_through: LINK_ORIGIN_LABELS.request,
      comment: CINEMA_LINKED,
    },
  ]);
  await requestProposals(tx, jobs, { distributorIds: [distributorId] });
  return id;
}
