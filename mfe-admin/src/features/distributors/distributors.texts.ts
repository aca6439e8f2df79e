import { BANK_FIELD_LABELS } from "@bobine/contract/bank-details";
export const TEXTS = {
  /** UI-14 */
  title: "Gestion des Distributeurs",
  create: "Nouveau Distributeur",
  empty: "Aucun distributeur trouvé",
  unassigned: "Non assigné",
  mainContact: "Contact principal",
  filter: "Filtrer par nom, e-mail administrateur ou e-mail de communication",
  users: "Utilisateurs associés",
  noUser: "Aucun utilisateur",
  linkedCinemas: "Cinémas liés",
  noLinkedCinema: "Aucun cinéma lié",
  /** TXT-1 */
  loadFailed: "Impossible de charger les distributeurs",
  exportFailed: "Impossible d’exporter la liste des distributeurs.",
  linkedFailed: "Impossible de charger les cinémas liés",
} as const;

/** A change of IBAN that waits; the values are masked. */
export const IBAN_TEXTS = {
  title: "Changement d’IBAN en attente de confirmation",
  iban: (value: string) => `${BANK_FIELD_LABELS.iban}\u00a0: ${value}`,
  secondary: (value: string) =>
    `${BANK_FIELD_LABELS.secondary_iban}\u00a0: ${value === "" ? "aucun" : value}`,
  asked: (by: string, at: string, until: string) =>
    `Demandé par ${by} le ${at}\u202f; peut être confirmé jusqu’au ${until}.`,
  next: "Confirmez-le ou refusez-le par le lien de l’e-mail que vous avez reçu. Pour renvoyer cet e-mail ou retirer le changement, choisissez ce distributeur et ouvrez INFOS COMPTE.",
} as const;

/** The inline edit of a communication e-mail. */
export const EMAIL_TEXTS = {
  label: (distributor: string) => `E-mail de communication de ${distributor}`,
  edit: (distributor: string) => `Modifier l’e-mail de communication de ${distributor}`,
  save: "Enregistrer",
  cancel: "Annuler",
  /** DIST-5 */
  suffix: (suffix: string) => `L'email doit se terminer par ${suffix}`,
  /** TXT-1 */
  failed: "Impossible de mettre à jour l'email",
  done: "Email de communication mis à jour",
} as const;

export const CREATE_TEXTS = {
  title: "Nouveau Distributeur",
  /** UI-14 */
  submit: "Créer le distributeur",
  company: "Société",
  administrator: "Administrateur",
  optional: "(optionnel)",
  /** DIST-4 */
  missing: "Veuillez remplir tous les champs obligatoires",
  /** TXT-1 */
  invalidTitle: "Erreurs de validation",
  invalid: "Veuillez corriger les erreurs dans le formulaire",
  errorTitle: "Erreur",
  unexpected: "Une erreur inattendue s'est produite",
  noAnswer: "Impossible de créer le distributeur. Vérifiez votre connexion.",
  done: "Distributeur créé avec succès",
  fields: {
    name: "Nom",
    address: "Adresse",
    post_code: "Code postal",
    city: "Ville",
    phone: "Téléphone",
    siren: "SIRET",
    vat_number: "N° de TVA",
    ...BANK_FIELD_LABELS,
    communication_email: "E-mail de communication",
    admin_first_name: "Prénom",
    admin_last_name: "Nom de famille",
    admin_email: "E-mail",
  },
  hints: {
    siren: "14 chiffres",
    vat_number: "Code du pays suivi de chiffres",
    communication_email: (suffix: string) => `Se termine par ${suffix}`,
  },
} as const;

/** UI-15: what shows once an administrator has an account. */
export const ACCOUNT_TEXTS = {
  title: "Compte administrateur créé",
  email: "E-mail de l’administrateur",
  copy: "Copier",
  copied: "Copié !",
  warning:
    "Bobine n’utilise pas de mot de passe. Le client reçoit un e-mail avec un lien de connexion, valable 15 minutes.",
  close: "Fermer",
} as const;
