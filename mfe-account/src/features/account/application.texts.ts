import type { Decision } from "@bobine/contract/prospects";

export const APPLICATION = {
  title: "Validation de votre compte",
  loadFailed: "Le dossier de validation n’a pas pu être chargé.",
  prospect:
    "Votre compte est en cours de validation par notre équipe. Vous pouvez compléter vos informations et importer vos rapports, vos factures et vos relevés\u00a0: rien n’est facturé ni envoyé aux cinémas d’ici là. Vous serez prévenu par e-mail.",
  refused:
    "Votre inscription a été refusée\u00a0: rien n’est facturé ni envoyé en votre nom. Si le motif peut être corrigé, corrigez vos informations ou ajoutez un document\u00a0: votre dossier sera relu.",
  asked:
    "Complétez ou corrigez ce qui vous est demandé\u00a0: votre dossier sera relu ensuite. D’ici là, rien n’est facturé ni envoyé aux cinémas.",
  missing: "Il manque\u00a0: ",
  complete: "Votre dossier est complet\u00a0: il va être relu.",
  where: "Les informations de la société se complètent par «\u00a0Modifier\u00a0», en haut de cette page.",
  reasons: {
    validate: "Message de notre équipe",
    refuse: "Motif du refus",
    ask: "Ce qui vous est demandé",
  } satisfies Record<Decision, string>,
  holder: "Titulaire du compte bancaire",
  holderHint: "Comme l’écrit votre banque, sur le RIB",
  save: "Enregistrer le titulaire",
  saved: "Titulaire enregistré",
  saveFailed: "Impossible d’enregistrer le titulaire du compte.",
  documents: "Documents",
  noDocument: "Aucun document pour l’instant.",
  kind: "Nature du document",
  file: "Document PDF",
  fileHint: "PDF, 5 Mo au plus",
  noFile: "Choisissez un document PDF.",
  notPdf: "Ce fichier n’est pas un PDF. Envoyez un document au format PDF.",
  tooLarge: "Ce document dépasse 5 Mo. Envoyez un PDF plus léger.",
  add: "Ajouter au dossier",
  added: "Document ajouté",
  addFailed: "Impossible d’envoyer le document.",
  remove: (name: string) => `Retirer ${name}`,
  removed: "Document retiré",
  removeFailed: "Impossible de retirer le document.",
  removeTitle: "Retirer ce document\u202f?",
  removeText: (name: string) => `${name} ne sera plus dans votre dossier.`,
} as const;
