import { isNamedByVatNumber } from "./client-abroad.ts";
import type { InvoiceClient, InvoiceSupplier } from "./invoice-document.ts";
import { must } from "../must.ts";

/** What an invoice must say of its client (BILL-8, EINV-2). */
const CLIENT = ["name", "address", "post_code", "city", "siren"] as const;
/** What it must say of its issuer, with where it is paid (BILL-8). */
const SUPPLIER = ["name", "address", "post_code", "city", "siren", "vat_number", "iban"] as const;

export type ClientField = (typeof CLIENT)[number];
export type SupplierField = (typeof SUPPLIER)[number];

/** What an invoice must say of its client and is not known; empty when it can be invoiced. One of another country or of Monaco has no SIREN. */
export const missingOfClient = (client: Pick<InvoiceClient, ClientField | "vat_number">): ClientField[] =>
  CLIENT.filter((field) => client[field].trim() === "" && !(field === "siren" && isNamedByVatNumber(client)));

/**
 * What an invoice must say of its issuer and is not known.
 * @param isFranchise it has no VAT number, and bills none (CGI art. 293 B)
 */
export const missingOfSupplier = (
  supplier: Pick<InvoiceSupplier, SupplierField>,
  isFranchise: boolean,
): SupplierField[] =>
  SUPPLIER.filter((field) => supplier[field].trim() === "" && !(isFranchise && field === "vat_number"));

const LABELS: Readonly<Record<ClientField | SupplierField, string>> = {
  name: "la raison sociale",
  address: "l’adresse",
  post_code: "le code postal",
  city: "la ville",
  siren: "le SIREN",
  vat_number: "le numéro de TVA",
  iban: "l’IBAN principal",
};

/** What people are asked when an invoice cannot be complete. */
export interface IncompleteQuestion {
  readonly reason: string;
  /** Who lacks what, and where it is filled in. */
  readonly description: string;
  readonly explanation: readonly string[];
}

const REASON = "Informations manquantes pour facturer";
const THEN = "les factures en attente seront alors émises.";
/** EINV-2, word for word. */
const NO_CLIENT_SIREN = "SIREN du client manquant\u00a0: facture non conforme à la facturation électronique.";

/** What has no SIREN, and what to do then: Bobine bills no company of a country beyond. */
const WITHOUT_SIREN =
  "Une société de Monaco ou d’un autre pays de l’Union européenne n’a pas de SIREN\u00a0: indiquez son numéro de TVA. Bobine ne facture pas les sociétés d’autres pays\u00a0: facturez-les à part.";

/** The question about a cinema whose invoices wait. */
export function questionAboutClient(
  cinema: { readonly name: string; readonly city: string },
  missing: readonly ClientField[],
): IncompleteQuestion {
  const place = cinema.city === "" ? cinema.name : `${cinema.name} (${cinema.city})`;
  return {
    reason: REASON,
    description:
      `${place}\u00a0: il manque ${listed(missing)}. À compléter dans la fiche du cinéma, rubrique «\u00a0Facturation\u00a0»\u202f; ` +
      THEN +
      (missing.includes("siren") ? ` ${WITHOUT_SIREN}` : ""),
    explanation: [...(missing.includes("siren") ? [NO_CLIENT_SIREN] : []), ...lines(missing, "du client")],
  };
}

/**
 * The question about the distributor itself, none of whose invoices can be issued.
 * @param proposed of what is missing, what its people have given and a super admin has yet to check: nobody fills it in again
 */
export function questionAboutSupplier(
  missing: readonly SupplierField[],
  proposed: readonly SupplierField[] = [],
): IncompleteQuestion {
  const empty = missing.filter((field) => !proposed.includes(field));
  const said = [
    ...(empty.length > 0
      ? [`il manque ${listed(empty)}. À compléter dans les informations de la société`]
      : []),
    ...(proposed.length > 0 ? [`en attente de vérification par Bobine\u00a0: ${listed(proposed)}`] : []),
  ];
  return {
    reason: REASON,
    description: `Votre société\u00a0: ${said.join("\u202f; ")}\u202f; ${THEN}`,
    explanation: [
      ...lines(empty, "de votre société"),
      ...proposed.map(
        (field) => `En attente de vérification par Bobine\u00a0: ${LABELS[field]} de votre société.`,
      ),
    ],
  };
}

const lines = (missing: readonly (ClientField | SupplierField)[], whose: string): string[] =>
  missing.map((field) => `À renseigner\u00a0: ${LABELS[field]} ${whose}.`);

/** « le SIREN, la ville et l’IBAN principal » */
function listed(missing: readonly (ClientField | SupplierField)[]): string {
  const labels = missing.map((field) => LABELS[field]);
  const last = must(labels.at(-1), "last label");
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(", ")} et ${last}`;
}
