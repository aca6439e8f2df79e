import { z } from "zod";
import { isSiren, isSiret, NUMBER_MESSAGES } from "./business-numbers.ts";
import { frenchPostCodeSchema, phoneSchema } from "./business-number-schemas.ts";
import { FIELD_MESSAGES } from "./field-messages.ts";

/** What is said of the numbers of cinemas and screens that have no form (CIN-2). */
export const AUTHORIZATION_MESSAGES = {
  cinema: "Le numéro CNC doit comporter de 1 à 20 lettres ou chiffres.",
  screen: "Le numéro d’autorisation doit comporter de 1 à 20 lettres ou chiffres.",
} as const;

/** No public format was found for the numbers of the CNC: letters and digits, with some signs between (BOX-7). */
const isAuthorization = (text: string): boolean => /^[0-9A-Za-z][0-9A-Za-z ./-]{0,19}$/.test(text);

/** The first nine digits are kept: a SIRET tells the SIREN, and the field is the company's. */
const companySchema = z
  .string()
  .transform((text) => text.replace(/\s+/g, ""))
  .refine((digits) => isSiren(digits) || isSiret(digits), NUMBER_MESSAGES.siren)
  .transform((digits) => digits.slice(0, 9));

const authorizationSchema = (message: string) => z.string().trim().refine(isAuthorization, message);

/** CIN-3: one address, its domain in lower case. */
const emailSchema = z
  .string()
  .trim()
  .max(254, FIELD_MESSAGES.maxLength)
  .pipe(z.email(FIELD_MESSAGES.email))
  .transform((email) => {
    const at = email.lastIndexOf("@");
    return email.slice(0, at) + email.slice(at).toLowerCase();
  });

/** The form of each field that has one. Empty always means none. */
const FORMS = {
  siren: companySchema,
  invoicing_siren: companySchema,
  pin_code: frenchPostCodeSchema,
  invoicing_pin_code: frenchPostCodeSchema,
  cnc_authorization: authorizationSchema(AUTHORIZATION_MESSAGES.cinema),
} as const satisfies Record<string, z.ZodType<string, string>>;

/** The form of each item of the lists that have one. */
const ITEM_FORMS = {
  phones: phoneSchema,
  default_invoice_emails: emailSchema,
  default_reminder_emails: emailSchema,
} as const satisfies Record<string, z.ZodType<string, string>>;

const screenForm = authorizationSchema(AUTHORIZATION_MESSAGES.screen);

type FormField = keyof typeof FORMS;
type ListField = keyof typeof ITEM_FORMS;
const FORM_FIELDS = Object.keys(FORMS) as FormField[];
const LIST_FIELDS = Object.keys(ITEM_FORMS) as ListField[];

/** The fields of a cinema whose values have a form. */
export type CheckedCinema = { readonly [Field in FormField]?: string | undefined } & {
  readonly [Field in ListField]?: readonly string[] | undefined;
} & {
  readonly screens?: readonly { readonly authorization_number?: string | undefined }[] | undefined;
};

/** What is wrong with values, by field, as the API tells it. */
export type WrongFields = Record<string, string[]>;

/**
 * Judges what somebody writes of a cinema (CIN-2). A value that the cinema has already is taken as it is, even a wrong
 * one: an old card stays editable, and only what is typed now has to be right.
 * @param before the cinema as it is; nothing for a new one
 * @param requested what is to change; what is absent stays
 * @returns the request with its values as they are kept (numbers without blanks, lists without repetition), and what is wrong by field
 */
export function checkedCinema<Requested extends CheckedCinema>(
  before: CheckedCinema | undefined,
  requested: Requested,
): { readonly values: Requested; readonly wrong: WrongFields } {
  const wrong: WrongFields = {};
  const values: Record<string, unknown> = {};
  const valueOf = (field: string, form: z.ZodType<string, string>, text: string): string => {
    const result = form.safeParse(text);
    if (result.success) return result.data;
    const messages = (wrong[field] ??= []);
    for (const { message } of result.error.issues) if (!messages.includes(message)) messages.push(message);
    return text;
  };
  for (const field of FORM_FIELDS) {
    const text = requested[field];
    if (text === undefined || text === before?.[field]) continue;
    values[field] = text.trim() === "" ? "" : valueOf(field, FORMS[field], text);
  }
  for (const field of LIST_FIELDS) {
    const known = new Set(before?.[field]);
    const items = requested[field]?.map((item) =>
      known.has(item) ? item : valueOf(field, ITEM_FORMS[field], item),
    );
    if (items) values[field] = [...new Set(items)];
  }
  const known = new Set(before?.screens?.map((screen) => screen.authorization_number));
  const screens = requested.screens?.map((screen) => {
    const number = screen.authorization_number;
    return number === undefined || number === "" || known.has(number)
      ? screen
      : { ...screen, authorization_number: valueOf("screens", screenForm, number) };
  });
  if (screens) values["screens"] = screens;
  return { values: { ...requested, ...values }, wrong };
}

/** What is wrong with a screen's number of authorisation, as it is typed; undefined when nothing is. Empty is none. */
export const wrongAuthorization = (text: string): string | undefined =>
  text === "" || isAuthorization(text) ? undefined : AUTHORIZATION_MESSAGES.screen;
