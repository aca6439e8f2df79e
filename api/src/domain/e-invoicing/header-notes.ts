import { isNamedByVatNumber } from "./client-abroad.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** A note of the head of an invoice (BG-1) with the code of its subject (UNTDID 4451). */
export interface HeaderNote {
  readonly code: "REG" | "ABL" | "PMD" | "PMT" | "AAB" | "BAR" | "ACC";
  readonly text: string;
}

const LATE_PENALTIES =
  "En cas de retard de paiement, pénalités exigibles dès le lendemain de l’échéance, sans qu’un rappel soit nécessaire, au taux de " +
  "refinancement de la BCE majoré de 10 points de pourcentage (art. L. 441-10 du code de commerce).";
const RECOVERY_INDEMNITY =
  "Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D. 441-5 du code de commerce).";
const NO_DISCOUNT = "Pas d’escompte pour paiement anticipé.";

/** The notes that the French rules ask for, once each (EINV-2: BR-FR-05, 20, 31), and those of the company and the factor. */
export function headerNotes(document: InvoiceDocument): HeaderNote[] {
  const { supplier, factor, type } = document;
  const siren = supplier.siren.replace(/\s/g, "").slice(0, 9);
  const notes: HeaderNote[] = [
    {
      code: "REG",
      text: supplier.legal_mention === "" ? "" : `${supplier.name}, ${supplier.legal_mention}`,
    },
    { code: "ABL", text: supplier.rcs_city === "" ? "" : `RCS ${supplier.rcs_city} ${siren}` },
    { code: "PMD", text: LATE_PENALTIES },
    { code: "PMT", text: RECOVERY_INDEMNITY },
    { code: "AAB", text: NO_DISCOUNT },
    { code: "BAR", text: isNamedByVatNumber(document.client) ? "B2BINT" : "B2B" },
    {
      code: "ACC",
      text: factor === null || type === "credit_note" ? "" : assignmentText(factor),
    },
  ];
  return notes.filter(({ text }) => text !== "");
}

const assignmentText = ({ name, iban }: { name: string; iban: string }): string =>
  `Cette créance est cédée à ${name} par subrogation conventionnelle. Pour être libératoire, le règlement doit être effectué à l’ordre ` +
  `de ${name}, IBAN ${iban.replace(/\s/g, "").toUpperCase()}.`;
