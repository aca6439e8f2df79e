import { errors } from "../../errors.ts";

/** What the life of an invoice forbids (BILL-10), in French. */
export const invoiceErrors = {
  issuedNotDeleted: () =>
    errors.conflict("Une facture émise ne peut pas être supprimée. Établissez un avoir.", "issued_invoice"),
  issuedNotRewritten: () =>
    errors.conflict("Une facture émise ne peut pas être modifiée. Établissez un avoir.", "issued_invoice"),
  settledNotDeleted: () =>
    errors.conflict(
      "Cette facture a déjà un règlement ou un avoir. Annulez-le avant de la supprimer.",
      "settled_invoice",
    ),
  settledNotRewritten: () =>
    errors.conflict(
      "Cette facture a déjà un règlement ou un avoir. Annulez-le avant de la modifier.",
      "settled_invoice",
    ),
  openedNotRewritten: () =>
    errors.conflict(
      "Cette facture a été importée avec ce qui en était déjà réglé. Supprimez-la, puis importez-la de nouveau avec les bons montants.",
      "settled_invoice",
    ),
  openedInLot: (done: "supprimée" | "modifiée") =>
    errors.conflict(
      `Cette facture et le règlement avec lequel elle a été importée sont dans un lot d’écritures\u00a0: elle ne peut plus être ${done}.`,
      "settled_invoice",
    ),
  creditNoteNotRewritten: () =>
    errors.conflict("Les montants d’un avoir ne se modifient pas.", "credit_note"),
  notInDefault: () =>
    errors.conflict(
      "Seule une facture en attente de paiement peut passer en défaut, puis être rouverte.",
      "invoice_status",
    ),
  nothingPaid: () =>
    errors.conflict(
      "Cette facture n’a aucun règlement\u00a0: elle devient partiellement payée quand une opération bancaire est rapprochée d’elle.",
      "invoice_status",
    ),
  noProvision: () => errors.conflict("Seule une facture en défaut peut être provisionnée.", "not_in_default"),
  provisionTooHigh: (base: string) =>
    errors.field("amount", `La provision porte sur ce qui reste dû hors taxes\u00a0: ${base} au plus.`),
  creditOfCredit: () => errors.conflict("Un avoir ne reçoit pas d’avoir.", "credit_note"),
  unknownVatRate: () =>
    errors.conflict(
      "Le taux de TVA de cette facture importée n’est pas connu. Établissez l’avoir dans le logiciel qui l’a émise.",
      "unknown_vat_rate",
    ),
  nothingToCredit: () =>
    errors.conflict("Cette facture est déjà entièrement couverte par des avoirs.", "nothing_to_credit"),
  tooMuchCredited: (most: string) =>
    errors.field(
      "lines",
      `Saisissez pour chaque film un montant de ${most} HT au plus, et supérieur à zéro.`,
    ),
  incompleteSupplier: () =>
    errors.conflict(
      "Votre société est incomplète. Complétez ses informations dans INFOS COMPTE avant d’établir un avoir.",
      "incomplete_supplier",
    ),
  ofOtherCompany: () =>
    errors.conflict(
      "Cette facture porte une TVA, et a été émise sous un autre SIREN que celui de votre société\u00a0: l’avoir est à établir par la société qui l’a émise.",
      "of_other_company",
    ),
  incompleteClient: (cinema: string) =>
    errors.conflict(
      `Le cinéma ${cinema} est incomplet. Faites compléter sa fiche avant d’établir un avoir.`,
      "incomplete_client",
    ),
  incompleteCutClient: (cinema: string) =>
    errors.conflict(
      `Le lien avec le cinéma ${cinema} est coupé, et cette facture ne dit pas tout de son client. Demandez à Bobine de rétablir le lien, puis établissez l’avoir.`,
      "incomplete_client",
    ),
  numberTaken: (number: string) =>
    errors.field("invoice_number", `La facture ${number} existe déjà. Saisissez un autre numéro.`),
  numberOfSeries: (number: string) =>
    errors.field(
      "invoice_number",
      `Le numéro ${number} appartient à la suite des factures émises ici. Saisissez un autre numéro.`,
    ),
  unknownCinema: () => errors.field("cinema_id", "Choisissez un cinéma de votre liste."),
  dueBeforeDate: () =>
    errors.field("due_date", "Saisissez une date d’échéance qui ne précède pas la date de la facture."),
  noTotal: () => errors.field("total_amount", "Saisissez un montant TTC supérieur à zéro."),
  wrongTotal: () => errors.field("total_amount", "Saisissez un montant TTC égal au montant HT plus la TVA."),
} as const;

/** Says in French that a number is taken, when that is why the database refused. */
export async function orNumberTaken<T>(number: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (number !== undefined && code === "23505" && constraint === "invoice_number_unique")
      throw invoiceErrors.numberTaken(number);
    throw error;
  }
}
