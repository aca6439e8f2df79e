import { identifierLabel, LINK_ORIGIN_LABELS } from "@bobine/contract/cinema-links";
import { lockCinemas, lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { commentedAccounts, moveClientComments } from "../banking/client-comments.repository.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { lookUpAgreeing, lookUpCinemas } from "../box-office/look-up-cinemas.ts";
import { type LinkSource, reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { unvalidatedCinemasRepository } from "../box-office/unvalidated-cinemas.repository.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { clientAccountOf, clientOf } from "../invoices/parties.ts";
import { refuseSharedNumbers } from "./refuse-taken-numbers.ts";
import { type Move, type SandboxedCinema, sandboxRepository as repository } from "./sandbox.repository.ts";
import { must } from "../../domain/must.ts";

/** What becomes of the cinemas of a sandbox (SEC-16). */
interface Settled {
  /** They join the shared list as they are, to be validated. */
  readonly kept: readonly number[];
  /** They were another cinema all along. */
  readonly moved: readonly Move[];
}

/**
 * Brings the cinemas of a distributor's sandbox to the shared list, in the transaction that validates it: each that a report has named is
 * looked for as a report would, and becomes the one that is found, with its declarations, invoices and settings; the others of them join
 * the list, to be validated. One that a list of invoices alone has named becomes a shared cinema only where two identifiers agree;
 * else it stays in the sandbox, known or not, and waits for a super admin, as it does when a validated distributor names it. So does
 * one that stands for a cinema whose link was cut: neither is that link made again, nor does its double join the list.
 * Runs under the scope of all distributors.
 */
export async function adoptSandboxCinemas(
  tx: Tx,
  jobs: JobQueue,
  distributorId: number,
  source: AuditSource,
  at: Date,
): Promise<void> {
  await lockInvoicing(tx, distributorId);
  await lockCinemas(tx);
  const all = await repository.cinemasOf(tx, distributorId);
  const sandboxed = all.filter((cinema) => cinema.is_reported);
  const agreed = await agreedMoves(
    tx,
    distributorId,
    all.filter((cinema) => !cinema.is_reported),
  );
  if (sandboxed.length + agreed.length === 0) return;
  // Without the sandboxes in sight: only shared cinemas are found.
  const found = await lookUpCinemas(tx, distributorId, sandboxed);
  const idAt = (position: number): number => must(sandboxed[position], "sandboxed cinema").id;
  const created = new Map(
    found.created.map(({ id, reported }) => [id, idAt(must(reported[0], "row that named the cinema"))]),
  );
  const settled: Settled = {
    kept: [...created].flatMap(([made, id]) => (found.standIns.has(made) ? [] : [id])),
    moved: [
      ...sandboxed.flatMap(({ id }, position) => {
        const cinema = must(found.cinemas[position], "found cinema");
        if (found.standIns.has(cinema)) return [];
        const to = created.get(cinema) ?? cinema;
        return to === id ? [] : [{ from: id, to, identifier: found.by[position] ?? "" }];
      }),
      ...agreed,
    ],
  };
  const screens = found.newScreens
    .filter((screen) => !created.has(screen.cinema_id))
    .map(({ authorization, cinema_id, reported }) => ({
      authorization,
      cinema_id,
      name: must(sandboxed[reported], "sandboxed cinema").screenNames[authorization] ?? "",
    }));
  await reportedCinemasRepository.proposeScreens(tx, distributorId, at, screens);
  const linking = { origin: "validation", linkedBy: source.actorId, at } as const;
  await settle(tx, jobs, { ...source, distributorId }, linking, settled);
}

/** The cinemas on which two identifiers of a list agree with a shared one, whose link was not cut. */
async function agreedMoves(
  tx: Tx,
  distributorId: number,
  listed: readonly SandboxedCinema[],
): Promise<Move[]> {
  if (listed.length === 0) return [];
  const cut = await reportedCinemasRepository.cutCinemas(tx, distributorId);
  const agreed = await lookUpAgreeing(tx, listed, (id) => cut.has(id));
  return listed.flatMap(({ id }, position) => {
    const shared = agreed[position];
    return shared ? [{ from: id, to: shared.id, identifier: shared.identifier }] : [];
  });
}

/**
 * A super admin decides on a cinema that a validated distributor has confirmed, or that stands for one whose link was cut.
 * @param to the shared cinema that it is; null when it joins the shared list
 * @throws 404 for one that waits no more, or of a distributor that is not validated; 400 for an unknown `to`; 23505 when its number is taken
 */
export async function acceptLinkRequest(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource,
  cinemaId: number,
  to: number | null,
  at: Date,
): Promise<void> {
  const request = await repository.request(tx, cinemaId);
  if (!request) throw errors.notFound();
  const { distributor_id: distributorId } = request;
  await lockInvoicing(tx, distributorId);
  await lockCinemas(tx);
  if (!(await repository.request(tx, cinemaId))) throw errors.notFound();
  if (to !== null && !(await repository.isShared(tx, to)))
    throw errors.field("cinema", "Choisissez un cinéma qui existe.");
  if (to === null) await repository.amongSandboxes(tx, () => refuseSharedNumbers(tx, cinemaId));
  const linking = { origin: "request", linkedBy: source.actorId, at } as const;
  const settled: Settled =
    to === null
      ? { kept: [cinemaId], moved: [] }
      : { kept: [], moved: [{ from: cinemaId, to, identifier: "" }] };
  await settle(tx, jobs, { ...source, distributorId }, linking, settled);
  await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: distributorId } });
}

