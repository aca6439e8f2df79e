import { z } from "zod";
import { isSiren, isSiret, NUMBER_MESSAGES } from "./business-numbers.ts";
import { frenchPostCodeSchema, phoneSchema } from "./business-number-schemas.ts";
import { FIELD_MESSAGES } from "./field-messages.ts";
import { findIbans } from "./ibans-in-text.ts";
import { compactVatNumber, isUnionVatNumber, isVatNumberOfOther } from "./vat-numbers.ts";

/** What is said of the numbers of cinemas and screens that have no form (CIN-2). */
export const AUTHORIZATION_MESSAGES = {
  cinema: "Le numéro CNC doit comporter de 1 à 20 lettres ou chiffres.",
  screen: "Le numéro d’autorisation doit comporter de 1 à 20 lettres ou chiffres.",
} as const;

export const POST_CODE_ABROAD = "Le code postal doit comporter de 2 à 10 lettres ou chiffres.";
/** Of a client of another country, which its VAT number tells. */
const postCodeAbroadSchema = z
  .string()
  .trim()
  .regex(/^[0-9A-Z][0-9A-Z -]{0,8}[0-9A-Z]$/i, POST_CODE_ABROAD);

/** No public format was found for the numbers of the CNC: letters and digits, with some signs between (BOX-7). */
const isAuthorization = (text: string): boolean => /^[0-9A-Za-z][0-9A-Za-z ./-]{0,19}$/.test(text);

/** The first nine digits are kept: a SIRET tells the SIREN, and the field is the company's. */
const companySchema = z
  .string()
  .transform((text) => text.replace(/\s+/g, ""))
  .refine((digits) => isSiren(digits) || isSiret(digits), NUMBER_MESSAGES.siren)
  .transform((digits) => digits.slice(0, 9));

const clientVatSchema = z
  .string()
  .transform(compactVatNumber)
  .refine(isUnionVatNumber, NUMBER_MESSAGES.unionVat);

/** Each distributor that works with the cinema prints what is said of it (SEC-17): the account of none of them belongs there. */
const PRINTED_IBAN = "Ce texte contient un IBAN, que les factures imprimeraient\u00a0: retirez-le.";
const hasNoIban = (text: string): boolean => findIbans(text).length === 0;

const authorizationSchema = (message: string) =>
  z.string().trim().refine(isAuthorization, message).refine(hasNoIban, PRINTED_IBAN);

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

/** Longest account of a client that accounting software reads whole: of two that it cuts it makes one client (CIN-6). */
const CLIENT_ACCOUNT_LENGTH = 17;
const CLIENT_ACCOUNT_MESSAGE = `Saisissez un code comptable de ${CLIENT_ACCOUNT_LENGTH} caractères au plus\u00a0: les logiciels comptables coupent les suivants.`;
/** What a document prints stands on one line, as the distributor's own fields do. */
const LINE_MESSAGE = "Saisissez ce texte sur une seule ligne, sans tabulation.";
const lineSchema = z.string().regex(/^\P{Cc}*$/u, LINE_MESSAGE);
const printedSchema = lineSchema.refine(hasNoIban, PRINTED_IBAN);
/** Every invoice prints it (SEC-17): some IBANs fit in it, and no account of a client is one. */
const CLIENT_ACCOUNT_IBAN =
  "Ce code comptable contient un IBAN, que les factures imprimeraient\u00a0: saisissez-en un autre.";
const clientAccountSchema = lineSchema
  .trim()
  .max(CLIENT_ACCOUNT_LENGTH, CLIENT_ACCOUNT_MESSAGE)
  .refine(hasNoIban, CLIENT_ACCOUNT_IBAN);

/** The form of each field that has one. Empty always means none. The VAT number tells of which form postcodes are. */
const FORMS = {
  vat_number: clientVatSchema,
  name: printedSchema,
  legal_name: printedSchema,
  city: printedSchema,
  group: printedSchema,
  sub_group: printedSchema,
  address: printedSchema,
  address_line_2: printedSchema,
  invoicing_company_name: printedSchema,
  invoicing_address: printedSchema,
  invoicing_address_line_2: printedSchema,
  invoicing_city: printedSchema,
  siren: companySchema,
  invoicing_siren: companySchema,
  pin_code: frenchPostCodeSchema,
  invoicing_pin_code: frenchPostCodeSchema,
  cnc_authorization: authorizationSchema(AUTHORIZATION_MESSAGES.cinema),
  default_accounting_code: clientAccountSchema,
} as const satisfies Record<string, z.ZodType<string, string>>;

/** The form of each item of the lists that have one. */
const ITEM_FORMS = {
  phones: phoneSchema,
  default_invoice_emails: emailSchema,
  default_reminder_emails: emailSchema,
} as const satisfies Record<string, z.ZodType<string, string>>;

