import type { FirstStep, FirstSteps, StepState } from "@bobine/contract/first-steps";
import { counted } from "@bobine/contract/french";

type Step = FirstSteps["steps"][number];

const COMPANY_FIELDS: Readonly<Record<Step["missing"][number], string>> = {
  address: "l’adresse",
  post_code: "le code postal",
  city: "la ville",
  phone: "le téléphone",
  siren: "le SIREN",
  prefix_vat: "le numéro de TVA",
  iban: "l’IBAN",
};

export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} et ${texts.at(-1)}`;

export const FIRST_STEPS_TEXTS = {
  title: "Vos premiers pas",
  intro: "Ce qui mène à votre première facture.",
  progress: (done: number, all: number) => `${done} ${done < 2 ? "étape faite" : "étapes faites"} sur ${all}`,
  loadFailed: "Impossible de charger vos premiers pas.",
  states: {
    done: "Fait",
    todo: "À faire",
    waiting: "En attente de Bobine",
    optional: "Facultatif",
  } satisfies Record<StepState, string>,
  names: {
    company: "Compléter votre société",
    mentions: "Indiquer les mentions de vos factures",
    validation: "Faire valider votre compte",
    report: "Importer un premier rapport",
    cinemas: "Retrouver vos cinémas",
    numbering: "Poursuivre une numérotation",
    bank: "Connecter votre banque",
    plan: "Choisir un plan",
    automation: "Mettre en marche la facturation",
  } satisfies Record<FirstStep, string>,
  links: {
    company: "Informations du compte",
    mentions: "Options de facturation",
    validation: "Dossier d’inscription",
    report: "Importer un rapport",
    cinemas: "Voir les cinémas",
    numbering: "Informations du compte",
    bank: "Connecter une banque",
    plan: "Voir les plans",
    automation: "Bouton «\u00a0Active\u00a0»",
  } satisfies Record<FirstStep, string>,
} as const;

/** Why a step is not done, or nothing. */
export function whyNot(
  { step, state, missing, count, is_asked: isAsked = false }: Step,
  { isValidated, hasReport }: { isValidated: boolean; hasReport: boolean },
): string | null {
  if (state === "done") return null;
  if (step === "automation" && !isValidated)
    return hasReport
      ? "Possible dès que Bobine aura validé votre compte\u202f; les rapports importés attendent jusque-là."
      : "Possible dès que Bobine aura validé votre compte.";
  if (state === "waiting" && !isAsked) {
    if (step === "cinemas")
      return `${counted(count, "cinéma attend", "cinémas attendent")} d’être ${count < 2 ? "validé" : "validés"} par Bobine\u202f; leurs factures suivront.`;
    if (step === "company") return "Bobine vérifie le SIREN que vous avez indiqué.";
    return "Bobine vérifie votre dossier\u202f; vous serez prévenu par e-mail.";
  }
  const reasons: Readonly<Record<FirstStep, string>> = {
    company: `Il manque ${listed(missing.map((field) => COMPANY_FIELDS[field]))}.`,
    mentions: "Forme juridique, capital et RCS figurent sur chaque facture.",
    validation: isAsked
      ? "Bobine attend un complément\u00a0: votre dossier dit ce qui vous est demandé."
      : "Votre inscription a été refusée\u00a0: votre dossier dit pourquoi.",
    report: "Les factures naissent des recettes déclarées par vos cinémas.",
    cinemas: "Ils arrivent avec votre premier rapport ou votre liste de factures.",
    numbering:
      "Seulement si un autre logiciel a déjà émis des factures cette année\u00a0: «\u00a0Début de numérotation\u00a0» prend la suite de la sienne.",
    bank: "Vos encaissements seront rapprochés des factures. Un relevé importé suffit.",
    plan: "Aucun abonnement n’est en cours.",
    automation: hasReport
      ? "Les rapports importés attendent d’être facturés."
      : "Les rapports que vous importerez ne seront facturés qu’une fois la facturation en marche.",
  };
  return reasons[step];
}
