import { frenchPercent } from "../units/french.ts";
import { type Declaration, listDeclarations } from "../calls/declarations.contract.ts";
import { exportDeclarationList } from "../calls/list-exports.contract.ts";
import { DECLARATION_OUTCOME } from "../labels/status-labels.ts";
import { guarded, moneyCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

const NATURES: Record<Declaration["nature"], string> = {
  initiale: "Initiale",
  rectificative: "Rectificative",
  annulation: "Annulation",
};
const TERMS: Record<Declaration["terms_type"], string> = {
  POURCENTAGE: "Pourcentage",
  FORFAIT: "Forfait",
  GRATUIT: "Gratuit",
};

export const DECLARATION_LIST = defineList({
  page: listDeclarations,
  csv: exportDeclarationList,
  fileName: "declarations.csv",
  pageSize: 100,
  columns: defineColumns<Declaration>()({
    reference: { label: "Référence", csv: (one) => guarded(one.reference) },
    nature: { label: "Nature", csv: (one) => NATURES[one.nature] },
    week: { label: "Semaine", csv: (one) => one.week_display },
    cinema: { label: "Cinéma", csv: (one) => guarded(one.cinema_name) },
    screen: { label: "Salle", csv: (one) => guarded(one.screen_name) },
    authorization: { label: "N° d’autorisation", csv: (one) => guarded(one.screen_authorization) },
    film: { label: "Film", csv: (one) => guarded(one.film_title) },
    visa_number: { label: "N° de visa", csv: (one) => guarded(one.visa_number) },
    version: { label: "Version", csv: (one) => guarded(one.version) },
    screenings: {
      label: "Séances",
      csv: (one) => (one.screenings === null ? "" : String(one.screenings)),
    },
    admissions_paid: { label: "Entrées payantes", csv: (one) => String(one.admissions_paid) },
    admissions_free: { label: "Entrées gratuites", csv: (one) => String(one.admissions_free) },
    gross_ttc: { label: "Recette TTC", csv: (one) => moneyCell(one.gross_ttc) },
    tsa: { label: "TSA", csv: (one) => moneyCell(one.tsa) },
    vat: { label: "TVA", csv: (one) => moneyCell(one.vat) },
    base_film_ht: { label: "Base film HT", csv: (one) => moneyCell(one.base_film_ht) },
    terms: { label: "Conditions", csv: (one) => TERMS[one.terms_type] },
    rate: { label: "Taux (%)", csv: (one) => (one.rate_bp === null ? "" : frenchPercent(one.rate_bp)) },
    share_ht: { label: "Part HT", csv: (one) => moneyCell(one.share_ht) },
    minimum_guarantee_ht: {
      label: "Minimum garanti HT",
      csv: (one) => moneyCell(one.minimum_guarantee_ht),
    },
    outcome: { label: "Devenue", csv: (one) => DECLARATION_OUTCOME[one.outcome].label },
    invoice: { label: "Facture", csv: (one) => one.invoice?.invoice_number ?? "" },
    warnings: { label: "Avertissements", csv: (one) => guarded(one.warnings.join(" | ")) },
  }),
});
