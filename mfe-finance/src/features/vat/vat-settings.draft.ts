import { isCivilDate } from "@bobine/contract/civil-date";
import {
  VAT_ACCOUNT_FIELDS,
  type VatAccounts,
  vatAccountsSchema,
  type VatDue,
  vatEntrySchema,
  type VatSettings,
  type VatSettingsChange,
  vatSettingsSchema,
} from "@bobine/contract/vat";
import { civilDateSchema } from "@bobine/contract/civil-date-schema";
import type { DraftKind } from "@bobine/shared-auth";
import { SETTINGS_TEXTS as TEXTS } from "./vat.texts.ts";

/** The settings as they are typed. */
export interface TypedSettings extends VatAccounts {
  vat_due: VatDue;
  since: string;
}

const { label: text } = vatEntrySchema.shape;

export const SETTINGS_DRAFT: DraftKind<TypedSettings> = {
  name: "vat-settings",
  version: 1,
  schema: vatSettingsSchema.shape.current.pick({ vat_due: true }).extend({
    since: text,
    waiting_account: text,
    account_2000: text,
    account_1000: text,
    account_550: text,
    account_210: text,
  }),
};

export const typedOf = ({ current, proposed_since }: VatSettings): TypedSettings => ({
  vat_due: current.vat_due,
  since: proposed_since,
  waiting_account: current.waiting_account,
  account_2000: current.account_2000,
  account_1000: current.account_1000,
  account_550: current.account_550,
  account_210: current.account_210,
});

/** What is sent, or field → what is wrong with it. */
export function changeOf(
  typed: TypedSettings,
): { readonly change: VatSettingsChange } | { readonly wrong: Record<string, string> } {
  const wrong: Record<string, string> = {};
  const accounts = { ...typed };
  for (const field of VAT_ACCOUNT_FIELDS) {
    accounts[field] = typed[field].trim();
    const message = vatAccountsSchema.shape[field].safeParse(accounts[field]).error?.issues[0]?.message;
    if (message) wrong[field] = message;
    else if (field !== "waiting_account" && accounts[field] === accounts.waiting_account)
      wrong["waiting_account"] = TEXTS.sameAccount;
  }
  const { since } = typed;
  if (!isCivilDate(since)) {
    wrong["since"] = civilDateSchema.safeParse(since).error?.issues[0]?.message ?? "";
    return { wrong };
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { change: { ...accounts, since } };
}
