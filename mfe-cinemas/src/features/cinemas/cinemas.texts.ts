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
  notValidated: "Non Validé",
  retry: "Réessayer",
  none: "–",
} as const;
