export const TEXTS = {
  /** SPEC §2.12 */
  title: "Gestion des Cinemas",
  empty: "Aucun cinéma trouvé",
  emptyHint:
    "Les cinémas apparaissent une fois importés depuis les données d’un distributeur ou ajoutés manuellement.",
  search: "Rechercher par nom, ville ou groupe",
  searchButton: "Rechercher",
  validated: "Validé",
  notValidated: "Non Validé",
  validate: "Valider",
  validateTitle: "Valider le cinéma",
  validateQuestion: (name: string) =>
    `Valider « ${name} » ? La validation ne s’annule pas, et les factures qui l’attendent seront établies.`,
  /** SPEC §8 */
  loadFailed: "Impossible de charger la liste des cinémas",
  validateFailed: "Impossible de valider le cinéma",
  validateDone: "Cinéma validé avec succès",
} as const;
