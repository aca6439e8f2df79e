import type { DistributorRole } from "../rules/people.policy.ts";

/** What somebody is at their distributor, and what that lets them do (SEC-22): screens, mails and the audit log say the same. */
export const ROLE: Readonly<Record<DistributorRole, { readonly label: string; readonly does: string }>> = {
  admin: {
    label: "Administrateur",
    does: "Tout, y compris la société, ses coordonnées bancaires et les utilisateurs",
  },
  accountant: {
    label: "Comptable",
    does: "Facture, importe, rapproche et exporte\u202f; ni la société, ni les utilisateurs",
  },
  viewer: { label: "Lecture seule", does: "Consulte et exporte, sans rien décider" },
};

/** One that an older version answers keeps its name. */
export const roleLabel = (role: string): string =>
  Object.hasOwn(ROLE, role) ? ROLE[role as DistributorRole].label : role;
