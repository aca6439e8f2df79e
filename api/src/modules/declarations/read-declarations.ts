import type { Declaration, DeclarationOutcome } from "@bobine/contract/declarations";
import { mayIssue, type ValidationStatus } from "@bobine/contract/policy/distributors";
import type { Tx } from "../../db/scope.ts";
import { weekText } from "../../domain/invoicing/week-text.ts";
import { errors } from "../../errors.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { clientOf, missingOfClient, missingOfIssuer } from "../invoices/parties.ts";
import { type DeclarationFilter, type StoredDeclaration, reportsRepository } from "./reports.repository.ts";

/** What a declaration that is not settled waits for: what the issue of invoices asks of its distributor, cinema and week. */
export interface WaitingFor {
  readonly validation_status: ValidationStatus;
  readonly automation_on: boolean;
  readonly missingOfSupplier: readonly string[];
  readonly missingOfClient: readonly string[];
  /** The week could not be decided, which the audit log tells. */
  readonly isUndecided: boolean;
}

interface Outcome {
  readonly outcome: DeclarationOutcome;
  readonly missing: string[];
}

/** What became of a declaration, or the first thing that it waits for, in the order in which the issue of invoices looks. */
export function outcomeOf(
  declaration: Pick<StoredDeclaration, "state" | "settled" | "is_validated"> & {
    readonly invoice: Declaration["invoice"];
  },
  waiting: WaitingFor,
): Outcome {
  const plain = (outcome: DeclarationOutcome): Outcome => ({ outcome, missing: [] });
  if (declaration.state === "set_aside") return plain("set_aside");
  // What was invoiced and corrected since still shows its invoice.
  if (declaration.state === "superseded") return plain("superseded");
  if (declaration.invoice) return plain("invoiced");
  if (declaration.settled) return plain("nothing_due");
  if (!mayIssue(waiting)) return plain("not_validated");
  if (!waiting.automation_on) return plain("automation_off");
  if (!declaration.is_validated) return plain("cinema_not_validated");
  if (waiting.missingOfSupplier.length > 0)
    return { outcome: "supplier_incomplete", missing: [...waiting.missingOfSupplier] };
  if (waiting.missingOfClient.length > 0)
    return { outcome: "client_incomplete", missing: [...waiting.missingOfClient] };
  return plain(waiting.isUndecided ? "to_check" : "under_way");
}

/** A page of what a report brought. @throws 404 */
export async function readDeclarations(
  tx: Tx,
  distributorId: number,
  importId: number,
  filter: DeclarationFilter & { readonly page: number; readonly size: number },
): Promise<{ count: number; rows: Declaration[] }> {
  if (!(await reportsRepository.exists(tx, importId))) throw errors.notFound();
  const { count, rows } = await reportsRepository.declarations(tx, importId, filter);
  return { count, rows: await withOutcomes(tx, distributorId, rows) };
}

/** All that a report brought, some at a time, from one snapshot. */
export async function* allDeclarations(
  tx: Tx,
  distributorId: number,
  importId: number,
  filter: DeclarationFilter,
): AsyncGenerator<Declaration[]> {
  for await (const rows of reportsRepository.allDeclarations(tx, importId, filter))
    yield await withOutcomes(tx, distributorId, rows);
}

async function withOutcomes(
  tx: Tx,
  distributorId: number,
  rows: readonly StoredDeclaration[],
): Promise<Declaration[]> {
  const pending = rows.filter((row) => row.state === "current" && !row.settled && !row.invoice);
  const waitingOf = await waitingFor(tx, distributorId, pending);
  return rows.map((row) => {
    const { state: _, settled: __, is_validated: ___, ...declaration } = row;
    return {
      ...declaration,
      week_display: weekText(row.week_start),
      ...outcomeOf(row, waitingOf(row)),
    };
  });
}

async function waitingFor(
  tx: Tx,
  distributorId: number,
  pending: readonly StoredDeclaration[],
): Promise<(row: StoredDeclaration) => WaitingFor> {
  if (pending.length === 0)
    return () => ({
      validation_status: "validated",
      automation_on: true,
      missingOfSupplier: [],
      missingOfClient: [],
      isUndecided: false,
    });
  const distributor = await issueRepository.distributor(tx, distributorId);
  const cinemas = await issueRepository.cinemas(tx, distributorId, [
    ...new Set(pending.map((row) => row.cinema_id)),
  ]);
  const key = (week: { cinema_id: number; week_start: string }): string =>
    `${week.week_start} ${week.cinema_id}`;
  const weeks = [...new Map(pending.map((row) => [key(row), row])).values()];
  const unaudited = new Set((await issueRepository.unaudited(tx, distributorId, weeks)).map(key));
  const supplierLacks = distributor ? missingOfIssuer(distributor) : [];
  return (row) => {
    const cinema = cinemas.get(row.cinema_id);
    return {
      validation_status: distributor?.validation_status ?? "prospect",
      automation_on: distributor?.automation_on ?? false,
      missingOfSupplier: supplierLacks,
      missingOfClient: cinema ? missingOfClient(clientOf(cinema)) : [],
      isUndecided: !unaudited.has(key(row)),
    };
  };
}
