import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { accountCodeSchema } from "./bank-parts.contract.ts";
import { defineRoute, idSchema } from "./route.contract.ts";

/** Accounts of VAT, as the settings hold them (VAT-3). */
export const vatAccountsSchema = z.object({
  /** Where VAT on collection waits. */
  waiting_account: accountCodeSchema,
  account_2000: accountCodeSchema,
  account_1000: accountCodeSchema,
  account_550: accountCodeSchema,
  account_210: accountCodeSchema,
});
export type VatAccounts = z.output<typeof vatAccountsSchema>;
export const VAT_ACCOUNT_FIELDS = [
  "waiting_account",
  "account_2000",
  "account_1000",
  "account_550",
  "account_210",
] as const satisfies readonly (keyof VatAccounts)[];

/** When VAT is due: with what settles a document, or with the document. */
export const VAT_DUE = ["collection", "debits"] as const;
export type VatDue = (typeof VAT_DUE)[number];

const vatRegimeSchema = vatAccountsSchema.extend({
  vat_due: z.enum(VAT_DUE),
  /** First day of the documents that it is of; null from the very first. */
  since: civilDateSchema.nullable(),
});
export type VatRegime = z.output<typeof vatRegimeSchema>;

export const vatSettingsSchema = z.object({
  /** Of documents of today. */
  current: vatRegimeSchema,
  /** Of documents of a later day. */
  planned: vatRegimeSchema.nullable(),
  /** What invoices of today print. */
  printed: z.enum(VAT_DUE),
  /** The day after the last lot: what it holds keeps its regime. Null while there is none. */
  earliest_since: civilDateSchema.nullable(),
  /** For the next change: the first of this month, or the day after the last lot when that is later. */
  proposed_since: civilDateSchema,
});
export type VatSettings = z.output<typeof vatSettingsSchema>;

const SETTINGS = "/accounting/vat-settings/";
const PAGE = "/accounting/vat/";

const vatSettingsChangeSchema = z.strictObject({
  ...vatAccountsSchema.shape,
  vat_due: z.enum(VAT_DUE),
  since: civilDateSchema,
});
export type VatSettingsChange = z.output<typeof vatSettingsChangeSchema>;

export const readVatSettings = defineRoute({
  method: "GET",
  path: SETTINGS,
  summary: "When the distributor owes VAT, and on which accounts it is",
  access: booksPolicy.exportBooks,
  response: vatSettingsSchema,
});

export const changeVatSettings = defineRoute({
  method: "PUT",
  path: SETTINGS,
  summary:
    "Changes when VAT is due, and its accounts, for documents dated from a day on; what was planned for later goes",
  access: booksPolicy.closeBooks,
  body: vatSettingsChangeSchema,
  response: vatSettingsSchema,
  invalidates: [SETTINGS, PAGE, "/accounting/lots/"],
});

export const vatMonthSchema = z
  .string()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, "Saisissez un mois au format AAAA-MM, par exemple 2026-10.")
  .meta({ examples: ["2026-10"] });

/** So many entries of a rate are listed; the file has all. */
export const MOST_VAT_ENTRIES = 500;

export const vatEntrySchema = z.object({
  /** Its number for ever; null while it is provisional. */
  number: z.string().nullable(),
  date: civilDateSchema,
  journal: z.string(),
  piece: z.string(),
  label: z.string(),
  /** The document; null of an advance. */
  invoice_id: idSchema.nullable(),
  base: moneySchema,
  tax: moneySchema,
});
export type VatEntry = z.output<typeof vatEntrySchema>;

export const vatOfMonthSchema = z.object({
  month: vatMonthSchema,
  /** From the highest; the unknown one last. */
  rates: z.array(
    z.object({
      /** Hundredths of a percent; null where an imported invoice does not tell it. */
      vat_rate_bp: z.number().int().nullable(),
      base: moneySchema,
      tax: moneySchema,
      entry_count: z.number().int(),
      entries: z.array(vatEntrySchema),
    }),
  ),
  /** Of all rates. */
  tax: moneySchema,
  /** VAT of advances, due when they are received (CGI art. 269-2-c): no account of VAT has it before they are used. */
  advances: z.object({
    /** The highest of them; that of the rentals of today while there are none. */
    vat_rate_bp: z.number().int(),
    /** Of these advances, each once, from the highest: an advance keeps the rate of when it was decided. */
    vat_rates_bp: z.array(z.number().int()),
    received_tax: moneySchema,
    /** Below zero: used on invoices, or given back. */
    applied_tax: moneySchema,
    net_tax: moneySchema,
    entries: z.array(vatEntrySchema),
  }),
  /** Entries that no lot holds yet. */
  provisional_count: z.number().int(),
});
export type VatOfMonth = z.output<typeof vatOfMonthSchema>;
export type VatOfRate = VatOfMonth["rates"][number];

const ofMonth = z.object({ month: vatMonthSchema.optional() });

export const readVat = defineRoute({
  method: "GET",
  path: PAGE,
  summary: "VAT due of a month by rate, with the entries behind each figure; by default of the last month",
  access: booksPolicy.exportBooks,
  query: ofMonth,
  response: vatOfMonthSchema,
});

export const exportVat = defineRoute({
  method: "GET",
  path: `${PAGE}csv/`,
  summary: "The same with all its entries, as CSV",
  access: booksPolicy.exportBooks,
  query: ofMonth,
  binary: "text/csv",
});

/** `tva_2026-10.csv` */
export const vatFileName = (month: string): string => `tva_${month}.csv`;
