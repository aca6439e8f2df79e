import { isSuperAdmin, type Person } from "./people.policy.ts";

/** Super admins manage distributors; staff read the profile of their own, administrators complete it, accountants set its invoicing (SEC-1, SEC-22). */
export const distributorsPolicy = {
  readOwn: "distributor",
  changeOwn: "administrator",
  changeInvoicing: "accountant",
  switchAutomation: "accountant",
  /** Before its first invoice of the series (BILL-9). */
  startNumbering: "administrator",
  list: "super-admin",
  create: "super-admin",
  change: "super-admin",
  /** A prospect's administrator completes its file; a super admin who has chosen it may, too. */
  readApplication: "distributor",
  apply: "administrator",
  /** Its own people, and super admins. */
  readDocuments: "signed-in",
  decideProspects: "super-admin",
} as const;

/** `prospect`: registered by itself, and not checked yet. */
export const VALIDATION_STATUSES = ["prospect", "validated", "refused"] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

interface Validated {
  readonly validation_status: ValidationStatus;
}

/** Who is not validated issues, mails and reminds nothing, and sees no cinema of the shared list: it may be anybody. */
export const mayIssue = ({ validation_status }: Validated): boolean => validation_status === "validated";

/** Super admins alone edit the address that a distributor's mail comes from (SEC-1). */
export const canEditCommunicationEmail = (person: Person): boolean => isSuperAdmin(person);

/**
 * Super admins alone give a distributor's contact another address to sign in with: a stolen access token of five minutes must
 * not become an account.
 */
export const canReplaceContactEmail = (person: Person): boolean => isSuperAdmin(person);
