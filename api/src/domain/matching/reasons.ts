import { euros } from "@bobine/contract/french";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { PlanEntry, ReasonCode } from "./lettering-types.ts";

// U+00A0 before a colon and after n°, U+2019 as apostrophe (TXT-3).
const NBSP = "\u00a0";

interface Reason {
  readonly sentence: string;
  readonly status: NonNullable<PlanEntry["initial_status"]>;
}

const AWAITING = "AWAITING_INVOICE_SELECTION" as const;

/**
 * The reasons of a user action (LET-14). `to_confirm` is ours: the evidence is complete, only a person may decide
 * (unreferenced set, paused automation, reverted pair); none of the trade's sentences would be true of it.
 */
export const REASONS: Readonly<Record<ReasonCode, Reason>> = {
  automatic_match: { sentence: "Rapprochement automatique", status: "DONE" },
  rounding_difference: { sentence: "Écart d’arrondi", status: AWAITING },
  partial_payment: { sentence: "Paiement partiel", status: AWAITING },
  overpayment: { sentence: "Trop-perçu", status: AWAITING },
  multiple_matches: { sentence: "Plusieurs factures possibles", status: AWAITING },
  amount_mismatch: { sentence: "Montant différent des factures", status: AWAITING },
  amount_only_match: { sentence: "Montant identique, payeur non reconnu", status: AWAITING },
  unknown_payer: { sentence: "Payeur non identifié", status: AWAITING },
  factor_remittance: { sentence: "Règlement du factor", status: AWAITING },
  possible_duplicate: { sentence: "Doublon possible", status: "PENDING" },
  returned_payment: { sentence: "Paiement rejeté ou retourné", status: "PENDING" },
  to_confirm: { sentence: "Rapprochement à confirmer", status: AWAITING },
};

const written = (amount: number): string => euros(cents(amount));

const several = (count: number, one: string, many: string): string => (count < 2 ? one : many);

