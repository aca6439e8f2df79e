import type { PaperCompany } from "./paper.repository.ts";

/** The distributor on the papers that it gives its clients: the name, then its lines. */
export const companyLines = (company: PaperCompany): string[] =>
  [
    company.name,
    company.legal_mention,
    company.address,
    `${company.post_code} ${company.city}`.trim(),
    company.siren === "" ? "" : `SIREN ${company.siren.replace(/(\d{3})(?=\d)/g, "$1\u00a0")}`,
    company.phone === "" ? "" : `Tél. ${company.phone}`,
  ].filter((line) => line !== "");
