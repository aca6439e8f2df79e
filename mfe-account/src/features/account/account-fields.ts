import { isSiret, NUMBER_MESSAGES, splitSiret, vatFitsSiren } from "@bobine/contract/business-numbers";
import { type DistributorProfile, LASTING_FIELDS, updateOwnDistributor } from "@bobine/contract/distributors";
import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import type { DraftKind, SessionUser } from "@bobine/shared-auth";
import { z } from "zod";

/** The person's own fields, and those of the company (UI-11), as they are typed. */
export const USER_FIELDS = ["first_name", "last_name", "company"] as const;
export const COMPANY_FIELDS = [
  "name",
  "email",
  "address",
  "post_code",
  "city",
  "phone",
  "siren",
  "siret",
  "prefix_vat",
  "iban",
  "secondary_iban",
  "communication_email",
] as const;
export type UserField = (typeof USER_FIELDS)[number];
export type CompanyField = (typeof COMPANY_FIELDS)[number];
export type AccountField = UserField | CompanyField;

const accountFormSchema = z.record(z.enum([...USER_FIELDS, ...COMPANY_FIELDS]), z.string());
export type AccountForm = z.infer<typeof accountFormSchema>;
export const ACCOUNT_DRAFT: DraftKind<AccountForm> = {
  name: "account",
  version: 3,
  schema: accountFormSchema,
};

/** What the form begins with. Without a company (a super admin who has chosen none) its fields are blank, and not shown. */
export const accountFormOf = (user: SessionUser, company: DistributorProfile | undefined): AccountForm => ({
  first_name: user.firstName,
  last_name: user.lastName,
  company: user.company,
  name: company?.name ?? "",
  email: company?.admin_email ?? "",
  address: company?.address ?? "",
  post_code: company?.post_code ?? "",
  city: company?.city ?? "",
  phone: company?.phone ?? "",
  // What waits until it is checked is what the person has said last.
  siren: company?.pending_siren ?? company?.siren ?? "",
  siret: company?.pending_siret ?? company?.siret ?? "",
  prefix_vat: company?.pending_prefix_vat ?? company?.prefix_vat ?? "",
  iban: company?.iban ?? "",
  secondary_iban: company?.secondary_iban ?? "",
  communication_email: company?.communication_email ?? "",
});

/** The fields that differ from what is saved; undefined when none does. Only they are judged and sent. */
export function changedFields<Field extends AccountField>(
  form: AccountForm,
  saved: AccountForm,
  fields: readonly Field[],
): Partial<Record<Field, string>> | undefined {
  const changed = fields.filter((field) => form[field] !== saved[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((field) => [field, form[field]])) as Partial<Record<Field, string>>;
}

/**
 * Fields that may not be left blank: what the guard asks for, the company's name, and what invoices carry once given. Of the VAT number the server
 * tells: who bills without VAT takes it back (BILL-5).
 */
export function requiredFields(
  user: SessionUser,
  company: DistributorProfile | undefined,
  saved: AccountForm,
): ReadonlySet<AccountField> {
  const ofUser: UserField[] = (["first_name", "company"] as const).filter(
    (field) => saved[field].trim() !== "" || !isSuperAdmin(user),
  );
  const ofCompany: CompanyField[] = company
    ? ["name", ...LASTING_FIELDS.filter((field) => field !== "prefix_vat" && company[field] !== "")]
    : [];
  return new Set<AccountField>([...ofUser, ...ofCompany]);
}

/** What the form says before anything is sent; the server has a sentence of its own. */
const WRONG_PREFIX_VAT = "Le numéro de TVA doit être au format 2 lettres + 2 chiffres (ex: AB12)";

/** What is wrong, by field: the first message of each, in the words of the server's own schema except for the VAT number. */
export function wrongFields(
  form: AccountForm,
  saved: AccountForm,
  required: ReadonlySet<AccountField>,
): Partial<Record<AccountField, string>> {
  const wrong: Partial<Record<AccountField, string>> = {};
  for (const field of required) if (form[field].trim() === "") wrong[field] = FIELD_MESSAGES.blank;
  const checked = updateOwnDistributor.body.safeParse(changedFields(form, saved, COMPANY_FIELDS) ?? {});
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = COMPANY_FIELDS.find((name) => name === path[0]);
    if (field) wrong[field] ??= message === NUMBER_MESSAGES.prefixVat ? WRONG_PREFIX_VAT : message;
  }
  const siret = compact(form.siret);
  if (
    siret !== "" &&
    siret !== compact(saved.siret) &&
    !siret.startsWith(splitSiret(compact(form.siren)).siren)
  )
    wrong.siret ??= NUMBER_MESSAGES.siretOfAnother;
  const newVat = changedFields(form, saved, ["prefix_vat", "siren"]) ?? {};
  const [newest] = Object.keys(newVat) as (keyof typeof newVat)[];
  if (newest && !vatFitsSiren(compact(form.prefix_vat), compact(form.siren)))
    wrong["prefix_vat" in newVat ? "prefix_vat" : "siren"] ??= NUMBER_MESSAGES.vatKey;
  return wrong;
}

/** Who types a SIRET as SIREN means both (DIST-3); undefined of anything else. */
export function splitOf({ siren }: AccountForm): Pick<AccountForm, "siren" | "siret"> | undefined {
  const digits = compact(siren);
  return isSiret(digits) ? splitSiret(digits) : undefined;
}

const compact = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();

/** `FR7699999000010001234567809` → in groups of four, as bank papers show it. */
export const inGroups = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");
