import { ofName } from "@bobine/contract/french";
import { formatMoney } from "@bobine/shared-ui";
import type { OfferedCredit, OfferedNet, PartKind } from "./part-line.ts";

/** One key per kind, on the workbench and in the dialog. */
export const KIND_KEYS: Readonly<Record<PartKind, string>> = {
  invoice: "N",
  client_credit: "C",
  advance: "V",
  credit: "T",
  write_off: "E",
  return: "X",
  refund: "M",
  fees: "F",
  account: "A",
  unknown: "I",
};

export const PARTS_TEXTS = {
  title: "Affecter l’opération",
  open: "Affecter",
  loadFailed: "Impossible de charger cette opération.",
  saveFailed: "Impossible d’enregistrer cette affectation.",
  saved: "Affectation enregistrée.",
  hint: "Les parts doivent faire le montant de l’opération, signe compris.",
  choice: (place: number) => `Affectation de la part ${place}`,
  amount: (place: number) => `Montant de la part ${place}`,
  remove: (place: number) => `Retirer la part ${place}`,
  choose: "Choisir…",
  chooseOf: {
    invoice: "Choisir la facture…",
    client_credit: "Choisir l’avoir ou l’avance…",
    advance: "Choisir le client de l’avance…",
    credit: "Choisir le client du trop-perçu…",
    write_off: "Choisir d’abord une facture à solder",
    return: "Choisir l’encaissement rejeté…",
    refund: "Choisir l’avoir à rembourser…",
    fees: "Choisir…",
    account: "Choisir le compte…",
    unknown: "Choisir…",
  } satisfies Record<PartKind, string>,
  kinds: {
    invoice: "Facture",
    client_credit: "Avoir ou avance du client",
    advance: "Avance",
    credit: "Trop-perçu",
    write_off: "Petit écart",
    return: "Encaissement rejeté",
    refund: "Remboursement",
    fees: "Frais bancaires",
    account: "Autre compte",
    unknown: "À identifier",
  } satisfies Record<PartKind, string>,
  invoice: ({ number, cinema_name, outstanding }: OfferedNet["invoices"][number]) =>
    `Facture ${number} · ${cinema_name} (reste dû ${formatMoney(outstanding)})`,
  clientCredit: ({ label, remaining }: OfferedNet["credits"][number]) =>
    `Imputer\u00a0: ${label} (reste ${formatMoney(remaining)})`,
  refund: ({ label, cinema_name, remaining }: OfferedCredit) =>
    `Rembourser\u00a0: ${label}${cinema_name === "" ? "" : ` · ${cinema_name}`} (reste ${formatMoney(remaining)})`,
  advance: (cinema: string) => `Avance ${ofName(cinema)} (419100)`,
  credit: (cinema: string) => `Trop-perçu ${ofName(cinema)} (411)`,
  writeOff: (invoice: string) => `Petit écart sur ${invoice} (658000, 758000)`,
  return: (invoice: string, date: string) => `Rejet du règlement de ${invoice} du ${date}`,
  reopens: (invoices: readonly string[], date: string) =>
    `Rejet de l’encaissement du ${date}\u00a0: ${invoices.join(", ")} ${invoices.length > 1 ? "redeviennent dues" : "redevient due"}`,
  net: (calculation: string) => `Factures moins avoirs\u00a0: ${calculation}`,
  smallDifference: (amount: string, isLoss: boolean) =>
    `Petit écart de ${amount} (${isLoss ? "658000, à perdre" : "758000, à gagner"})`,
  fees: "Frais bancaires (627800)",
  unknown: "À identifier (471000)",
  offers: "Propositions",
  add: "Ajouter une part",
  addKinds: "Ajouter une part de cette nature",
  manageAccounts: "Modifier la liste des comptes",
  nothingFound: "Aucune facture, aucun client ni compte ne correspond.",
  remainder: "Reste à affecter",
  balanced: "Le compte est bon",
  proposed: (reason: string) => `Proposé\u00a0: ${reason}.`,
} as const;

export const DECIDED_TEXTS = {
  title: "Parts de l’opération",
  fees: "Frais bancaires (627800)",
  unknown: "À identifier (471000)",
  writeOff: (invoice: string) => `Petit écart sur ${invoice}`,
  credit: (client: string) => `Trop-perçu ${ofName(client)}`,
  advance: (client: string) => `Avance ${ofName(client)}`,
  refund: (client: string) => `Remboursement ${ofName(client)}`,
  usedOn: (credit: string, invoice: string) => `${credit}, imputé sur ${invoice}`,
  used: "Entièrement imputé.",
  waits: "À imputer.",
  left: (amount: string) => `Reste ${amount} à imputer.`,
  credits: "Crédits clients",
} as const;

/** LET-43 */
export const TRANSFER_TEXTS = {
  title: "Virement interne",
  accept: (account: string) => `Affecter les deux côtés au compte ${account}`,
  failed: "Impossible d’affecter ce virement interne.",
} as const;
