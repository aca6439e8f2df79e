export const PREVIEW_TEXTS = {
  mail: "Aperçu de l’e-mail",
  from: "De",
  to: "À",
  subject: "Objet",
  attachments: "Pièces jointes",
  // It may be for a company that the cinema had before, whose addresses are nowhere to be written (MAIL-2).
  nobody:
    "Aucune adresse connue. Pour la société actuelle du cinéma, ajoutez-en une dans sa fiche ou dans vos paramètres pour lui.",
} as const;
