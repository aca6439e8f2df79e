export const PREVIEW_TEXTS = {
  mail: "Aperçu de l’e-mail",
  from: "De",
  to: "À",
  subject: "Objet",
  attachments: "Pièces jointes",
  nobody: "Aucune adresse\u00a0: ajoutez-en une dans la fiche du cinéma ou dans vos paramètres pour lui.",
} as const;