/** The evidence lines, so that every file says a thing in the same words. */
export const say = {
  numberInLabel: (number: string): string => `n°${NBSP}${number} dans le libellé`,
  structured: (number: string): string => `référence structurée ${number}`,
  weakNumber: (number: string): string => `fin de numéro dans le libellé${NBSP}: ${number}`,
  begunNumber: (written: string): string => `début de numéro, coupé par la banque${NBSP}: ${written}`,
  range: (first: string, last: string): string => `factures ${first} à ${last} dans le libellé`,
  notOpen: (written: string): string => `n°${NBSP}${written} cité, mais aucune facture ouverte ne le porte`,
  otherNumber: (number: string): string =>
    `une autre facture de ce payeur est citée${NBSP}: n°${NBSP}${number}`,
  inDefault: (written: string): string =>
    `n°${NBSP}${written} cité${NBSP}: cette facture est en défaut, rouvrez-la pour l’affecter`,
  ambiguousNumber: (written: string): string => `n°${NBSP}${written}${NBSP}: plusieurs factures possibles`,
  typo: (written: string, number: string): string => `n°${NBSP}${written} proche de ${number}`,
  exact: "montant exact",
  exactSum: (count: number): string => `la somme des ${count} factures est exacte`,
  onlySet: "seule combinaison possible",
  otherSets: (count: number): string =>
    `${count} autre${several(count, "", "s")} combinaison${several(count, "", "s")} de même montant`,
  euroRounded: "arrondi à l’euro",
  centsDropped: "centimes omis",
  gap: (cents: number): string => `écart de ${written(Math.abs(cents))}`,
  charges: (cents: number): string => `écart de ${written(Math.abs(cents))}, frais bancaires possibles`,
  netAmount: "montant HT payé",
  initialAmount: "montant initial, avant avoir ou acompte",
  twice: "le double du montant",
  circuit: (name: string): string => `groupe cité${NBSP}: ${name}`,
  half: "la moitié du montant",
  third: "le tiers du montant",
  twoThirds: "les deux tiers du montant",
  percent: (share: number): string => `${share} % du montant`,
  keptBack: (cents: number, isOwn: boolean): string =>
    isOwn
      ? `retient ${written(cents)}, comme déjà fait par ce payeur`
      : `retient ${written(cents)}, comme d’autres clients`,
  paidBefore: (names: readonly string[]): string => `ce donneur d’ordre a déjà payé pour ${names.join(", ")}`,
  foreignNumber: (number: string, name: string): string =>
    `n°${NBSP}${number} écarté${NBSP}: facture de ${name}`,
  restAgain: (number: string): string => `n°${NBSP}${number} écarté${NBSP}: déjà payé en partie`,
  short: (cents: number): string => `reste dû ${written(Math.abs(cents))}`,
  surplus: (cents: number): string => `trop-perçu de ${written(cents)}`,
  payer: (name: string): string => `payeur reconnu${NBSP}: ${name}`,
  toldPayer: (name: string): string => `payeur indiqué par la banque${NBSP}: ${name}`,
  typeTold: "virement (colonne Type)",
  likelyPayer: (name: string): string => `payeur probable${NBSP}: ${name}`,
  alias: (name: string): string => `payeur retenu de vos choix précédents${NBSP}: ${name}`,
  settled: (name: string): string => `seul des payeurs possibles à devoir ce montant${NBSP}: ${name}`,
  rare: "aucune autre facture ouverte de ce montant",
  siren: (name: string): string => `SIREN dans le libellé${NBSP}: ${name}`,
  ambiguousPayer: (names: readonly string[]): string => `payeurs possibles${NBSP}: ${names.join(", ")}`,
  otherPayer: (name: string): string => `la facture citée est celle d’un autre client${NBSP}: ${name}`,
  nobody: "aucun client reconnu dans le libellé",
  nothingOpen: "aucune facture ouverte de ce payeur",
  wholeBalance: "tout le solde du payeur",
  oldestFirst: "les factures les plus anciennes d’abord",
  weeks: (numbers: readonly number[]): string =>
    `${several(numbers.length, "semaine", "semaines")} ${numbers.map((number) => `S${number}`).join(", ")}`,
  otherWeek: "les semaines du libellé sont différentes",
  film: (title: string): string => `film cité${NBSP}: ${title}`,
  shared: (count: number): string =>
    `${count < 50 ? String(count) : "au moins 50"} factures ouvertes ont ce montant`,
  namesake: (number: string): string => `un client de nom proche doit le même montant${NBSP}: ${number}`,
  instalmentOf: (number: string): string => `peut être un acompte sur la facture ${number}`,
  twiceOf: (number: string): string => `peut être le double de la facture ${number}`,
  rest: "reste d’une facture déjà payée en partie",
  roundAmount: "montant rond, peu parlant",
  beforeInvoice: "opération antérieure à la facture",
  longOverdue: "échéance dépassée de plus de 120 jours",
  tooMany: "trop de factures ouvertes pour essayer toutes les combinaisons",
  reverted: "rapprochement déjà annulé par une personne",
  owedOtherwise: "ce qui est dû a changé depuis cette proposition",
  paused: "rapprochement automatique en pause",
  contested: "une autre opération vise la même facture",
  duplicate: (date: CivilDate): string => `même montant, même payeur, déjà rapproché le ${frenchDate(date)}`,
  paidAgain: (number: string): string => `n°${NBSP}${number} déjà rapproché`,
  returned: (date: CivilDate, amount: Cents): string =>
    `annule l’encaissement de ${euros(amount)} du ${frenchDate(date)}`,
  severalReturned: `plusieurs encaissements possibles${NBSP}: choisissez celui qui est annulé`,
  returnWording: "libellé de rejet ou de retour",
  factor: "versement d’un factor",
  deposit: "remise de chèques ou d’espèces",
  cheque: "remise de chèques ou d’espèces, sans numéro de facture",
  ownDebits: "remise de prélèvements, total de plusieurs opérations",
  contrary: (what: string): string => `le libellé parle d’autre chose${NBSP}: ${what}`,
  otherForm: (form: string): string => `forme juridique différente dans le libellé${NBSP}: ${form}`,
  otherBody: (words: string): string => `le libellé nomme un autre organisme${NBSP}: ${words}`,
  weakLabel: "type d’opération non reconnu",
  currency: (code: string): string => `opération en ${code}, jamais rapprochée de factures`,
  debit: "opération au débit",
  zero: "opération sans montant",
  noise: "opération bancaire, pas un règlement de client",
  notClient: "rien ne désigne un client",
} as const;

/** What `say` says of the amount of a line beside what is owed. */
const OF_AMOUNTS: readonly RegExp[] = [
  /^(reste dû|trop-perçu de|écart de|retient) /,
  /^(montant exact|montant HT payé|montant initial, avant avoir ou acompte|arrondi à l’euro|centimes omis)$/,
  /^la somme des \d+ factures est exacte$/,
  /^(seule combinaison possible|\d+ autres? combinaisons? de même montant)$/,
  /^(le double|la moitié|le tiers|les deux tiers|.* %) du montant$/,
  /^(aucune autre facture ouverte de ce montant|.* factures ouvertes ont ce montant|tout le solde du payeur)$/,
  /^(un client de nom proche doit le même montant|seul des payeurs possibles à devoir ce montant)\u00a0: /,
];

/** Whether a reason speaks of amounts: it holds as long as what is owed is what it was. */
export const isOfAmounts = (reason: string): boolean => OF_AMOUNTS.some((words) => words.test(reason));