/** What a reader sees as one text. */
const READ_TOGETHER = [
  ["name", "city"],
  ["address", "address_line_2", "pin_code", "city"],
  ["invoicing_address", "invoicing_address_line_2", "invoicing_pin_code", "invoicing_city"],
] as const satisfies (keyof typeof FORMS)[][];

const POST_CODES: ReadonlySet<string> = new Set<keyof typeof FORMS>(["pin_code", "invoicing_pin_code"]);

const screenForm = authorizationSchema(AUTHORIZATION_MESSAGES.screen);

type FormField = keyof typeof FORMS;
type ListField = keyof typeof ITEM_FORMS;
const FORM_FIELDS = Object.keys(FORMS) as FormField[];
const LIST_FIELDS = Object.keys(ITEM_FORMS) as ListField[];

/** The fields of a cinema whose values have a form. */
export type CheckedCinema = { readonly [Field in FormField]?: string | undefined } & {
  readonly [Field in ListField]?: readonly string[] | undefined;
} & {
  readonly screens?:
    | readonly {
        readonly id?: number | undefined;
        readonly name?: string | undefined;
        readonly authorization_number?: string | undefined;
      }[]
    | undefined;
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
  const values: { [Field in FormField]?: string } & Record<string, unknown> = {};
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
    const isAbroad = POST_CODES.has(field) && isVatNumberOfOther({ ...before, ...values }.vat_number ?? "");
    const form = isAbroad ? postCodeAbroadSchema : FORMS[field];
    values[field] = text.trim() === "" ? "" : valueOf(field, form, text);
  }
  for (const fields of READ_TOGETHER) {
    const changed = fields.findLast((field) => values[field] !== undefined);
    const read = (cinema: CheckedCinema): string => fields.map((field) => cinema[field] ?? "").join(" ");
    if (changed === undefined || fields.some((field) => wrong[field]) || !hasNoIban(read(before ?? {})))
      continue;
    if (!hasNoIban(read({ ...before, ...values }))) wrong[changed] = [PRINTED_IBAN];
  }
  const isTold = wrong["vat_number"] ?? wrong["siren"] ?? wrong["invoicing_siren"];
  const message = isTold ? undefined : wrongOfCompany({ ...before, ...values });
  // One that did not go with the company before is an old card's.
  if (message && (values.vat_number !== undefined || !wrongOfCompany(before ?? {})))
    wrong["vat_number"] = [message];
  for (const field of LIST_FIELDS) {
    const known = new Set(before?.[field]);
    const items = requested[field]?.map((item) =>
      known.has(item) ? item : valueOf(field, ITEM_FORMS[field], item),
    );
    if (items) values[field] = [...new Set(items)];
  }
  const known = new Set(before?.screens?.map((screen) => screen.authorization_number));
  const unnamed = new Set(
    before?.screens?.flatMap(({ id, name }) => (name === "" && id !== undefined ? [id] : [])),
  );
  if (
    requested.screens?.some(({ id, name }) => name?.trim() === "" && !(id !== undefined && unnamed.has(id)))
  )
    wrong["screens"] = [FIELD_MESSAGES.blank];
  const names = new Set(before?.screens?.map((screen) => screen.name));
  if (requested.screens?.some(({ name }) => name !== undefined && !names.has(name) && !hasNoIban(name)))
    (wrong["screens"] ??= []).push(PRINTED_IBAN);
  const screens = requested.screens?.map((screen) => {
    const number = screen.authorization_number;
    return number === undefined || number === "" || known.has(number)
      ? screen
      : { ...screen, authorization_number: valueOf("screens", screenForm, number) };
  });
  if (screens) values["screens"] = screens;
  return { values: { ...requested, ...values }, wrong };
}

/** BILL-8: only the number of the company that is invoiced is printed: a French one that ends in its SIREN, another country's without one. */
function wrongOfCompany({
  vat_number = "",
  siren = "",
  invoicing_siren = "",
}: CheckedCinema): string | undefined {
  const number = compactVatNumber(vat_number);
  const company = (invoicing_siren || siren).replace(/\s/g, "").slice(0, 9);
  if (number === "" || company === "") return undefined;
  if (!number.startsWith("FR")) return NUMBER_MESSAGES.vatAbroad;
  return number.slice(4) === company ? undefined : NUMBER_MESSAGES.vatKey;
}

/** What is wrong with a screen's number of authorisation, as it is typed; undefined when nothing is. Empty is none. */
export const wrongAuthorization = (text: string): string | undefined => {
  if (text !== "" && !isAuthorization(text)) return AUTHORIZATION_MESSAGES.screen;
  return hasNoIban(text) ? undefined : PRINTED_IBAN;
};

/** What is wrong with a client's account as it is typed (CIN-6, SEC-17); undefined when nothing is. Empty is none. */
export const wrongClientAccount = (text: string): string | undefined =>
  clientAccountSchema.safeParse(text).error?.issues[0]?.message;
