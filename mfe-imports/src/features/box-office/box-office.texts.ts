import { BOX_OFFICE_TOO_LARGE } from "@bobine/contract/box-office";

export const TEXTS = {
  title: (kind: string) => `Rapport ${kind.toUpperCase()}`,
  intro: "Importez le rapport hebdomadaire de recettes.",
  /** BILL-14: what becomes of it, which the page promises only when it is so. */
  invoicing: {
    on: "Importez le rapport hebdomadaire de recettes\u00a0: les factures des cinémas validés sont établies aussitôt.",
    paused:
      "Importez le rapport hebdomadaire de recettes. La facturation automatique est en pause\u00a0: les factures seront établies quand vous la mettrez en marche, sur la page d’accueil.",
    notValidated:
      "Importez le rapport hebdomadaire de recettes. Votre compte n’est pas encore validé\u00a0: rien n’est facturé d’ici là.",
  },
  file: "Fichier XML du rapport",
  hint: "Un fichier XML de moins de 50 Mo",
  send: "Importer le rapport",
  look: "Voir l’aperçu",
  /** API-6 */
  required: "Veuillez sélectionner un fichier à téléverser",
  notXml: "Veuillez sélectionner un fichier XML",
  tooLarge: BOX_OFFICE_TOO_LARGE,
  /** TXT-1 */
  failed: "Failed to upload file",
  result: "Rapport importé",
  errors: "Déclarations refusées",
  errorsNext:
    "Faites corriger ces déclarations par le cinéma, puis importez le rapport corrigé\u00a0: ce qui est déjà là n’est pas compté deux fois. Cette liste reste dans DÉCLARATIONS, avec ce rapport.",
  warnings: "Points à vérifier",
  nothingOfOurs: "Aucune déclaration de ce fichier n’est à votre société.",
  knownBy:
    "Les déclarations nomment d’autres distributeurs. Les vôtres sont reconnues au SIREN de votre société, sinon à sa raison sociale\u00a0: vérifiez le fichier, puis ces deux champs.",
  toAccount: "Informations du compte",
  toInvoices: "Voir les factures",
  labels: {
    declarations_found: "Déclarations trouvées",
    imported: "Nouvelles déclarations",
    films_found: "Films",
    cinemas_found: "Cinémas",
    screens_found: "Salles",
    weeks: "Semaines",
    total_admissions: "Entrées",
    total_gross_ttc: "Recettes TTC",
    duplicates: "Doublons ignorés",
    corrections: "Rectifications",
    set_aside: "Mises de côté",
    other_distributors: "Autres distributeurs",
    unknown_cinemas: "Cinémas inconnus créés",
    invoices_expected: "Factures de cet import",
    invoices_held: "En attente de validation du cinéma",
  },
} as const;
