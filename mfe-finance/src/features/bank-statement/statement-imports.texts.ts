import type { StatementImport } from "@bobine/contract/statement-imports";
import { formatCount, formatDate, formatDateTime, formatInteger } from "@bobine/shared-ui";

const NBSP = "\u00a0";

export const IMPORTS_TEXTS = {
  title: "Relevés importés",
  open: "Relevés importés",
  close: "Voir les opérations",
  empty: "Aucun relevé importé.",
  emptyHint: "Les relevés que vous importez restent ici, avec leur fichier.",
  toImport: "Importer un relevé",
  loadFailed: "Impossible de charger les relevés importés.",
  columns: {
    file: "Fichier",
    imported: "Importé",
    period: "Période",
    lines: "Opérations",
    balances: "Soldes",
    actions: "Actions",
  },
  unit: ["relevé", "relevés"],
  noFile: "Fichier non conservé",
  opening: "Ouverture",
  closing: "Clôture",
  duplicates: (count: number) => formatCount(count, "déjà connue", "déjà connues"),
  left: (left: number, imported: number) =>
    left === imported ? formatInteger(imported) : `${formatInteger(left)} sur ${formatInteger(imported)}`,
  download: "Télécharger",
  downloadFailed: "Impossible de télécharger ce relevé.",
  takeBack: "Annuler l’import",
  takeBackTitle: "Annuler cet import",
  takeBackFailed: "Impossible d’annuler cet import.",
  question: ({ file_name, line_count }: StatementImport) =>
    `${formatCount(line_count, "opération", "opérations")} de «${NBSP}${file_name}${NBSP}» ${line_count < 2 ? "sera retirée" : "seront retirées"}, et les rapprochements qui en viennent annulés${NBSP}: les factures redeviennent dues.`,
  questionHint: "Le fichier reste ici, et vous pourrez l’importer à nouveau.",
  takenBack: "Annulé",
  again: "Réimporter",
  againFailed: "Impossible de reprendre ce relevé.",
  of: (what: string, { file_name }: StatementImport) => `${what} ${file_name}`,
} as const;

/** « le 31/12/2026 10:00 par Camille Films » */
export function doneBy(at: string, by: StatementImport["created_by"]): string {
  const name = by ? [by.first_name, by.last_name].filter(Boolean).join(" ") || by.email : "";
  return `${formatDateTime(at)}${name ? `, ${name}` : ""}`;
}

export const periodOf = ({
  period_start,
  period_end,
}: Pick<StatementImport, "period_start" | "period_end">): string =>
  period_start && period_end ? `${formatDate(period_start)} – ${formatDate(period_end)}` : "–";
