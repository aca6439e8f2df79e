import { DOCUMENTS_MAX } from "@bobine/contract/prospects";
import { errors } from "../../errors.ts";

/** What keeps a prospect from being decided on, or its file from being changed, in French. */
export const prospectErrors = {
  alreadyValidated: () =>
    errors.conflict("Ce distributeur est déjà validé. Rechargez la page.", "already_validated"),
  changedMeanwhile: () =>
    errors.conflict(
      "Ce dossier a changé depuis que vous l’avez ouvert. Relisez-le avant de décider.",
      "file_changed",
    ),
  sirenIsConfirmedOrNot: () =>
    errors.conflict(
      "Un SIREN proposé se confirme ou se refuse. Dites ce qui manque en le refusant.",
      "siren_proposed",
    ),
  withoutIdentity: () =>
    errors.conflict(
      "Ce dossier n’a pas de SIREN ou pas d’IBAN\u00a0: demandez-les avant de valider.",
      "file_incomplete",
    ),
  sirenTaken: (name: string) =>
    errors.conflict(
      `Le distributeur «\u00a0${name}\u00a0», déjà validé, a ce SIREN. Vérifiez lequel des deux en est le titulaire.`,
      "siren_taken",
    ),
  closed: () =>
    errors.conflict(
      "Votre compte est validé\u00a0: son dossier ne change plus ici. Écrivez à l’assistance de Bobine.",
      "file_closed",
    ),
  tooManyDocuments: () =>
    errors.conflict(
      `Un dossier a ${DOCUMENTS_MAX} documents au plus. Supprimez-en un avant d’en ajouter.`,
      "too_many_documents",
    ),
  notPdf: () => errors.upload("Ce fichier n’est pas un PDF. Envoyez un document au format PDF."),
} as const;
