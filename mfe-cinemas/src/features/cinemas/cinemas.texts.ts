export const TEXTS = {
  title: "Cinémas",
  /** UI-8 */
  empty: "Aucun cinéma ne correspond à vos critères",
  /** Of who has no cinema at all (DIST-7). */
  noCinema: "Vous n’avez pas encore de cinéma",
  noCinemaHint:
    "Vos cinémas arrivent avec votre premier rapport, ou avec la liste des factures que vous avez émises ailleurs. Il en manque un\u202f? Proposez-le à Bobine.",
  toReport: "Importer un rapport",
  toInvoices: "Importer une liste de factures",
  requests: "Demandes à Bobine",
  close: "Fermer",
  /** TXT-1 */
  loadFailed: "Impossible de charger la liste des cinémas",
  exportFailed: "Impossible d’exporter la liste des cinémas.",
  search: "Rechercher un cinéma, une ville, un SIREN, un contact…",
  screens: "Salles",
  noScreen: "Aucune salle enregistrée.",
  screenName: "Nom",
  authorization: "Numéro d'Autorisation",
  retry: "Réessayer",
  /** CIN-9 */
  sandboxed:
    "Ce cinéma vient de fichiers importés et attend Bobine\u00a0: il n’a pas encore de lien à couper.",
  none: "–",
} as const;

interface CutTexts {
  readonly action: string;
  readonly of: (cinema: string) => string;
  readonly title: string;
  readonly question: (cinema: string) => string;
  readonly confirm: string;
  readonly done: string;
  readonly failed: string;
}

/** CIN-9 */
const OWN_CUT: CutTexts = {
  action: "Retirer de ma liste",
  of: (cinema) => `Retirer de ma liste\u00a0: ${cinema}`,
  title: "Retirer ce cinéma de votre liste\u202f?",
  question: (cinema) =>
    `Vous ne verrez plus la fiche, les contacts ni les salles de «\u00a0${cinema}\u00a0». Vos réglages pour ce cinéma et l’historique restent\u00a0: un prochain rapport qui le nomme le remettra dans votre liste. S’il a déjà des factures ou des déclarations chez vous, seul Bobine peut couper ce lien.`,
  confirm: "Retirer de la liste",
  done: "Cinéma retiré de la liste",
  failed: "Impossible de retirer ce cinéma de la liste",
};

const CUT_FOR_GOOD: CutTexts = {
  action: "Couper le lien",
  of: (cinema) => `Couper le lien\u00a0: ${cinema}`,
  title: "Couper le lien avec ce cinéma\u202f?",
  question: (cinema) =>
    `Le distributeur sélectionné ne verra plus la fiche, les contacts ni les salles de «\u00a0${cinema}\u00a0». Ses factures, ses réglages pour ce cinéma et l’historique restent. Nommer ce cinéma dans un fichier fera une demande de rattachement.`,
  confirm: "Couper le lien",
  done: "Lien coupé",
  failed: "Impossible de couper le lien avec ce cinéma",
};

/** A super admin's cut is for good, people's own is not. */
export const cutTexts = (isForGood: boolean): CutTexts => (isForGood ? CUT_FOR_GOOD : OWN_CUT);
