import { distributorProfileSchema } from "@bobine/contract/distributors";
import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import type { DraftKind } from "@bobine/shared-auth";

const COMPANY = [
  "name",
  "address",
  "post_code",
  "city",
  "phone",
  "siren",
  "vat_number",
  "iban",
  "secondary_iban",
  "communication_email",
] as const;
export const ADMINISTRATOR = ["admin_first_name", "admin_last_name", "admin_email"] as const;
/** DIST-4: the required marks. */
const REQUIRED = ["name", "address", "post_code", "city", "phone", "iban"] as const;

export type NewDistributorField = (typeof COMPANY)[number] | (typeof ADMINISTRATOR)[number];
/** DIST-4, creation payload; an empty field is none. */
export type NewDistributorForm = Record<NewDistributorField, string>;

export const EMPTY_FORM: NewDistributorForm = {
  name: "",
  address: "",
  post_code: "",
  city: "",
  phone: "",
  siren: "",
  vat_number: "",
  iban: "",
  secondary_iban: "",
  communication_email: "",
  admin_first_name: "",
  admin_last_name: "",
  admin_email: "",
};

const { name: text } = distributorProfileSchema.shape;
export const NEW_DISTRIBUTOR_DRAFT: DraftKind<NewDistributorForm> = {
  name: "new-distributor",
  isOfPerson: true,
  version: 1,
  schema: distributorProfileSchema
    .pick({
      name: true,
      address: true,
      post_code: true,
      city: true,
      phone: true,
      siren: true,
      vat_number: true,
      iban: true,
      secondary_iban: true,
    })
    .extend({ communication_email: text, admin_first_name: text, admin_last_name: text, admin_email: text }),
};

/** The administrator is optional; once a field of it is filled, all three are required (DIST-4). */
export const hasAdministrator = (form: NewDistributorForm): boolean =>
  ADMINISTRATOR.some((field) => form[field].trim() !== "");

export const isRequired = (form: NewDistributorForm, field: NewDistributorField): boolean =>
  REQUIRED.some((required) => required === field) ||
  (hasAdministrator(form) && ADMINISTRATOR.some((required) => required === field));

/** Field → message, of those that are required and empty. */
export function missingFields(form: NewDistributorForm): Record<string, string> {
  return Object.fromEntries(
    [...COMPANY, ...ADMINISTRATOR]
      .filter((field) => isRequired(form, field) && form[field].trim() === "")
      .map((field) => [field, FIELD_MESSAGES.required]),
  );
}
