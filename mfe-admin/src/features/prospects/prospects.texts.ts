import { type Decision, DECISIONS, type Prospect } from "@bobine/contract/prospects";
import { type StatusFacts, VALIDATION_STATUS } from "@bobine/contract/status-labels";

export const TEXTS = {
  title: "Demandes d’inscription",
  empty: "Aucune demande en attente",
  loadFailed: "Impossible de charger les demandes",
  intro:
    "Rien n’est facturé ni envoyé pour un distributeur qui attend sa validation. Avant de valider, comparez le SIREN et le nom au registre des entreprises, et le titulaire du compte au RIB.",
  missing: "Il manque\u00a0: ",
  sameSiren: "Le même SIREN est indiqué par",
  proposesToo: "à vérifier aussi",
  documents: "Documents",
  noDocument: "Aucun document",
  downloadFailed: "Impossible de télécharger le document.",
  decision: "Dernière décision",
  nothing: "Non renseigné",
  nobodyElse: "Aucun autre distributeur n’indique ce SIREN.",
  proposedBy: (who: string, when: string) =>
    `Proposé par ${who} le ${when}. Ce distributeur est validé\u00a0: d’ici votre décision, ses documents gardent le SIREN vérifié.`,
  formerPerson: "une personne partie",
  facts: {
    address: "Adresse",
    siren: "SIREN",
    vat_number: "N° de TVA",
    phone: "Téléphone",
    iban: "IBAN",
    iban_holder: "Titulaire du compte",
    proposed_siren: "SIREN proposé",
    proposed_vat_number: "N° de TVA proposé",
    applicant: "Demandeur",
  },
} as const;

export const STATE: Readonly<Record<"new" | Decision, StatusFacts>> = {
  new: VALIDATION_STATUS.prospect,
  ask: { label: "Complément demandé", color: "blue" },
  refuse: VALIDATION_STATUS.refused,
  validate: VALIDATION_STATUS.validated,
};
const PROPOSED: StatusFacts = { label: "SIREN à vérifier", color: "yellow" };
const CHANGED: StatusFacts = { label: "Dossier modifié, à relire", color: "yellow" };
/** One who was asked for more, or refused, and has changed its file since waits to be read again. */
export const stateOf = ({ validation_status, decision, is_changed, proposed }: Prospect): StatusFacts => {
  if (proposed) return PROPOSED;
  if (validation_status === "refused") return STATE.refuse;
  if (decision === null || decision.decision === "validate") return STATE.new;
  if (is_changed) return CHANGED;
  return STATE[decision.decision === "ask" ? "ask" : "new"];
};

export interface DecisionTexts {
  readonly open: string;
  readonly title: (name: string) => string;
  readonly label: string;
  readonly hint: string;
  readonly submit: string;
  readonly done: string;
  readonly failed: string;
}

const DECISION_TEXTS: Readonly<Record<Decision, DecisionTexts>> = {
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
/** Of a SIREN that a validated distributor proposes. */
const SIREN_TEXTS: Readonly<Record<Exclude<Decision, "ask">, DecisionTexts>> = {
  validate: {
    open: "Confirmer le SIREN",
    title: (name) => `Confirmer le SIREN de ${name}`,
    label: "Message au distributeur (facultatif)",
    hint: "Ses prochains documents porteront ce SIREN et ce numéro de TVA. Le distributeur en est prévenu par e-mail.",
    submit: "Confirmer le SIREN",
    done: "SIREN confirmé",
    failed: "Impossible de confirmer ce SIREN",
  },
  refuse: {
    open: "Refuser le SIREN",
    title: (name) => `Refuser le SIREN de ${name}`,
    label: "Motif du refus",
    hint: "Envoyé au distributeur par e-mail. N’y dites pas quels autres distributeurs sont clients de Bobine.",
    submit: "Refuser le SIREN",
    done: "SIREN refusé",
    failed: "Impossible de refuser ce SIREN",
  },
};
/** What can be decided about a row, with its words. */
export const decisionsOf = ({ proposed }: Prospect): readonly (readonly [Decision, DecisionTexts])[] =>
  proposed
    ? (["validate", "refuse"] as const).map((one) => [one, SIREN_TEXTS[one]])
    : DECISIONS.map((one) => [one, DECISION_TEXTS[one]]);

export const REASON_REQUIRED = "Ce champ est obligatoire";
