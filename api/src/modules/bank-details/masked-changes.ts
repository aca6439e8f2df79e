// How a change of bank details is told: in mails and in the audit log, which more people read than may know a bank account.
import { BANK_FIELDS, type BankField } from "@bobine/contract/bank-details";
import { maskedIban } from "@bobine/contract/business-numbers";

export type BankDetails = Readonly<Record<BankField, string>>;

/** How the audit log calls it. */
export const BY_SECOND_FACTOR = "Second facteur";

/** What people are told of: the company's own bank details, and the factor's, which the options of invoicing change. */
export type NotifiedField = BankField | "factor_iban";

export interface MaskedChange<Field extends NotifiedField = BankField> {
  readonly field: Field;
  readonly old_value: string;
  readonly new_value: string;
}

export const maskedChanges = (
  fields: readonly BankField[],
  before: BankDetails,
  after: BankDetails,
): MaskedChange[] =>
  fields.map((field) => ({
    field,
    old_value: maskedIban(before[field]),
    new_value: maskedIban(after[field]),
  }));

/** What a change does to the values in effect, masked. */
export const changesOf = (
  change: Readonly<Record<BankField, string | null>>,
  before: BankDetails,
): MaskedChange[] =>
  BANK_FIELDS.flatMap((field) => {
    const value = change[field];
    return value === null
      ? []
      : [{ field, old_value: maskedIban(before[field]), new_value: maskedIban(value) }];
  });

/** As the audit log shows any changed field. */
export const auditedChanges = (changes: readonly MaskedChange[]) => ({
  changed_fields: changes.map(({ field }) => field),
  old_value: changes.map(({ old_value }) => old_value),
  new_value: changes.map(({ new_value }) => new_value),
});
