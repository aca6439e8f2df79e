import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { creditNoteRepository } from "./credit-note.repository.ts";
import { type Decided, decide, type UndecidedWeek, weekKey } from "./decide-weeks.ts";
import {
  type CinemaWeekKey,
  type DeclarationRow,
  type InvoicedCinema,
  issueRepository as repository,
  type IssuingDistributor,
} from "./issue.repository.ts";
import { clientOf, missingOfClient } from "./parties.ts";

/** What of some weeks can be issued now, and what waits. */
export interface Issuable {
  readonly invoices: readonly Decided[];
  readonly credit_notes: readonly Decided[];
  readonly undecided: readonly UndecidedWeek[];
  /** Cinemas of which something waits, as not all that an invoice must say of their client of today is known (BILL-8). */
  readonly waiting_cinemas: ReadonlySet<number>;
  /** The weeks that wait for it; one that nothing is to be issued for waits for nothing. */
  readonly held: readonly CinemaWeekKey[];
  /** The weeks that nothing more is to be issued for, with their declarations. */
  readonly settled: {
    readonly weeks: readonly CinemaWeekKey[];
    readonly declarations: readonly DeclarationRow[];
  };
}

/**
 * Decides weeks, and holds back those of which a document is for a client that is not known well enough. What corrects an invoice is for whom that
 * one billed (BILL-12, BILL-13): it does not wait for what is missing of the company of today. The documents of one week leave together.
 */
export async function decideIssuable(
  tx: Tx,
  distributor: IssuingDistributor,
  cinemas: ReadonlyMap<number, InvoicedCinema>,
  weeks: readonly CinemaWeekKey[],
): Promise<Issuable> {
  const lines = await repository.issuedLines(tx, distributor.id, weeks);
  const declarations = await repository.declarations(tx, distributor.id, weeks);
  const billed = await creditNoteRepository.billedClients(
    tx,
    lines.map((line) => line.invoice_id),
  );
  const decided = decide(distributor, cinemas, weeks, declarations, lines, billed);
  const { invoices, credit_notes } = decided;
  const invoiced = new Set(lines.map(weekKey));
  const incomplete = new Set([...cinemas.values()].filter(isIncomplete).map((cinema) => cinema.id));
  // A week that was never invoiced is for the client of today, whatever it is worth.
  const isUnready = (week: CinemaWeekKey): boolean =>
    incomplete.has(week.cinema_id) && !invoiced.has(weekKey(week));
  const heldKeys = new Set([
    ...[...invoices, ...credit_notes].filter(({ cinema }) => isIncomplete(cinema)).map(documentKey),
    ...decided.undecided.filter(isUnready).map(weekKey),
  ]);
  const undecided = decided.undecided.filter((week) => !heldKeys.has(weekKey(week)));
  const held = weeks.filter((week) => heldKeys.has(weekKey(week)));
  const isLeaving = (document: Decided): boolean => !heldKeys.has(documentKey(document));
  const waitingKeys = new Set([...undecided, ...held].map(weekKey));
  const isSettled = (week: CinemaWeekKey): boolean => !waitingKeys.has(weekKey(week));
  return {
    invoices: invoices.filter(isLeaving),
    credit_notes: credit_notes.filter(isLeaving),
    undecided,
    waiting_cinemas: new Set(held.map((week) => week.cinema_id)),
    held,
    settled: { weeks: weeks.filter(isSettled), declarations: declarations.filter(isSettled) },
  };
}

const isIncomplete = (cinema: InvoicedCinema): boolean => missingOfClient(clientOf(cinema)).length > 0;

/** The week of a decided document. */
export const documentKey = ({ draft: { cinema_id, week_start } }: Decided): string =>
  weekKey({ cinema_id, week_start: must(week_start, "week of a document") });
