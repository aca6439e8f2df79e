import { type Cinema, cinemaSchema, type SeenLists } from "@bobine/contract/cinemas";
import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { mergedScreens, mergedTexts } from "@bobine/contract/merged-list";
import { cinemaScreenSchema } from "@bobine/contract/screens";
import type { DraftKind } from "@bobine/shared-auth";
import { emailsOf, textOfEmails } from "@bobine/shared-ui/forms";

/** CIN-2 */
export const NAME_MISSING = "Le nom du cinéma est obligatoire";

/** Fields that are one line of text. */
const LINE_FIELDS = {
  name: true,
  legal_name: true,
  city: true,
  group: true,
  sub_group: true,
  address: true,
  address_line_2: true,
  pin_code: true,
  siren: true,
  cnc_authorization: true,
  invoicing_company_name: true,
  invoicing_address: true,
  invoicing_address_line_2: true,
  invoicing_pin_code: true,
  invoicing_city: true,
  invoicing_siren: true,
  vat_number: true,
  default_accounting_code: true,
} as const satisfies Partial<Record<keyof Cinema, true>>;
type Line = keyof typeof LINE_FIELDS;
const LINES = Object.keys(LINE_FIELDS) as Line[];

/** A row of the form's screens; without id it is a new one. */
export interface ScreenRow {
  id?: number | undefined;
  name: string;
  authorization_number: string;
}

/** The form: lists of e-mails are text, as they are typed (UI-16). */
export interface CinemaForm extends Record<Line, string> {
  short_name_code: string;
  default_invoice_emails: string;
  default_reminder_emails: string;
  phones: string[];
  screens: ScreenRow[];
  status: Cinema["status"];
}

/** A field that is one line of text. */
export type TextField = Line | "short_name_code" | "default_invoice_emails" | "default_reminder_emails";

const { name: text } = cinemaSchema.shape;
const formSchema = cinemaSchema.pick({ ...LINE_FIELDS, phones: true, status: true }).extend({
  short_name_code: text,
  default_invoice_emails: text,
  default_reminder_emails: text,
  screens: cinemaScreenSchema.partial({ id: true }).array(),
});

/** What is typed of one cinema, or of a new one. */
export const cinemaDraft = (id: number | undefined): DraftKind<CinemaForm> => ({
  name: id === undefined ? "new-cinema" : `cinema/${id}`,
  isOfPerson: true,
  version: 2,
  schema: formSchema,
  merge: mergedField,
});

/** A field that two people have changed: of lists, what the other one has added stays (CIN-2). */
function mergedField(
  field: keyof CinemaForm,
  typed: CinemaForm,
  base: CinemaForm,
  saved: CinemaForm,
): CinemaForm[keyof CinemaForm] {
  switch (field) {
    case "screens":
      return mergedScreens(typed.screens, base.screens, saved.screens);
    case "phones":
      return mergedTexts(typed.phones, base.phones, saved.phones);
    case "default_invoice_emails":
    case "default_reminder_emails":
      return textOfEmails(mergedTexts(emailsOf(typed[field]), emailsOf(base[field]), emailsOf(saved[field])));
    default:
      return typed[field];
  }
}

/** The form of a cinema as it is; of a new one, empty. */
export function cinemaForm(cinema: Cinema | undefined): CinemaForm {
  return {
    ...(Object.fromEntries(LINES.map((line) => [line, cinema?.[line] ?? ""])) as Record<Line, string>),
    short_name_code: cinema?.short_name_code ?? "",
    default_invoice_emails: textOfEmails(cinema?.default_invoice_emails ?? []),
    default_reminder_emails: textOfEmails(cinema?.default_reminder_emails ?? []),
    phones: [...(cinema?.phones ?? [])],
    screens: (cinema?.screens ?? []).map(({ id, name, authorization_number }) => ({
      id,
      name,
      authorization_number,
    })),
    status: cinema?.status ?? "active",
  };
}

/** What the form says of a cinema, as the API takes it. Rows that nobody filled are none. */
export function writtenCinema(form: CinemaForm) {
  return {
    ...(Object.fromEntries(LINES.map((line) => [line, form[line].trim()])) as Record<Line, string>),
    short_name_code: form.short_name_code.trim().toUpperCase() || null,
    default_invoice_emails: emailsOf(form.default_invoice_emails),
    default_reminder_emails: emailsOf(form.default_reminder_emails),
    phones: form.phones.map((phone) => phone.trim()).filter(Boolean),
    screens: form.screens.filter(isFilled).map(({ id, name, authorization_number }) => ({
      ...(id === undefined ? {} : { id }),
      name: name.trim(),
      authorization_number: authorization_number.trim(),
    })),
    status: form.status,
  };
}
export type WrittenCinema = ReturnType<typeof writtenCinema>;
export type ChangedCinema = Partial<WrittenCinema> & { seen?: SeenLists };

const LISTS = ["phones", "default_invoice_emails", "default_reminder_emails", "screens"] as const;

/** What differs between the cinema that the form was opened on and the form as it is, and of lists how they were. */
export function changedCinema(cinema: Cinema, after: CinemaForm): ChangedCinema {
  const was: Record<string, unknown> = writtenCinema(cinemaForm(cinema));
  const changes: ChangedCinema = Object.fromEntries(
    Object.entries(writtenCinema(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field]),
    ),
  );
  const seen = LISTS.filter((list) => changes[list]).map((list) => [list, cinema[list]]);
  return seen.length === 0 ? changes : { ...changes, seen: Object.fromEntries(seen) };
}

/**
 * Field → message, of what cannot be sent as it is. A screen's is under `screens.2`, for the third.
 * @param cinema that the form was opened on: a screen that a report made without a name needs none (CIN-2)
 */
export function wrongInCinema(form: CinemaForm, cinema: Cinema | undefined): Record<string, string> {
  const unnamed = new Set<number | undefined>(
    cinema?.screens.flatMap(({ id, name }) => (name === "" ? [id] : [])),
  );
  const nameless = form.screens.flatMap((screen, index) =>
    isFilled(screen) && screen.name.trim() === "" && !unnamed.has(screen.id)
      ? [[screenField(index), FIELD_MESSAGES.required]]
      : [],
  );
  return {
    ...(form.name.trim() === "" ? { name: NAME_MISSING } : {}),
    ...(Object.fromEntries(nameless) as Record<string, string>),
  };
}
export const screenField = (index: number): string => `screens.${index}`;

/** A screen that is known stays, even with its fields emptied: it is removed by its button. */
const isFilled = (screen: ScreenRow): boolean =>
  screen.id !== undefined || screen.name.trim() !== "" || screen.authorization_number.trim() !== "";
