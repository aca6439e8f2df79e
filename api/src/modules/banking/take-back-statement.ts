import { civilDateInParis } from "@bobine/contract/civil-date";
import { counted } from "@bobine/contract/french";
import type { ResponseOf } from "@bobine/contract/route";
import type { takeBackStatement as contract } from "@bobine/contract/statement-imports";
import { lockImports, lockLedger, lockStatements } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { cutText } from "../../domain/parsing/cut-text.ts";
import { AppError, errors } from "../../errors.ts";
import { writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { closeMadeAccounts } from "./accounts-of-lines.ts";
import { bankingErrors } from "./banking.errors.ts";
import { clientCreditsRepository as credits } from "./client-credits.repository.ts";
import { type LineAdditions, lineAdditions, additionsSentence } from "./line-additions.repository.ts";
import { refreshLetters } from "./letter-groups.ts";
import { reconciliationRepository as ledger } from "./reconciliation.repository.ts";
import { revertLine } from "./revert-reconciliation.ts";
import {
  type LetteringToUndo,
  statementImportsRepository as repository,
} from "./statement-imports.repository.ts";
import type { Undoer } from "./undo-lettering.ts";

/** What the log says of what was undone. */
const COMMENT = "Import annulé";

/**
 * Takes an import back whole (BANK-34): what was lettered of its lines is undone, latest first, then they go, and the same file imports as
 * if it had never come. Nobody has judged the engine by that: its pairs are forgotten, not remembered as wrong. Doing it twice answers
 * the first result.
 * @throws 404 for what is not the distributor's; 409 when a lot holds some of it, or with what must be undone first
 */
export async function takeBackStatement(
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  undoer: Undoer,
  importId: number,
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, userId, at, source } = undoer;
  // No import comes meanwhile or goes on, and no lot is made.
  await lockImports(tx, distributorId);
  await lockStatements(tx, distributorId);
  await lockLedger(tx, distributorId);
  const found = await repository.lock(tx, distributorId, importId);
  if (!found) throw errors.notFound();
  const answer = async (removed: number): Promise<ResponseOf<typeof contract>> =>
    answerOf(removed, await lineAdditions.ofImport(tx, importId), await repository.laterOnes(tx, importId));
  if (found.is_taken_back) return await answer(found.removed);
  const lot = await repository.lotOf(tx, distributorId, importId);
  if (lot) throw bankingErrors.inLot(lot);
  const letterings = await repository.letterings(tx, importId);
  const plain = letterings.filter((one) => one.is_plain);
  const { numbers, touched } = await undoPlain(tx, undoer, plain);
  const reopened = new Set(touched);
  for (const one of letterings) if (!one.is_plain) await undoOne(tx, undoer, one, reopened);
  const returned = await credits.returnToInvoices(tx, distributorId, [...reopened], civilDateInParis(at));
  await refreshLetters(tx, distributorId, returned);
  const names = await repository.accountNames(tx, importId);
  const removed = await repository.removeLines(tx, importId);
  const kept = await lineAdditions.ofImport(tx, importId);
  await repository.takeBack(tx, importId, { userId, at, removed });
  await closeMadeAccounts(tx, distributorId, names);
  await jobs.enqueue(tx, { name: "propose-again", data: { distributor_id: distributorId } });
  await writeAudit(tx, source, "reverted_reconciliation", {
    file_name: found.file_name,
    removed_lines: removed,
    auto_reconciled: plain.length,
    invoice_numbers: numbers,
    ...(kept.comments === 0 ? {} : { kept_comments: kept.comments }),
    ...(kept.files === 0 ? {} : { kept_files: kept.files }),
    comment: COMMENT,
  });
  return await answer(removed);
}

/** @param later files that may have told some of it, too */
const answerOf = (
  removed: number,
  kept: LineAdditions,
  later: readonly string[],
): ResponseOf<typeof contract> => ({
  message: [
    `Import annulé\u00a0: ${counted(removed, "opération retirée", "opérations retirées")}.`,
    additionsSentence(kept),
    laterSentence(later),
  ]
    .filter(Boolean)
    .join(" "),
  removed,
});

function laterSentence([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const name = `«\u00a0${cutText(first, 100)}\u00a0»`;
  if (others.length === 0)
    return `${name}, importé ensuite, peut en contenir\u00a0: réimportez-le pour les retrouver.`;
  return `${name} et ${counted(others.length, "autre relevé importé", "autres relevés importés")} ensuite peuvent en contenir\u00a0: réimportez-les pour les retrouver.`;
}

/**
 * Letterings of the engine that nothing stands on, all at once.
 * @returns the invoices that they had paid, by id and by number
 */
async function undoPlain(
  tx: Tx,
  { distributorId }: Undoer,
  letterings: readonly LetteringToUndo[],
): Promise<{ readonly numbers: string[]; readonly touched: number[] }> {
  if (letterings.length === 0) return { numbers: [], touched: [] };
  const ids = letterings.map((one) => one.id);
  const touched = await repository.invoicesPaidBy(tx, ids);
  const invoices = await ledger.lockInvoices(tx, distributorId, touched);
  await repository.removeAllocations(tx, ids);
  await refreshLetters(tx, distributorId, touched);
  return { numbers: [...invoices.values()].map((invoice) => invoice.invoice_number).toSorted(), touched };
}

/** What a person decided, or what other lines stand on, as a person undoes it. @throws 409 with what must be undone first */
async function undoOne(
  tx: Tx,
  undoer: Undoer,
  lettering: LetteringToUndo,
  reopened: Set<number>,
): Promise<void> {
  const { distributorId, userId, at, source } = undoer;
  const { transaction_id: transactionId, user_action_id } = lettering;
  const undoing = { distributorId, userId, at, source, comment: COMMENT, reopened };
  const userActionId = user_action_id ?? (await ledger.actionOfTransaction(tx, transactionId));
  try {
    await revertLine(tx, { ...undoing, transactionId, userActionId });
  } catch (error) {
    // Of many lines, it must be said which one.
    if (error instanceof AppError && error.status === 409)
      throw bankingErrors.ofLine(lettering, String(error.body["detail"]), error.code);
    throw error;
  }
}
