export const TEXT_TEXTS = {
  level: "Relance à rédiger",
  /** Names what is typed, where leaving it is asked about. */
  form: (level: string) => `Texte de relance\u00a0: ${level}`,
  own: "C’est votre texte.",
  ours: "C’est le texte de Bobine. L’objet et les phrases s’accordent avec les factures de chaque e-mail.",
  write: "Écrire votre texte",
  begun:
    "Voici de quoi commencer votre texte. Tant qu’il n’est pas enregistré, les relances portent celui de Bobine.",
  oursFailed: "Impossible de lire le texte de Bobine.",
  notice: "La demande de payer, les pénalités et les intérêts théoriques restent dans la mise en demeure.",
  subject: "Objet",
  opening: "Avant le tableau des factures",
  closing: "Après le tableau et le rappel de votre IBAN",
  variables: "Variables",
  save: "Enregistrer",
  saved: "Votre texte est enregistré. Les prochaines relances le portent.",
  failed: "Impossible d’enregistrer le texte.",
  changedTitle: "Quelqu’un a modifié ce texte entre-temps",
  changed: "Voici le sien. Le vôtre reste ci-dessous\u00a0: enregistrez de nouveau pour remplacer le sien.",
  removedMeanwhile:
    "Le texte de Bobine est rétabli. Le vôtre reste ci-dessous\u00a0: enregistrez de nouveau pour le reprendre.",
  takeTheirs: "Reprendre le sien",
  remove: "Revenir au texte de Bobine",
  removeTitle: "Revenir au texte de Bobine\u202f?",
  removeQuestion:
    "Votre texte est supprimé, avec ce que vous n’avez pas enregistré. Les prochaines relances portent celui de Bobine.",
  removeConfirm: "Supprimer votre texte",
  removed: "Les relances portent de nouveau le texte de Bobine.",
  invented: "Aperçu sur deux factures d’exemple",
} as const;
