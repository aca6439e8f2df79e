export const TEXTS = {
  title: "Cinémas",
  /** SPEC §2.6 */
  empty: "Aucun cinéma ne correspond à vos critères",
  close: "Fermer",
  /** SPEC §8 */
  loadFailed: "Impossible de charger la liste des cinémas",
  exportFailed: "Impossible d’exporter la liste des cinémas.",
  search: "Rechercher un cinéma, une ville, un SIREN, un contact…",
  screens: "Salles",
  noScreen: "Aucune salle enregistrée.",
  screenName: "Nom",
  authorization: "Numéro d'Autorisation",
  notValidated: "Non Validé",
  retry: "Réessayer",
  none: "–",
} as const;
