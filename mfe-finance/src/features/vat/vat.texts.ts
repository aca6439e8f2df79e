import { percent } from "@bobine/contract/french";
import type { VatDue } from "@bobine/contract/vat";
import { formatCount, formatDate } from "@bobine/shared-ui";
import type { CivilDate } from "@bobine/contract/civil-date";

export const rateName = (vat_rate_bp: number | null): string =>
  vat_rate_bp === null ? "Taux inconnu" : percent(vat_rate_bp);

export const VAT_TEXTS = {
  title: "TVA",
  intro:
    "La TVA exigible de chaque mois par taux, avec les écritures derrière chaque montant, pour préparer la déclaration CA3.",
  month: "Mois",
  previous: (month: string) => `Mois précédent\u00a0: ${month}`,
  next: (month: string) => `Mois suivant\u00a0: ${month}`,
  table: (month: string) => `TVA exigible, ${month}`,
  columns: { rate: "Taux", base: "Base HT", tax: "TVA", entries: "Écritures" },
  entryColumns: {
    date: "Date",
    entry: "Écriture",
    piece: "Pièce",
    label: "Libellé",
    base: "Base HT",
    tax: "TVA",
  },
  entries: (rate: string) => `Écritures, ${rate}`,
  noEntries: "Aucune écriture",
  more: (count: number) =>
    `${formatCount(count, "autre écriture est", "autres écritures sont")} dans le fichier CSV.`,
  total: "TVA exigible du mois",
  empty: (month: string) => `Aucune TVA exigible en ${month}`,
  emptyHint: "Choisissez un autre mois.",
  loadFailed: "Impossible de charger la TVA du mois",
  provisional: (count: number) =>
    `${formatCount(count, "écriture n’est", "écritures ne sont")} encore dans aucun lot\u00a0: ces montants peuvent changer.`,
  isProvisional: "Prov.",
  unknownRate:
    "Des factures importées n’indiquent pas leur taux, et leurs montants ne permettent pas de le déduire. Vérifiez-les avant de déclarer.",
  advances: {
    title: "Avances reçues",
    intro: (rates: readonly number[]) =>
      `La TVA d’une avance est exigible dès son encaissement (CGI, art. 269-2-c). Elle est calculée ici ${rates.length === 1 ? "au taux" : "aux taux"} de ${rates.map(percent).join(" et de ")}, selon son client et le jour où elle a été enregistrée, et ne figure pas encore dans les comptes de TVA\u00a0: ajoutez-la à la déclaration.`,
    received: "Reçues",
    applied: "Utilisées ou rendues",
    net: "À ajouter",
    none: "Aucune avance reçue ni utilisée ce mois-ci.",
  },
  csv: "Exporter en CSV",
  csvDone: "Export réussi",
  csvFailed: "Impossible de télécharger la TVA du mois",
  differs: (printed: VatDue) =>
    printed === "debits"
      ? "Vos factures mentionnent l’option pour les débits, alors que vos écritures suivent les encaissements. Choisissez dans les réglages ce qui s’applique."
      : "Vos factures mentionnent une TVA acquittée sur les encaissements, alors que vos écritures suivent les débits. Choisissez dans les réglages ce qui s’applique.",
} as const;

export const SETTINGS_TEXTS = {
  open: "Réglages de TVA",
  title: "Réglages de TVA",
  loadFailed: "Impossible de charger les réglages de TVA",
  saveFailed: "Impossible d’enregistrer les réglages de TVA",
  save: "Enregistrer",
  saved: "Réglages de TVA enregistrés",
  due: "Exigibilité de la TVA",
  dueNames: { collection: "Sur les encaissements", debits: "D’après les débits" } satisfies Record<
    VatDue,
    string
  >,
  dueHints: {
    collection:
      "Règle des prestations de services\u00a0: la TVA attend sur un compte d’attente et devient exigible à chaque règlement. Vos factures mentionnent «\u00a0TVA acquittée sur les encaissements\u00a0».",
    debits:
      "Sur option\u00a0: la TVA est exigible dès la facture. Vos factures mentionnent «\u00a0Option pour le paiement de la taxe d’après les débits\u00a0».",
  } satisfies Record<VatDue, string>,
  since: "Pour les factures datées à partir du",
  sinceHint: (earliest: CivilDate | null) =>
    `Les factures plus anciennes gardent leur règle, et leurs avoirs aussi. Celles déjà émises gardent leur mention.${
      earliest === null
        ? " Si c’était déjà votre règle, remontez avant votre première facture\u00a0: rien ne l’empêche tant qu’aucun lot n’est établi."
        : ` Au plus tôt le ${formatDate(earliest)}, lendemain du dernier lot.`
    }`,
  planned: (due: VatDue, since: CivilDate | null) =>
    `Un changement est déjà prévu${since === null ? "" : ` le ${formatDate(since)}`}\u00a0: ${
      due === "collection" ? "sur les encaissements" : "d’après les débits"
    }. Un enregistrement à une date antérieure le remplace.`,
  accounts: "Comptes",
  accountNames: {
    waiting_account: "TVA en attente d’encaissement",
    account_2000: "TVA collectée 20\u00a0%",
    account_1000: "TVA collectée 10\u00a0%",
    account_550: "TVA collectée 5,5\u00a0%",
    account_210: "TVA collectée 2,1\u00a0%",
  },
  sameAccount: "Le compte d’attente doit être différent des comptes de TVA collectée.",
} as const;
