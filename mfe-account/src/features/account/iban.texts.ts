import { BANK_FIELD_LABELS, type BankDetailsState } from "@bobine/contract/bank-details";

/** On the account page: a change that waits. */
export const PENDING = {
  title: "Changement d’IBAN en attente de confirmation",
  asked: (by: string, at: string, until: string) =>
    `Demandé par ${by} le ${at}. À confirmer avant le ${until}.`,
  next: "Un administrateur de la société, qui l’est depuis 72\u00a0heures au moins, ou de Bobine ouvre le lien de son e-mail, vérifie l’IBAN et le confirme. D’ici là, les nouvelles factures gardent l’IBAN actuel.",
  mails: {
    sent: (names: string) => `E-mail envoyé à ${names}.`,
    waiting: (names: string) => `E-mail en attente d’envoi à ${names}.`,
    given_up: (names: string) =>
      `E-mail non parti pour ${names}\u00a0: un serveur de messagerie l’a refusé, sans mettre l’adresse en cause. Confirmez avec un code, ou prévenez l’assistance de Bobine si un nouvel envoi est refusé aussi.`,
    refused: (names: string) =>
      `E-mail refusé par la messagerie de ${names}\u00a0: vérifiez l’adresse avant de le renvoyer, ou confirmez avec un code.`,
  },
  mailing: "L’e-mail part aux administrateurs de la société et à ceux de Bobine.",
  bobine: (count: number) =>
    count === 1 ? "un administrateur de Bobine" : `${count}\u00a0administrateurs de Bobine`,
  removed: "supprimé",
  fields: BANK_FIELD_LABELS,
  resend: "Renvoyer l’e-mail",
  resendFrom: (at: string) => `L’e-mail peut être renvoyé à partir du ${at}.`,
  resendNoMore:
    "L’e-mail a été envoyé autant de fois que possible. Vérifiez les courriers indésirables, ou retirez le changement.",
  resent: "E-mail de confirmation renvoyé",
  resendFailed: "Impossible de renvoyer l’e-mail de confirmation.",
  byCode: "Confirmer avec un code",
  byCodeTitle: "Confirmer le changement d’IBAN",
  byCodeIntro: "Vérifiez chaque ligne et chaque chiffre.",
  /** Invoices print the main one alone. */
  willPrint:
    "Les factures émises à partir de maintenant porteront cet IBAN principal\u202f; les e-mails de factures, les relances et les relevés de compte le demanderont aussi pour les factures déjà émises.",
  keepsPrinted: "Les factures gardent l’IBAN principal actuel.",
  replaced: "Un autre changement a été demandé depuis que cette fenêtre est ouverte.",
  byCodeFailed: "Impossible de confirmer l’IBAN.",
  confirmed: "Changement d’IBAN confirmé",
  withdraw: "Retirer le changement",
  withdrawTitle: "Retirer le changement d’IBAN\u202f?",
  withdrawText: "L’IBAN actuel reste en vigueur, et les liens déjà envoyés ne serviront plus.",
  withdrawn: "Changement d’IBAN retiré",
  withdrawFailed: "Impossible de retirer le changement d’IBAN.",
} as const;

/** The page of the mailed link. */
export const CONFIRM = {
  title: "Confirmer un changement d’IBAN",
  intro: (distributor: string) => `Coordonnées bancaires de ${distributor}`,
  noToken: "Ce lien est incomplet. Ouvrez-le depuis l’e-mail que vous avez reçu.",
  loadFailed: "Impossible de lire ce lien.",
  fields: BANK_FIELD_LABELS,
  before: "Actuel",
  after: "Nouveau",
  nothing: "aucun",
  asked: (by: string, at: string) => `Demandé par ${by} le ${at}.`,
  until: (at: string) => `Vous pouvez confirmer jusqu’au ${at}.`,
  check:
    "Comparez chaque chiffre avec le relevé d’identité bancaire, et vérifiez de vive voix auprès de la personne qui l’a demandé.",
  confirm: "Confirmer le changement d’IBAN",
  refuse: "Ce n’est pas moi",
  refuseTitle: "Refuser ce changement\u202f?",
  refuseText: (by: string) =>
    `L’IBAN ne change pas, et les sessions ouvertes de ${by} sont fermées\u00a0: il faudra s’y reconnecter par e-mail.`,
  refuseConfirm: "Refuser le changement",
  /** Once it is confirmed: invoices print the main one alone. */
  prints:
    "Les factures émises à partir de maintenant portent le nouvel IBAN principal\u202f; les e-mails de factures, les relances et les relevés de compte le demandent aussi pour les factures déjà émises.",
  keepsPrinted: "Les factures gardent leur IBAN principal.",
  failed: "Impossible d’enregistrer votre réponse.",
  toAccount: "Voir les informations du compte",
  toLogs: "Voir les journaux d’audit",
} as const;

/** What became of a change. */
export const OUTCOMES: Readonly<
  Record<
    Exclude<BankDetailsState, "waiting">,
    { readonly tone: "success" | "warning" | "info"; readonly text: string }
  >
> = {
  confirmed: {
    tone: "success",
    text: "Le changement d’IBAN est confirmé.",
  },
  refused: {
    tone: "warning",
    text: "Le changement est refusé\u00a0: l’IBAN n’a pas changé. Parlez-en à la personne qui l’avait demandé, vérifiez que sa messagerie n’est utilisée par personne d’autre, puis relisez les journaux d’audit.",
  },
  withdrawn: { tone: "info", text: "Ce changement a été retiré\u00a0: l’IBAN n’a pas changé." },
  expired: {
    tone: "info",
    text: "Ce lien a expiré sans confirmation\u00a0: l’IBAN n’a pas changé. Pour le changer, enregistrez-le de nouveau dans les informations du compte.",
  },
  replaced: {
    tone: "info",
    text: "Un autre changement a été demandé depuis. Ouvrez le lien de l’e-mail le plus récent.",
  },
};
