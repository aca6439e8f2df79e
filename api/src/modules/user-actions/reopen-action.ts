import { isClosed } from "@bobine/contract/user-actions";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { isReconnectionDue } from "../bank-connection/is-reconnection-due.ts";
import { type Undoer, undoLettering } from "../banking/undo-lettering.ts";
import { incompleteInvoicesRepository } from "../invoices/incomplete-invoices.repository.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { clientOf, missingOfClient, missingOfIssuer } from "../invoices/parties.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

const NBSP = "\u00a0";
const CLOSED = `${NBSP}: cette action n’a plus d’objet et reste fermée.`;
const bankAnswers = () =>
  errors.conflict(`Aucune banque n’attend plus votre connexion${CLOSED}`, "bank_answers");
const nothingWaits = () =>
  errors.conflict(`Plus aucune facture n’attend ces informations${CLOSED}`, "nothing_waits");
const invoicesComplete = () =>
  errors.conflict(`Il ne manque plus rien pour facturer${CLOSED}`, "invoices_complete");

/**
 * Undoes what was decided of an action (LET-4). One without a bank line is not reopened once its cause is gone: it would ask for what is done.
 * @throws 409 that says what is done; and as `undoLettering`
 */
export async function reopenAction(tx: Tx, undoer: Undoer, id: number) {
  const { distributorId } = undoer;
  await lockLedger(tx, distributorId);
  const question = await userActionsRepository.question(tx, id);
  if (question && isClosed(question.status)) {
    const { reason_code, cinema_id } = question;
    if (reason_code === "bank_connection_expired" && !(await isReconnectionDue(tx, distributorId)))
      throw bankAnswers();
    if (reason_code === "invoice_incomplete" && !(await isSomethingMissing(tx, distributorId, cinema_id)))
      throw invoicesComplete();
    if (
      reason_code === "invoice_incomplete" &&
      !(await incompleteInvoicesRepository.isAnythingWaiting(tx, distributorId, cinema_id))
    )
      throw nothingWaits();
  }
  return await undoLettering(tx, undoer, id);
}

/** BILL-8: of the cinema that it is about, or of the company for null. */
async function isSomethingMissing(tx: Tx, distributorId: number, cinemaId: number | null): Promise<boolean> {
  if (cinemaId !== null) {
    const card = (await issueRepository.cinemas(tx, distributorId, [cinemaId])).get(cinemaId);
    return card === undefined || missingOfClient(clientOf(card)).length > 0;
  }
  const company = await issueRepository.distributor(tx, distributorId);
  return company === undefined || missingOfIssuer(company).length > 0;
}
