export const TEXTS = {
  title: "Cinémas",
  /** UI-8 */
  empty: "Aucun cinéma ne correspond à vos critères",
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
  none: "–",
} as const;

export const CUT_TEXTS = {
  action: "Retirer de ma liste",
  of: (cinema: string) => `Retirer de ma liste\u00a0: ${cinema}`,
  title: "Retirer ce cinéma de votre liste\u202f?",
  question: (cinema: string) =>
    `Vous ne verrez plus la fiche ni les contacts de «\u00a0${cinema}\u00a0». Un prochain rapport qui le nomme le remettra dans votre liste. S’il a déjà des factures ou des déclarations chez vous, seul Bobine peut couper ce lien.`,
  questionForGood: (cinema: string) =>
    `Le distributeur sélectionné ne verra plus la fiche ni les contacts de «\u00a0${cinema}\u00a0». Ses factures restent telles quelles, et nommer ce cinéma dans un fichier fera une demande de rattachement.`,
  confirm: "Retirer de la liste",
  done: "Cinéma retiré de la liste",
  failed: "Impossible de retirer ce cinéma de la liste",
} as const;