async function settle(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource & { readonly distributorId: number },
  linking: LinkSource,
  { kept, moved }: Settled,
): Promise<void> {
  const { distributorId } = source;
  await repository.amongSandboxes(tx, async () => {
    await repository.share(tx, distributorId, linking, kept);
    await repository.link(tx, distributorId, linking, moved);
    const were = moved.map((move) => move.from);
    await unvalidatedCinemasRepository.closeOf(tx, distributorId, were);
    const commented = await commentedAccounts(tx, distributorId, were);
    await repository.repoint(tx, distributorId, moved, kept);
    await unvalidatedCinemasRepository.ask(
      tx,
      distributorId,
      await repository.waiting(tx, distributorId, [...kept, ...moved.map((move) => move.to)]),
    );
    const targets = await issueRepository.cinemas(tx, distributorId, [
      ...new Set(moved.map((move) => move.to)),
    ]);
    const accounts = await repository.rewriteInvoices(
      tx,
      distributorId,
      [...targets.values()].map((cinema) => ({
        cinema_id: cinema.id,
        cinema_name: cinema.name,
        client: clientOf(cinema),
        client_account: clientAccountOf(cinema),
      })),
      moved,
    );
    await repository.remove(tx, were);
    const becomes = new Map(moved.map((move) => [move.from, must(targets.get(move.to), "target")]));
    // Also of one that had no document yet.
    const next = commented.map(({ cinema_id, account }) => ({
      from: account,
      to: clientAccountOf(must(becomes.get(cinema_id), "cinema that was another")),
    }));
    await moveClientComments(tx, distributorId, [...accounts, ...next]);
    const names = await repository.namesOf(tx, [...kept, ...moved.map((move) => move.to)]);
    const told = (cinema_id: number, comment: string, identifier: string) => ({
      cinema_id,
      cinema_name: must(names.get(cinema_id), "cinema that was linked"),
      linked_through: LINK_ORIGIN_LABELS[linking.origin],
      ...(identifier === "" ? {} : { identifier: identifierLabel(identifier) }),
      comment,
    });
    await reportedCinemasRepository.auditCinemas(tx, source, [
      ...kept.map((id) => told(id, "Cinéma ajouté au référentiel, à valider", "created")),
      ...moved.map(({ to, identifier }) => told(to, "Cinéma rattaché au référentiel", identifier)),
    ]);
  });
  // What waits may name them as the shared list does (LET-26).
  if (moved.length > 0) await requestProposals(tx, jobs, { distributorIds: [distributorId] });
}
