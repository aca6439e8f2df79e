import { expect, test } from "vitest";
import { NUMBER_MESSAGES } from "./business-numbers.ts";
import { AUTHORIZATION_MESSAGES, checkedCinema, type CheckedCinema } from "./cinema-values.ts";
import { FIELD_MESSAGES } from "./field-messages.ts";

test.each<[CheckedCinema, string, string]>([
  [{ siren: "000200015" }, "siren", NUMBER_MESSAGES.siren],
  [{ siren: "12" }, "siren", NUMBER_MESSAGES.siren],
  [{ invoicing_siren: "000000000" }, "invoicing_siren", NUMBER_MESSAGES.siren],
  [{ pin_code: "5950" }, "pin_code", NUMBER_MESSAGES.postCode],
  [{ invoicing_pin_code: "99000" }, "invoicing_pin_code", NUMBER_MESSAGES.postCode],
  [{ cnc_authorization: "-91023" }, "cnc_authorization", AUTHORIZATION_MESSAGES.cinema],
  [{ phones: ["03 53 01 10 00", "12"] }, "phones", NUMBER_MESSAGES.phone],
  [{ default_invoice_emails: ["a@b.example", "x"] }, "default_invoice_emails", FIELD_MESSAGES.email],
  [{ default_reminder_emails: [""] }, "default_reminder_emails", FIELD_MESSAGES.email],
  [{ screens: [{ authorization_number: "n° 1" }] }, "screens", AUTHORIZATION_MESSAGES.screen],
])("%j is wrong in %s", (requested, field, message) => {
  expect(checkedCinema(undefined, requested).wrong).toEqual({ [field]: [message] });
});

test.each<[CheckedCinema, CheckedCinema]>([
  [{ siren: "000 200 014" }, { siren: "000200014" }],
  [{ siren: "00020001400017" }, { siren: "000200014" }],
  [{ siren: " " }, { siren: "" }],
  [{ pin_code: "59 500" }, { pin_code: "59500" }],
  [{ cnc_authorization: " 91023 " }, { cnc_authorization: "91023" }],
  [{ phones: ["+33 3 53 01 10 00"] }, { phones: ["+33 3 53 01 10 00"] }],
  [
    { default_invoice_emails: ["Compta@Cine.Example", "Compta@cine.example"] },
    { default_invoice_emails: ["Compta@cine.example"] },
  ],
  [{ screens: [{}, { authorization_number: "" }] }, { screens: [{}, { authorization_number: "" }] }],
])("%j is kept as %j", (requested, values) => {
  expect(checkedCinema(undefined, requested)).toEqual({ values, wrong: {} });
});

test("a wrong value that the cinema has already is no error, a new one beside it is", () => {
  const before = {
    siren: "12 34",
    pin_code: "B-1000",
    phones: ["standard"],
    default_invoice_emails: ["pas d’adresse"],
    screens: [{ authorization_number: "n° 1" }],
  };
  expect(checkedCinema(before, before)).toEqual({ values: before, wrong: {} });
  const requested = { ...before, siren: "12 35", phones: ["standard", "poste 2"] };
  expect(checkedCinema(before, requested).wrong).toEqual({
    siren: [NUMBER_MESSAGES.siren],
    phones: [NUMBER_MESSAGES.phone],
  });
});
