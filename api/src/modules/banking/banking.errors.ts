import type { DifferenceError } from "@bobine/contract/banking";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { counted, euros } from "@bobine/contract/french";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { cutText } from "../../domain/parsing/cut-text.ts";
import { AppError, errors } from "../../errors.ts";

// U+00A0 before a colon, U+202F before a semicolon, U+2019 as apostrophe (TXT-3).
const NBSP = "\u00a0";

/** Why a reconciliation is refused. Screens show the sentence as it is (TXT-1). */
export const bankingErrors = {
  /** API-2: another choice than the one that is recorded. */
  alreadyReconciled: () =>
    errors.conflict(
      "Cette opération est déjà rapprochée. Annulez d’abord son rapprochement.",
      "already_reconciled",
    ),
  actionClosed: () =>
    errors.conflict(
      "Cette action est déjà traitée. Annulez-la d’abord pour rapprocher l’opération.",
      "action_closed",
    ),
  /** LET-20: whoever saves the list has read another one. */
  accountsChanged: () =>
    errors.conflict(
      "Quelqu’un a modifié la liste des comptes depuis que vous l’avez ouverte. Relisez-la, puis enregistrez de nouveau.",
      "accounts_changed",
    ),
  /** BANK-34: importing it anew is another import, which is asked for. */
  importTakenBack: () =>
    errors.conflict(
      "L’import de ce relevé a été annulé. Réimportez-le depuis la liste des relevés importés.",
      "import_taken_back",
    ),
  noTransaction: () =>
    errors.conflict("Cette action ne porte pas sur une opération bancaire.", "no_transaction"),
  notACredit: () => errors.conflict("Seul un encaissement peut être rapproché de factures.", "not_a_credit"),
  notInEuros: () =>
    errors.conflict("Seule une opération en euros peut être rapprochée de factures.", "not_in_euros"),
  /** One of them was decided since, or another line is as near. */
  noInternalTransfer: () =>
    errors.conflict(
      "Ces deux opérations ne forment pas, ou plus, un virement interne.",
      "no_internal_transfer",
    ),
  partsNotInEuros: () => errors.conflict("Seule une opération en euros peut être affectée.", "not_in_euros"),
  /** `outstanding` is in French. */
  beyondOutstanding: (number: string, outstanding: string) =>
    errors.conflict(`La facture ${number} ne doit plus que ${outstanding}.`, "beyond_outstanding"),
  /** `remaining` is in French. */
  /** `date` is in French. */
  refundedBefore: (label: string, date: string) =>
    errors.conflict(
      `${label} est du ${date}, après cette opération${NBSP}: elle ne peut pas le rembourser.`,
      "refunded_before",
    ),
  beyondCredit: (label: string, remaining: string) =>
    errors.conflict(`${label}${NBSP}: il ne reste que ${remaining}.`, "beyond_credit"),
  /** `date` is in French. */
  usedWithLine: (date: string) =>
    errors.conflict(
      `Ce crédit a été utilisé avec l’opération du ${date}. Annulez le rapprochement de cette opération.`,
      "used_with_line",
    ),
  /** Somewhere else depends on what is to be undone; `what` says in French what to undo first. */
  undoFirst: (what: string) => errors.conflict(what, "undo_first"),
  /** What is written off is what lacks of an invoice that the line else pays whole. `outstanding` is in French. */
  writeOffOfUnpaid: (number: string, outstanding: string) =>
    errors.conflict(
      `L’écart ne peut solder la facture ${number} que si elle est payée en entier${NBSP}: ${outstanding}.`,
      "write_off_of_unpaid",
    ),
  /** `paid` is in French. */
  beyondPaid: (number: string, paid: string) =>
    errors.conflict(`Cet encaissement ne paie plus que ${paid} de la facture ${number}.`, "beyond_paid"),
  /** `date` is in French, as below. */
  returnedBefore: (date: string) =>
    errors.conflict(
      `L’encaissement du ${date} est postérieur à cette opération${NBSP}: elle ne peut pas l’annuler.`,
      "returned_before",
    ),
  returnedSince: (date: string) =>
    errors.conflict(
      `Cet encaissement a été retourné par l’opération du ${date}${NBSP}: annulez d’abord ce retour.`,
      "returned_since",
    ),
  settledSince: (number: string) =>
    errors.conflict(
      `La facture ${number} a été réglée depuis ce retour${NBSP}: annulez d’abord ce règlement.`,
      "settled_since",
    ),
  whichReceipt: () =>
    errors.conflict(
      "Choisissez l’encaissement que cette opération annule, ou répartissez-la.",
      "which_receipt",
    ),
  receiptUndecided: (date: string) =>
    errors.conflict(
      `Rapprochez d’abord l’encaissement du ${date}, que cette opération annule.`,
      "receipt_undecided",
    ),
  returnNotWhole: () =>
    errors.conflict(
      `Les factures de cet encaissement ne font pas le montant de cette opération${NBSP}: répartissez-la.`,
      "return_not_whole",
    ),
  invoicePaid: (number: string) =>
    errors.conflict(`La facture ${number} est déjà payée. Rechargez la page.`, "invoice_not_unpaid"),
  invoiceInDefault: (number: string) =>
    errors.conflict(
      `La facture ${number} est en défaut${NBSP}: rouvrez-la avant de la rapprocher.`,
      "invoice_not_unpaid",
    ),
  creditNote: (number: string) =>
    errors.conflict(
      `${number} est un avoir${NBSP}: un paiement ne peut pas lui être affecté.`,
      "credit_note",
    ),
  /** LET-2: a difference of a cent or more asks for a confirmation; who gives it has seen what the invoices owe. */
  differenceToConfirm: (difference: Cents, owed: Cents) =>
    new AppError(409, "difference_to_confirm", {
      detail: `Écart de ${euros(cents(Math.abs(difference)))}${NBSP}: confirmez-le pour rapprocher cette opération.`,
      code: "difference_to_confirm",
      outstanding: centsToWire(owed),
    } satisfies DifferenceError),
  /** The same acceptance again, after somebody took it back. */
  revertedSince: () =>
    errors.conflict("Ce rapprochement a été annulé depuis. Rechargez la page.", "reverted_since"),
  listedTwice: () => errors.conflict("Cette action figure deux fois dans la sélection.", "listed_twice"),
  /** BANK-34: what a lot holds has been handed to the accountant. */
  inLot: ({
    year,
    number,
    count,
  }: {
    readonly year: number;
    readonly number: number;
    readonly count: number;
  }) =>
    errors.conflict(
      `Cet import ne peut plus être annulé${NBSP}: ${counted(count, "de ses opérations est dans un lot", "de ses opérations sont dans un lot")}, le ${year}-${number}.`,
      "in_lot",
    ),
  /** What keeps one line of many from being undone: `sentence` says what to undo first. */
  ofLine: (
    line: { readonly transaction_date: CivilDate; readonly label: string },
    sentence: string,
    code: string,
  ) =>
    errors.conflict(
      `Opération du ${frenchDate(line.transaction_date)}, ${cutText(line.label, 60)}${NBSP}: ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`,
      code,
    ),
  /** BANK-32: it is dropped no more. */
  statementImported: () =>
    errors.conflict("Ce relevé vient d’être importé, il ne peut plus être abandonné.", "statement_imported"),
  /** BANK-32: it is not dropped while an import saves it. */
  statementBeingImported: () =>
    errors.conflict(
      "Ce relevé est en cours d’import, il ne peut pas être abandonné.",
      "statement_being_imported",
    ),
  /** BANK-33: sentences about days of a statement. */
  daysToConfirm: (sentences: readonly string[]) =>
    errors.conflict(`${sentences.join(" ")} Confirmez ces dates pour importer le relevé.`, "days_to_confirm"),
  letteringResumed: () =>
    errors.conflict(
      `Le rapprochement automatique a repris${NBSP}: cette action n’a plus d’objet.`,
      "lettering_resumed",
    ),
  cinemaValidated: () =>
    errors.conflict(
      `Bobine a validé ce cinéma${NBSP}: cette action n’a plus d’objet et reste fermée.`,
      "cinema_validated",
    ),
  askedAnew: () =>
    errors.conflict("Une action plus récente pose déjà cette question. Traitez celle-là.", "asked_anew"),
};
