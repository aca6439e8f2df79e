import type { Invoice } from "@bobine/contract/invoices";
import type { InvoiceEvent, InvoiceLine, InvoicePayment } from "@bobine/contract/invoice-detail";
import { centsFromWire } from "@bobine/contract/money";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";
import type { StatusColor } from "@bobine/shared-ui";

export const TEXTS = {
  title: "Factures",
  credits: "Crédits clients",
  remainingCredit: "Reste à imputer",
  toAccount: "Voir le compte client",
  agedBalance: "Balance âgée",
  reminders: "Relances",
  /** UI-9 */
  empty: "Aucune facture trouvée correspondant à vos critères",
  /** Of who has no invoice at all (DIST-7). */
  none: "Vous n’avez pas encore de facture",
  noneHint:
    "Elles sont émises à partir de vos rapports, une fois la facturation en marche. Celles que vous avez émises ailleurs s’importent.",
  noPreview: "Aperçu non disponible pour ce type de fichier",
  /** TXT-1 */
  loadFailed: "Une erreur est survenue lors du chargement des factures.",
  search: "Rechercher un cinéma, un numéro, une semaine…",
  overdue: "En retard",
  cinema: "Tous les cinémas",
  week: "Toutes les semaines",
  noCinema: "Aucun cinéma",
  /** Of an old link, or a saved filter. */
  cinemaGone: "Cinéma introuvable",
  noWeek: "Aucune semaine",
  period: "Période des factures",
  clear: "Effacer les filtres",
  exportFailed: "Impossible d’exporter la liste.",
  noFile: "Aucun document pour cette facture.",
  fileFailed: "Impossible de charger le document.",
  detailFailed: "Impossible de charger la facture.",
} as const;

const LABEL_COLORS: Readonly<Record<string, StatusColor>> = {
  "À imputer": "orange",
  Imputé: "green",
  Remboursé: "gray",
  Annulée: "gray",
};
/** What a person reads of the status, in its colour (BILL-19). */
export const labelOf = ({
  label,
  status,
}: Pick<Invoice, "label" | "status">): { label: string; color: StatusColor } => ({
  label,
  color: LABEL_COLORS[label] ?? INVOICE_STATUS[status].color,
});

/** Money of a credit note that waits for an invoice. */
export const hasRemainingCredit = ({ remaining_credit }: Pick<Invoice, "remaining_credit">): boolean =>
  centsFromWire(remaining_credit) > 0;

export const KIND_TEXTS: Record<InvoiceLine["kind"], string> = {
  rental: "Location",
  minimum_guarantee: "Minimum garanti",
  flat_fee: "Forfait",
  correction: "Rectification",
};

/** What settled an invoice, when no bank line says it. */
export const PAYMENT_TEXTS: Record<InvoicePayment["kind"], string> = {
  payment: "Règlement",
  opening: "Réglé avant l’import de la facture",
  part: "Avance ou trop-perçu imputé",
  return: "Encaissement rejeté",
};

/** Before who or what decided a payment. */
export const DECIDED_TEXTS: Record<InvoicePayment["kind"], string> = {
  payment: "Rapproché",
  opening: "",
  part: "Imputé",
  return: "Retour d’un règlement, enregistré",
};

export const EVENT_TEXTS: Record<InvoiceEvent["kind"], string> = {
  issued: "Émise",
  imported: "Importée",
  paid: "Règlement rapproché",
  payment_reverted: "Rapprochement annulé",
  credited: "Avoir établi",
  credit_applied: "Avoir imputé",
  default: "Passée en défaut",
  reopened: "Rouverte",
  provision: "Provision",
  changed: "Modifiée",
  reminders_stopped: "Relances arrêtées",
  reminders_resumed: "Relances reprises",
};

/** SEC-28 */
export const ARCHIVED = {
  title: "Actions antérieures archivées",
  place: "dans les archives des Journaux d’Audit",
} as const;

/** Where an imported invoice came from. */
export const FROM_FILE = (name: string): string => `fichier «\u00a0${name}\u00a0»`;

/** The fields that a change names, as the screen calls them. */
export const FIELD_TEXTS: Readonly<Record<string, string>> = {
  invoice_number: "numéro",
  invoice_date: "date",
  due_date: "date d’échéance",
  cinema_id: "cinéma",
  week_start: "semaine",
  total_net_amount: "montant HT",
  total_vat_amount: "TVA",
  total_amount: "montant TTC",
  notes: "notes",
};

export const ACTION_TEXTS = {
  default: "Passer en défaut",
  defaultTitle: (number: string) => `Passer la facture ${number} en défaut\u202f?`,
  defaultHint:
    "Elle n’est plus relancée ni proposée au rapprochement. Vous pourrez la rouvrir à tout moment.",
  defaultNote: "Motif",
  defaultNoteHint: "Par exemple\u00a0: liquidation judiciaire, litige en cours",
  noteRequired: "Indiquez le motif.",
  defaulted: "La facture est passée en défaut.",
  defaultFailed: "Impossible de passer la facture en défaut.",
  reopen: "Rouvrir",
  reopenTitle: (number: string) => `Rouvrir la facture ${number}\u202f?`,
  reopenHint: "Elle sera de nouveau relancée et proposée au rapprochement, avec ce qui reste dû.",
  reopened: "La facture est rouverte.",
  reopenFailed: "Impossible de rouvrir la facture.",
  apply: "Imputer sur une facture",
  send: "Envoyer par e-mail",
  resend: "Renvoyer par e-mail",
  sendTitle: (number: string) => `Envoyer ${number} par e-mail\u202f?`,
  sendNow: "Envoyer",
  sendHint: "Voici l’e-mail qui part maintenant, avec ses destinataires.",
  previewFailed: "Impossible d’afficher l’e-mail.",
  sent: "L’envoi est lancé.",
  sendFailed: "Impossible d’envoyer le document.",
  credit: "Établir un avoir",
  creditTitle: (number: string) => `Avoir sur la facture ${number}`,
  creditHint:
    "L’avoir prend le numéro suivant de la série A et s’impute aussitôt sur la facture. Ce qui dépasse le reste dû devient un crédit du client. Un avoir établi ne se modifie plus.",
  creditUnknownRate:
    "Pas d’avoir ici\u00a0: le taux de TVA de cette facture importée n’est pas connu. Établissez-le dans le logiciel qui l’a émise.",
  creditWhole: "Avoir total",
  creditPart: "Avoir partiel",
  creditReason: "Motif, imprimé sur l’avoir",
  creditReasonRequired: "Indiquez le motif de l’avoir.",
  creditAmount: (film: string) => `Montant HT à créditer pour ${film}`,
  creditAmountWrong: "Saisissez un montant, par exemple 118,97.",
  creditAmountHigh: (most: string) => `Saisissez ${most} au plus.`,
  creditNothing: "Saisissez au moins un montant.",
  creditConfirm: "Établir l’avoir",
  credited: (number: string) => `L’avoir ${number} est établi.`,
  creditFailed: "Impossible d’établir l’avoir.",
} as const;
