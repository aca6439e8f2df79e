import type { BankConnectionStatus, ConnectionResult, SyncStats } from "@bobine/contract/bank-connection";
import type { NoticeProps, StatusColor } from "@bobine/shared-ui";

export const TEXTS = {
  page: "Compte bancaire",
  pageIntro: "Vos opérations arrivent de la banque chaque jour, puis sont rapprochées de vos factures.",
  title: "Connexion bancaire",
  /** TXT-6 */
  none: "Aucune banque n’est connectée.",
  noneHint: "Connectez-la pour que vos opérations soient importées et rapprochées sans fichier.",
  connect: "Connecter ma banque",
  connectFurther: "Connecter une autre banque",
  furtherHint: "Une autre banque, ou un autre accès à la même\u00a0: chacun a ses comptes.",
  reconnect: "Reconnecter ma banque",
  opened: "La page de votre banque est ouverte dans un autre onglet. Terminez-y la connexion.",
  blocked: "Votre navigateur a empêché l’ouverture d’un nouvel onglet.",
  openByHand: "Ouvrir la page de la banque",
  sync: "Synchroniser les opérations",
  syncing: (lines: string): string => `Synchronisation en cours… ${lines}`,
  syncProgress: "Progression de la synchronisation",
  disconnect: "Déconnecter",
  disconnectTitle: "Déconnecter la banque",
  /** TXT-6 */
  disconnectQuestion: "Déconnecter votre banque\u202f? Les opérations déjà importées seront conservées.",
  disconnected: "Banque déconnectée",
  /** TXT-6: the alert of TXT-1. */
  connectFailed: "La connexion à la banque n’a pas pu être lancée. Veuillez réessayer.",
  /** TXT-1 */
  statusFailed: "Failed to fetch bank connection status.",
  syncFailed: "Could not process transactions.",
  disconnectFailed: "Could not disconnect the bank connection. Please try again.",
  bank: "Banque",
  unknownBank: "Banque connectée",
  endingWith: (bank: string, end: string): string => `${bank} (…${end})`,
  lastSync: "Dernière synchronisation",
  never: "Jamais",
  expires: "Accès autorisé jusqu’au",
  accounts: "Comptes lus",
  withoutIban: "un compte sans IBAN",
  readElsewhere: "Aucun\u00a0: un autre accès lit les mêmes",
  lastResult: "Résultat de la dernière synchronisation",
  details: "État de la connexion",
  toStatement: "Voir le relevé original",
  toImport: "Importer un relevé par fichier",
} as const;

export const STATUSES: Readonly<
  Record<BankConnectionStatus, { readonly label: string; readonly color: StatusColor }>
> = {
  not_connected: { label: "Non connectée", color: "gray" },
  connected: { label: "Connectée", color: "green" },
  syncing: { label: "Synchronisation en cours", color: "blue" },
  warning: { label: "À vérifier", color: "orange" },
  action_required: { label: "Action requise", color: "red" },
};

export const SYNC_LABELS: Readonly<Record<keyof SyncStats, string>> = {
  imported: "Opérations importées",
  duplicates: "Doublons ignorés",
  updated: "Opérations mises à jour",
  removed: "Opérations retirées",
  auto_reconciled: "Rapprochements automatiques",
  user_actions_created: "Actions à traiter",
  unmatched: "Opérations non identifiées",
};

/** What the browser brings back from the bank (`?result=`). */
export const RESULTS: Readonly<
  Record<ConnectionResult, { readonly tone: NoticeProps["tone"]; readonly text: string }>
> = {
  connected: {
    tone: "success",
    text: "Votre banque est connectée. Ses opérations arrivent, cela peut prendre quelques minutes.",
  },
  refused: {
    tone: "warning",
    text: "La connexion a été abandonnée ou refusée par la banque. Vous pouvez recommencer.",
  },
  invalid: { tone: "error", text: "Ce retour de la banque n’est plus valable. Recommencez la connexion." },
  unavailable: {
    tone: "error",
    text: "Le service bancaire est momentanément indisponible. Réessayez dans quelques minutes.",
  },
};
