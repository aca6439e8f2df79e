import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { CINEMA_ACTIVITY } from "@bobine/contract/status-labels";

const { columns: LABELS } = CINEMA_LIST;

export const TEXTS = {
  /** UI-16 */
  title: "Gestion des Cinemas",
  import: "Importer",
  create: "Nouveau Cinéma",
  empty: "Aucun cinéma trouvé",
  emptyHint:
    "Les cinémas apparaissent une fois importés depuis les données d’un distributeur ou ajoutés manuellement.",
  search: "Rechercher par nom, ville ou groupe",
  searchButton: "Rechercher",
  clearSearch: "Effacer la recherche",
  validate: "Valider",
  validateTitle: "Valider le cinéma",
  validateQuestion: (name: string) =>
    `Valider «\u00a0${name}\u00a0»\u202f? La validation ne s’annule pas, et les factures qui l’attendent seront établies.`,
  edit: (name: string) => `Modifier ${name}`,
  delete: (name: string) => `Supprimer ${name}`,
  deleteTitle: "Supprimer le cinéma",
  deleteButton: "Supprimer",
  /** UI-16 */
  deleteQuestion: (name: string, city: string) =>
    `Êtes-vous sûr de vouloir supprimer le cinéma ${name}${city === "" ? "" : ` (${city})`}? Cette action est irréversible.`,
  /** TXT-1 */
  loadFailed: "Impossible de charger la liste des cinémas",
  cinemaFailed: "Impossible d’ouvrir la fiche de ce cinéma",
  exportFailed: "Impossible d’exporter la liste des cinémas.",
  validateFailed: "Impossible de valider le cinéma",
  validateDone: "Cinéma validé avec succès",
  deleteFailed: "Impossible de supprimer le cinéma",
  deleteDone: "Cinéma supprimé avec succès",
  createFailed: "Impossible de créer le cinéma",
  createDone: "Cinéma Créé",
  updateFailed: "Impossible de mettre à jour le cinéma",
  updateDone: "Cinéma Mis à Jour",
} as const;

export const FORM_TEXTS = {
  createTitle: "Nouveau Cinéma",
  editTitle: "Modifier le cinéma",
  createButton: "Créer le cinéma",
  editButton: "Enregistrer",
  identity: "Cinéma",
  address: "Adresse",
  legal: "Informations légales",
  invoicing: "Facturation",
  invoicingHint: "(ce qui reste vide est repris du cinéma)",
  contacts: "Contacts",
  codes: "Codes",
  screens: "Salles",
  emailHint: "Séparez les adresses par des virgules.",
  vatHint:
    "De la société facturée. Celui d’un autre pays de l’Union la facture sans TVA (autoliquidation), sans SIREN.",
  codeHint: "De 2 à 12 lettres majuscules ou chiffres. Donné automatiquement s’il reste vide.",
  phone: (number: number) => `Téléphone ${number}`,
  addPhone: "Ajouter un téléphone",
  removePhone: (number: number) => `Retirer le téléphone ${number}`,
  screenName: (number: number) => `Nom de la salle ${number}`,
  screenNumber: (number: number) => `Numéro d’autorisation de la salle ${number}`,
  addScreen: "Ajouter une salle",
  removeScreen: (number: number) => `Retirer la salle ${number}`,
  activity: "Activité",
  activities: CINEMA_ACTIVITY,
  fields: {
    name: LABELS.name.label,
    legal_name: LABELS.legal_name.label,
    city: LABELS.city.label,
    group: LABELS.group.label,
    sub_group: LABELS.sub_group.label,
    address: LABELS.address.label,
    address_line_2: "Complément d’adresse",
    pin_code: LABELS.pin_code.label,
    siren: LABELS.siren.label,
    cnc_authorization: "N° CNC",
    invoicing_company_name: LABELS.invoicing_company_name.label,
    invoicing_address: "Adresse de facturation",
    invoicing_address_line_2: "Complément d’adresse de facturation",
    invoicing_pin_code: "Code postal de facturation",
    invoicing_city: "Ville de facturation",
    invoicing_siren: "SIREN de facturation",
    vat_number: LABELS.vat_number.label,
    default_accounting_code: LABELS.default_accounting_code.label,
    short_name_code: LABELS.short_name_code.label,
    default_invoice_emails: LABELS.default_invoice_emails.label,
    default_reminder_emails: LABELS.default_reminder_emails.label,
  },
} as const;

export const IMPORT_TEXTS = {
  title: "Importer des cinémas",
  file: "Fichier XLSX des cinémas",
  hint: "Une ligne par cinéma, colonne Nom obligatoire. Une cellule vide n’efface rien.",
  send: "Importer",
  close: "Fermer",
  again: "Importer un autre fichier",
  /** TXT-1 */
  failed: "Impossible d'importer les cinémas",
  result: "Résultat de l’import",
  created: "Créés",
  updated: "Mis à jour",
  errors: "Erreurs",
  errorList: "Lignes en erreur",
  noteList: "Remarques",
  createdList: "Cinémas créés",
  updatedList: "Cinémas mis à jour",
  line: (number: number) => `Ligne ${number}`,
} as const;
