import { describe, expect, it } from "vitest";
import { emailsOf } from "@bobine/shared-ui/forms";
import {
  changedValues,
  editedForm,
  guaranteeOf,
  type SettingsEdits,
  type SettingsForm,
  settingsForm,
  settingsValues,
  withEdit,
} from "./cinema-settings-form.ts";

describe("the settings of a cinema as they are typed", () => {
  it.each([
    ["", null],
    ["   ", null],
    ["150", 150],
    ["150,5", 150.5],
    ["1 234,50 €", 1234.5],
    ["1\u202f234,50\u00a0€", 1234.5],
    ["0", 0],
    ["1234.56", 1234.56],
    ["-1", undefined],
    ["abc", undefined],
    ["1,234,50", undefined],
    ["1,234", undefined],
    ["1e3", undefined],
  ])("takes « %s » as a minimum guarantee of %s (CIN-4)", (typed, amount) =>
    expect(guaranteeOf(typed)).toBe(amount),
  );

  it("begins with the defaults where nothing was saved (CIN-5), and says them as they are", () => {
    expect(settingsValues(settingsForm(null))).toEqual({
      additional_invoice_emails: [],
      invoice_email_override: false,
      additional_reminder_emails: [],
      reminder_email_override: false,
      minimum_guarantee: null,
      custom_accounting_code: "",
      is_factor_guaranteed: false,
    });
  });

  it("gives back what it was given", () => {
    const settings = {
      id: 4,
      distributor: 12,
      cinema: 1,
      additional_invoice_emails: ["compta@lumen.example", "b@lumen.example"],
      invoice_email_override: true,
      additional_reminder_emails: [],
      reminder_email_override: false,
      minimum_guarantee: 1234.5,
      custom_accounting_code: "411X",
      is_factor_guaranteed: true,
    };
    const { id: _id, distributor: _distributor, cinema: _cinema, ...values } = settings;
    expect(settingsForm(settings).minimum_guarantee).toBe("1234,50");
    expect(settingsValues(settingsForm(settings))).toEqual(values);
  });
});

describe("what is changed of the settings", () => {
  const formOf = (...emails: string[]) => ({
    ...settingsForm(null),
    additional_invoice_emails: emails.join(", "),
  });
  const type = (edits: SettingsEdits, base: SettingsForm, text: string) =>
    withEdit(edits, 12, base, "additional_invoice_emails", text);
  const changes = (base: SettingsForm, edits: SettingsEdits) => {
    const values = settingsValues(editedForm(base, edits));
    return values && changedValues(values, edits);
  };

  it("says of a list how it was when its change began, whatever came since (CIN-2, CIN-5)", () => {
    const begun = type({}, formOf("a@b.example"), "a@b.example, m@b.example");
    const now = formOf("a@b.example", "theirs@b.example");
    expect(changes(now, type(begun, now, "a@b.example, mine@b.example"))).toEqual({
      additional_invoice_emails: ["a@b.example", "mine@b.example"],
      seen: { additional_invoice_emails: ["a@b.example"] },
    });
  });

  it("begins anew with what is there once a list is as it was saved", () => {
    const noted = withEdit({}, 12, formOf("a@b.example"), "minimum_guarantee", "15");
    const typed = type(noted, formOf("a@b.example"), "");
    const back = type(typed, formOf("a@b.example"), "a@b.example");
    expect(changes(formOf("a@b.example"), back)).toEqual({ minimum_guarantee: 15 });
    const now = formOf("a@b.example", "theirs@b.example");
    expect(changes(now, type(back, now, "a@b.example"))).toEqual({
      minimum_guarantee: 15,
      additional_invoice_emails: ["a@b.example"],
      seen: { additional_invoice_emails: ["a@b.example", "theirs@b.example"] },
    });
  });

  it("is nothing once all is as it was saved", () => {
    const base = formOf("a@b.example");
    expect(type(type({}, base, ""), base, "a@b.example")).toEqual({});
  });
});

describe("a list of addresses", () => {
  it.each([
    ["a@b.example, c@d.example", ["a@b.example", "c@d.example"]],
    [" a@b.example ,, ", ["a@b.example"]],
    ["a@b.example\nc@d.example; e@f.example", ["a@b.example", "c@d.example", "e@f.example"]],
    ["", []],
  ])("is split on commas and trimmed (CIN-3): %j", (typed, emails) =>
    expect(emailsOf(typed)).toEqual(emails),
  );
});
