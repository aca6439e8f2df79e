import type { Decision, Prospect } from "@bobine/contract/prospects";
import { type StatusFacts, VALIDATION_STATUS } from "@bobine/contract/status-labels";

export const TEXTS = {
  title: "Demandes d’inscription",
  empty: "Aucune demande en attente",
  loadFailed: "Impossible de charger les demandes",
  intro:
    "Rien n’est facturé ni envoyé pour ces distributeurs. Avant de valider, comparez le SIREN et le nom au registre des entreprises, et le titulaire du compte au RIB.",
  missing: "Il manque\u00a0: ",
  sameSiren: "Le même SIREN est indiqué par",
  documents: "Documents",
  noDocument: "Aucun document",
  downloadFailed: "Impossible de télécharger le document.",
  decision: "Dernière décision",
  nothing: "Non renseigné",
  facts: {
    address: "Adresse",
    siren: "SIREN",
    vat_number: "N° de TVA",
    phone: "Téléphone",
    iban: "IBAN",
    iban_holder: "Titulaire du compte",
    applicant: "Demandeur",
  },
} as const;

export const STATE: Readonly<Record<"new" | Decision, StatusFacts>> = {
  new: VALIDATION_STATUS.prospect,
  ask: { label: "Complément demandé", color: "blue" },
  refuse: VALIDATION_STATUS.refused,
  validate: VALIDATION_STATUS.validated,
};
/** One who was refused and has changed its file since waits as a new one does. */
export const stateOf = ({ validation_status, decision }: Prospect): StatusFacts =>
  STATE[validation_status === "refused" ? "refuse" : decision?.decision === "ask" ? "ask" : "new"];

export const DECISION_TEXTS: Readonly<
  Record<
    Decision,
    {
      open: string;
      title: (name: string) => string;
      label: string;
      hint: string;
      submit: string;
      done: string;
      failed: string;
    }
  >
> = {
  validate: {
    open: "Valider",
    title: (name) => `Valider ${name}`,
    label: "Message au demandeur (facultatif)",
    hint: "Ce distributeur pourra facturer et écrire aux cinémas. Le demandeur en est prévenu par e-mail.",
    submit: "Valider le distributeur",
    done: "Distributeur validé",
    failed: "Impossible de valider ce distributeur",
  },
  ask: {
    open: "Demander un complément",
    title: (name) => `Demander un complément à ${name}`,
    label: "Ce qui est demandé",
    hint: "Envoyé au demandeur par e-mail, et affiché sur son compte.",
    submit: "Envoyer la demande",
    done: "Complément demandé",
    failed: "Impossible d’envoyer la demande",
  },
  refuse: {
    open: "Refuser",
    title: (name) => `Refuser ${name}`,
    label: "Motif du refus",
    hint: "Envoyé au demandeur par e-mail, et affiché sur son compte.",
    submit: "Refuser l’inscription",
    done: "Inscription refusée",
    failed: "Impossible de refuser cette inscription",
  },
};
export const REASON_REQUIRED = "Ce champ est obligatoire";
