import { civilDateSchema } from "@bobine/contract/civil-date-schema";
import { z } from "zod";
import type { AggregatorRow, BankAccount, BankItem } from "./bank-aggregator.ts";
import { centsOfJsonNumber } from "./exact-json.ts";

// The answers that we read, as AGG-1 knows them: a `null` field may be absent, and there may be others.

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const optionalInstant = instant.nullish().transform((value) => value ?? null);
const MAX_LABEL = 500;
/** PostgreSQL takes no NUL and no half of a character. */
const text = z.string().transform((value) =>
  value
    .replaceAll(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim(),
);

export const userSchema = z.object({ uuid: z.uuid() });
export const tokenSchema = z.object({
  access_token: z.string().min(1).max(4000),
  expires_at: instant,
  user: userSchema,
});
export const connectSessionSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
export const providerSchema = z.object({ name: text });

export const itemSchema = z
  .object({
    id,
    status: z.number().int().min(-1000).max(100_000),
    status_code_description: text.nullish(),
    provider_id: id.nullish(),
    authentication_expires_at: optionalInstant,
  })
  .transform(
    (item): BankItem => ({
      id: item.id,
      status: item.status,
      message: (item.status_code_description ?? "").slice(0, MAX_LABEL).toWellFormed(),
      provider_id: item.provider_id ?? null,
      expires_at: item.authentication_expires_at,
    }),
  );

export const accountSchema = z
  .object({
    id,
    item_id: id,
    iban: text.nullish(),
    currency_code: z.string(),
    type: z.string().nullish(),
    data_access: z.string().nullish(),
  })
  .transform(
    (account): BankAccount => ({
      id: account.id,
      item_id: account.item_id,
      iban: account.iban?.replaceAll(" ", "").toUpperCase() || null,
      currency_code: account.currency_code,
      type: account.type ?? "",
      is_readable:
        account.data_access === undefined ||
        account.data_access === null ||
        account.data_access === "enabled",
    }),
  );

const amount = z.string().transform((written, context) => {
  const cents = centsOfJsonNumber(written);
  if (cents !== undefined) return cents;
  context.addIssue({ code: "custom", message: "is no whole number of cents" });
  return z.NEVER;
});

export const transactionSchema = z
  .object({
    id,
    account_id: id,
    amount,
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    provider_description: text.nullish(),
    bank_description: text.nullish(),
    clean_description: text.nullish(),
    operation_type: text.nullish(),
    date: civilDateSchema,
    booking_date: civilDateSchema.nullish(),
    value_date: civilDateSchema.nullish(),
    updated_at: optionalInstant,
    deleted: z.boolean().nullish(),
    is_deleted: z.boolean().nullish(),
    future: z.boolean().nullish(),
    is_future: z.boolean().nullish(),
  })
  .transform((row): AggregatorRow => {
    // The clean text has lost the references that lettering needs.
    const label =
      row.provider_description || row.bank_description || row.clean_description || "Opération bancaire";
    return {
      id: row.id,
      account_id: row.account_id,
      amount: row.amount,
      currency_code: row.currency_code,
      label: label.replaceAll(/\s+/g, " ").slice(0, MAX_LABEL).toWellFormed(),
      operation_type: (row.operation_type ?? "").slice(0, MAX_LABEL),
      transaction_date: row.booking_date ?? row.date,
      value_date: row.value_date ?? null,
      updated_at: row.updated_at,
      is_deleted: (row.deleted ?? false) || (row.is_deleted ?? false),
      is_future: (row.future ?? false) || (row.is_future ?? false),
    };
  });

export const pageOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    resources: z.array(resource).max(5000),
    pagination: z.object({ next_uri: z.string().max(4000).nullish() }).nullish(),
  });
