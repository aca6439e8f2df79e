import { maskedIban } from "@bobine/contract/business-numbers";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import {
  INVOICING_OPTIONS,
  type InvoicingChanges,
  type InvoicingOption,
  type InvoicingOptions,
  wrongInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import type { Tx } from "../../db/scope.ts";
import { isInFranchise } from "../../domain/e-invoicing/vat-category.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { notify } from "../bank-details/notify.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { issueAgain } from "./change-company.ts";
import {
  invoicingOptionsRepository as repository,
  type StoredOptions,
  storedOf,
  optionsOf,
  type OwnIbans,
} from "./invoicing-options.repository.ts";

/** Nobody plans the first mail for later: a further day is a slip of the pen. */
const MOST_DAYS_AHEAD = 366;

const FACTOR = ["factor_name", "factor_iban"] as const satisfies InvoicingOption[];

/** What a change would make of the options, judged as a whole (BILL-20). @throws 400 by field */
export function changedOptions(
  before: StoredOptions & OwnIbans,
  changes: InvoicingChanges,
  today: CivilDate,
): { readonly after: InvoicingOptions; readonly changed: readonly InvoicingOption[] } {
  const old = optionsOf(before);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: InvoicingOptions = { ...old, ...given };
  const changed = INVOICING_OPTIONS.filter((option) => after[option] !== old[option]);
  const wrong = wrongInvoicingOptions(after, changed, [before.iban, before.secondary_iban]);
  if (changed.includes("mailing_from") && after.mailing_from > addDays(today, MOST_DAYS_AHEAD))
    wrong["mailing_from"] = "Choisissez une date dans les douze prochains mois.";
  if (Object.keys(wrong).length > 0)
    throw errors.fields(Object.fromEntries(Object.entries(wrong).map(([field, said]) => [field, [said]])));
  return { after, changed };
}

/** Who changes options, and when. */
export interface OptionsChanger {
  /** As the mail about another factor names them. */
  readonly name: string;
  /** By a second factor of somebody who decides about bank details, or as an operator. */
  readonly isProven: boolean;
  readonly now: Date;
  readonly today: CivilDate;
}

/**
 * Changes how a distributor invoices from now on; what was issued keeps what it says. The same again changes nothing. Who is paid changes
 * only by somebody who is proven, and is mailed to all who decide about it (SEC-17). What waited for another rate is issued by a job (BILL-8).
 * @returns whether the file of an applicant is another one by it: who bills without VAT lacks no number of it (SEC-15)
 * @throws 404, 400 by field
 */
export async function changeInvoicingOptions(
  tx: Tx,
  services: Pick<Services, "jobs">,
  source: AuditSource & { readonly distributorId: number },
  changes: InvoicingChanges,
  by: OptionsChanger,
): Promise<boolean> {
  const { distributorId } = source;
  const { factor, isOtherFile } = await saveChanges(tx, source, changes, by);
  // Who bills no VAT needs no number of it (BILL-8).
  if (changes.default_vat_rate_bp !== undefined) {
    await moveOnboarding(tx, distributorId);
    await issueAgain(tx, services.jobs, distributorId);
  }
  // As of a changed IBAN of the company, everybody who decides about it is told (SEC-17).
  if (factor) {
    const { old_iban, new_iban } = factor;
    const change = {
      field: "factor_iban" as const,
      old_value: maskedIban(old_iban),
      new_value: maskedIban(new_iban),
    };
    const facts = { changes: [change], by: by.name, at: by.now.toISOString() };
    await notify(tx, services, { distributorId, kind: "change_in_effect", facts }, by.now);
  }
  return isOtherFile;
}

/** @returns the factor's IBAN before and after, when it is another one now, and whether an applicant's file is */
async function saveChanges(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  changes: InvoicingChanges,
  by: OptionsChanger,
): Promise<{
  readonly factor?: { readonly old_iban: string; readonly new_iban: string };
  readonly isOtherFile: boolean;
}> {
  const id = source.distributorId;
  const before = await repository.locked(tx, id);
  if (!before) throw errors.notFound();
  const { after, changed } = changedOptions(before, changes, by.today);
  if (changed.length === 0) return { isOtherFile: false };
  if (FACTOR.some((option) => changed.includes(option)) && !by.isProven)
    throw errors.field(
      "totp_code",
      "Le factor change où vos clients paient\u00a0: saisissez un code de votre second facteur.",
    );
  const stored = storedOf(after);
  await repository.save(tx, id, stored);
  const columns = (Object.keys(stored) as (keyof StoredOptions)[]).filter(
    (name) => stored[name] !== before[name],
  );
  await writeAudit(tx, source, "other", {
    distributor_name: before.name,
    changed_fields: columns,
    old_value: columns.map((name) => auditedValue(before, name)),
    new_value: columns.map((name) => auditedValue(stored, name)),
  });
  return {
    isOtherFile: isInFranchise(before) !== isInFranchise({ ...before, ...stored }),
    ...(stored.factor_iban === before.factor_iban
      ? {}
      : { factor: { old_iban: before.factor_iban, new_iban: stored.factor_iban } }),
  };
}

/** The audit log is read by more people than may know a bank account. */
const auditedValue = (stored: StoredOptions, name: keyof StoredOptions): string | number | boolean =>
  name === "factor_iban" ? maskedIban(stored.factor_iban) : stored[name];
