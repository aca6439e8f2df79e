import type { Bill, PaymentCard } from "@bobine/contract/billing";
import type { StatusColor } from "@bobine/shared-ui";

/** SUB-3 */
const peopleOf = (most: number | null): string =>
  most === null ? "Nombre d’utilisateurs illimité" : `${most}\u00a0utilisateur${most < 2 ? "" : "s"}`;

export const BILLING = {
  title: "Facturation",
  loadFailed: "Impossible de lire vos factures et votre carte.",
  nextBill: "Prochaine facture",
  noNextBill: "Aucune\u00a0: l’abonnement prend fin avec la période payée",
  noNextBillRefused: "Aucune\u00a0: l’abonnement prend fin avec la période en cours",
  nextBillOf: (amount: string, day: string) => `${amount} TTC le ${day}`,
  nextBillCredited: (day: string) =>
    `Rien ne sera débité le ${day}\u00a0: la différence de votre changement de formule reste à votre crédit.`,
  lastBillOf: (amount: string, day: string) =>
    `${amount} TTC le ${day}, la dernière\u00a0: la différence du changement de formule`,
  card: "Carte",
  noCard: "Aucune carte enregistrée",
  cardOf: ({ brand, last_digits, expires_month, expires_year }: PaymentCard) =>
    `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last_digits}, expire fin ${String(expires_month).padStart(2, "0")}/${expires_year}`,
  changeCard: "Changer de carte",
  changeCardFailed: "Impossible d’ouvrir la page de la carte.",
  cardChanged:
    "Votre carte est enregistrée. Si un paiement avait été refusé, il est présenté de nouveau\u00a0: cette page le dira dans un instant.",
  payBill: "Régler la facture",
  refusedWhat:
    "Réglez la facture en attente ou changez de carte\u00a0: sinon, l’abonnement prendra fin après les dernières tentatives.",
  refusedAndCancelled:
    "Le dernier paiement a été refusé. La résiliation est enregistrée, mais la facture en attente reste due et sera de nouveau présentée à votre carte.",
  change: "Changer de formule",
  changeIntro:
    "La nouvelle formule vaut dès maintenant. La différence, calculée au jour près, est portée sur la prochaine facture.",
  /** @param isDearer than the plan that ends; a difference in favour of who changes is on no bill, as none follows */
  changeIntroCancelled: (isDearer: boolean | undefined) =>
    `La nouvelle formule vaut dès maintenant, jusqu’à la fin de l’abonnement, qui reste résilié. ${
      isDearer === undefined
        ? "D’une formule plus chère, la différence, calculée au jour près, sera débitée ce jour-là\u202f; d’une formule moins chère, rien n’est remboursé."
        : isDearer
          ? "La différence, calculée au jour près, sera débitée ce jour-là\u00a0: cette page en dira le montant."
          : "La différence ne vous est pas remboursée\u00a0: l’abonnement prend fin avec cette période."
    }`,
  changeTo: "Nouvelle formule",
  changeConfirm: "Changer de formule",
  changeFailed: "Impossible de changer de formule.",
  changed: (plan: string) => `Formule «\u00a0${plan}\u00a0» choisie`,
  noOther: "Aucune autre formule n’est proposée.",
  people: peopleOf,
  peopleBeyond: (most: number | null) =>
    most === null
      ? peopleOf(most)
      : `${peopleOf(most)}\u00a0: au-delà, personne n’est déconnecté, mais les invitations s’arrêtent`,
  cancel: "Résilier",
  cancelTitle: "Résilier l’abonnement\u202f?",
  /** @param last what is taken all the same, of a plan that was changed */
  cancelQuestion: (day: string | null, last: string | null) =>
    last !== null
      ? `L’abonnement prendra fin ${day === null ? "avec la période payée" : `le ${day}`}. ${last} TTC seront encore débités à ce moment-là, la différence de votre changement de formule\u202f; rien d’autre ne le sera. Vos données restent, et vous pourrez le reprendre jusque-là.`
      : day === null
        ? "L’abonnement prendra fin avec la période payée. Vos données restent, et vous pourrez le reprendre jusque-là."
        : `L’abonnement prendra fin le ${day}, et rien ne sera plus débité. Vos données restent, et vous pourrez le reprendre jusque-là.`,
  /** The period that is billed runs, though it is not paid: its bill is presented all the same. */
  cancelRefusedQuestion: (day: string | null, bill: string | null) =>
    `L’abonnement prendra fin ${day === null ? "avec la période en cours" : `le ${day}`}. ${bill ?? "La facture dont le paiement a été refusé"} reste due\u00a0: elle sera de nouveau présentée à votre carte, et si les dernières tentatives échouent, l’abonnement prendra fin avec elles. Vos données restent, et vous pourrez le reprendre jusque-là.`,
  /** @param left what is still to be paid of it, where a credit has paid a part */
  billOf: (number: string, amount: string, left: string | null) =>
    `La facture ${number === "" ? "" : `${number} `}de ${amount}${left === null ? "" : `, dont ${left} sont encore à payer,`}`,
  cancelled: "Résiliation enregistrée",
  cancelFailed: "Impossible de résilier l’abonnement.",
  resume: "Reprendre l’abonnement",
  resumed: "L’abonnement continue",
  resumeFailed: "Impossible de reprendre l’abonnement.",
  ended: (plan: string, day: string | null) =>
    `Votre abonnement «\u00a0${plan}\u00a0» a pris fin${day === null ? "." : `\u00a0: il était payé jusqu’au ${day}.`} Vos données restent\u202f; choisissez un plan pour le reprendre.`,
  bills: "Factures",
  noBills: "Aucune facture pour le moment.",
  columns: { date: "Date", number: "Numéro", amount: "Montant TTC", state: "Statut", documents: "Documents" },
  leftOf: (left: string) => `Reste dû\u00a0: ${left}`,
  see: "Voir",
  seeOne: (number: string) => `Voir la facture ${number}`,
  pdf: "PDF",
  pdfOf: (number: string) => `PDF de la facture ${number}`,
} as const;

/** A credit of the distributor has paid some of it (SUB-4). */
export const isPaidInPart = (bill: Bill): bill is Bill & { outstanding: string } =>
  bill.state === "open" && bill.outstanding !== undefined && bill.outstanding !== bill.amount;

export const BILL_STATE: Readonly<Record<Bill["state"], { label: string; color: StatusColor }>> = {
  paid: { label: "Payée", color: "green" },
  open: { label: "À payer", color: "yellow" },
  void: { label: "Annulée", color: "gray" },
  uncollectible: { label: "Irrécouvrable", color: "red" },
};
