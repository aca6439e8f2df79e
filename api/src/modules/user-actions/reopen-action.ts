import { isClosed } from "@bobine/contract/user-actions";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { isReconnectionDue } from "../bank-connection/is-reconnection-due.ts";
import { bankingErrors } from "../banking/banking.errors.ts";
import { type Undoer, undoLettering } from "../banking/undo-lettering.ts";
import { incompleteInvoicesRepository } from "../invoices/incomplete-invoices.repository.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { clientOf, missingOfClient, missingOfIssuer } from "../invoices/parties.ts";
import { mailCausesRepository as mailCauses } from "./mail-causes.repository.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

const NBSP = "\u00a0";
const CLOSED = `${NBSP}: cette action n’a plus d’objet et reste fermée.`;
const bankAnswers = () =>
  errors.conflict(`Aucune banque n’attend plus votre connexion${CLOSED}`, "bank_answers");
const nothingWaits = (said: string) => errors.conflict(`${said}${CLOSED}`, "nothing_waits");
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
      throw nothingWaits("Plus aucune facture n’attend ces informations");
    await refuseDoneMailing(tx, id, reason_code);
  }
  return await undoLettering(tx, undoer, id);
}

/** What the product closed since its mail has left, or since there is nothing left to propose (MAIL-2, MAIL-13), whoever had closed it before. */
async function refuseDoneMailing(tx: Tx, id: number, reasonCode: string): Promise<void> {
  if (reasonCode === "missing_email" && !(await mailCauses.isAddressAwaited(tx, id)))
    throw nothingWaits("Plus aucun e-mail n’attend cette adresse");
  if (reasonCode === "unconfirmed_email" && (await mailCauses.isArrivalKnown(tx, id)))
    throw nothingWaits("On sait déjà ce qu’est devenue cette relance");
  if (reasonCode !== "default_proposal") return;
  if (!(await mailCauses.isUnpaid(tx, id))) throw nothingWaits("Cette facture n’est plus impayée");
  if (await mailCauses.isProposedAnew(tx, id)) throw bankingErrors.askedAnew();
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
