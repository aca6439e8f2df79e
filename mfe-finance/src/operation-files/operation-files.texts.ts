import { counted } from "@bobine/contract/french";

export const TEXTS = {
  title: "Pièces jointes",
  count: (count: number) => counted(count, "pièce jointe", "pièces jointes"),
  empty: "Aucune pièce jointe.",
  loadFailed: "Impossible de charger les pièces jointes.",
  add: "Joindre un fichier",
  hint: "PDF, image, e-mail, texte ou tableau, 10 Mo au plus.",
  field: "Fichier à joindre",
  adding: (percent: number) => `Envoi\u00a0: ${percent}\u00a0%`,
  added: (name: string) => `${name} est joint à l’opération.`,
  addFailed: "Impossible de joindre ce fichier.",
  otherName: "Choisissez un fichier PDF, PNG, JPG, EML, MSG, TXT, XLSX ou CSV.",
  tooLarge: "Le fichier dépasse 10\u00a0Mo. Réduisez-le, puis réessayez.",
  save: (name: string) => `Télécharger ${name}`,
  saveFailed: "Impossible de télécharger cette pièce jointe.",
  remove: "Supprimer",
  removeOf: (name: string) => `Supprimer ${name}`,
  removeTitle: "Supprimer cette pièce jointe\u202f?",
  removeQuestion: (name: string) => `${name} est effacé pour tout le monde, sans retour.`,
  removed: "Pièce jointe supprimée.",
  removeFailed: "Impossible de supprimer cette pièce jointe.",
} as const;
