import { describe, expect, test } from "vitest";
import { NUMBER_MESSAGES } from "./business-numbers.ts";
import {
  AUTHORIZATION_MESSAGES,
  checkedCinema,
  type CheckedCinema,
  POST_CODE_ABROAD,
  wrongAuthorization,
} from "./cinema-values.ts";
import { FIELD_MESSAGES } from "./field-messages.ts";

test.each<[CheckedCinema, string, string]>([
  [{ siren: "000200015" }, "siren", NUMBER_MESSAGES.siren],
  [{ siren: "12" }, "siren", NUMBER_MESSAGES.siren],
  [{ invoicing_siren: "000000000" }, "invoicing_siren", NUMBER_MESSAGES.siren],
  [{ vat_number: "39000100016" }, "vat_number", NUMBER_MESSAGES.unionVat],
  [{ vat_number: "GB123456789" }, "vat_number", NUMBER_MESSAGES.unionVat],
  [{ vat_number: "FR38000100016" }, "vat_number", NUMBER_MESSAGES.unionVat],
  [{ pin_code: "5950" }, "pin_code", NUMBER_MESSAGES.postCode],
  [{ invoicing_pin_code: "99000" }, "invoicing_pin_code", NUMBER_MESSAGES.postCode],
  [{ cnc_authorization: "-91023" }, "cnc_authorization", AUTHORIZATION_MESSAGES.cinema],
  [{ phones: ["03 53 01 10 00", "12"] }, "phones", NUMBER_MESSAGES.phone],
  [{ default_invoice_emails: ["a@b.example", "x"] }, "default_invoice_emails", FIELD_MESSAGES.email],
  [{ default_reminder_emails: [""] }, "default_reminder_emails", FIELD_MESSAGES.email],
  [{ screens: [{ authorization_number: "n° 1" }] }, "screens", AUTHORIZATION_MESSAGES.screen],
  [{ name: "Le\nRex" }, "name", "Saisissez ce texte sur une seule ligne, sans tabulation."],
  [{ legal_name: "SARL\tRex" }, "legal_name", "Saisissez ce texte sur une seule ligne, sans tabulation."],
  [{ address: "3 rue\u0007" }, "address", "Saisissez ce texte sur une seule ligne, sans tabulation."],
  [
    { default_accounting_code: "411\tREX" },
    "default_accounting_code",
    "Saisissez ce texte sur une seule ligne, sans tabulation.",
  ],
  [
    { default_accounting_code: "411BEFFROI-DOUAI-1" },
    "default_accounting_code",
    "Saisissez un code comptable de 17 caractères au plus\u00a0: les logiciels comptables coupent les suivants.",
  ],
  ...["BE68539007547034", "no9386011117947", "NO93 8601 1117947"].map(
    (default_accounting_code): [CheckedCinema, string, string] => [
      { default_accounting_code },
      "default_accounting_code",
      "Ce code comptable contient un IBAN, que les factures imprimeraient\u00a0: saisissez-en un autre.",
    ],
  ),
])("%j is wrong in %s", (requested, field, message) => {
  expect(checkedCinema(undefined, requested).wrong).toEqual({ [field]: [message] });
});

describe("what the documents of every distributor print of a cinema holds no IBAN, whosever it is (SEC-17)", () => {
  const IBAN = "FR76 3000 6000 0112 3456 7890 189";
  const message = "Ce texte contient un IBAN, que les factures imprimeraient\u00a0: retirez-le.";
  test.each<[CheckedCinema, string]>([
    [{ name: `Le Rex, payer à ${IBAN}` }, "name"],
    [{ name: "Le Rex", legal_name: `SARL Rex ${IBAN}` }, "legal_name"],
    [{ city: IBAN }, "city"],
    [{ address: `1 rue Haute, IBAN ${IBAN}` }, "address"],
    [{ address_line_2: IBAN }, "address_line_2"],
    [{ invoicing_company_name: IBAN }, "invoicing_company_name"],
    [{ invoicing_address: IBAN }, "invoicing_address"],
    [{ invoicing_city: IBAN }, "invoicing_city"],
    [{ cnc_authorization: "BE68539007547034" }, "cnc_authorization"],
    [{ screens: [{ name: `Salle ${IBAN}` }] }, "screens"],
    [{ screens: [{ name: "Salle 1", authorization_number: "BE68539007547034" }] }, "screens"],
    [{ name: "FR76 3000 6000 0112", city: "3456 7890 189" }, "city"],
    [{ address: "FR76 3000 6000 0112", address_line_2: "3456 7890 189" }, "address_line_2"],
  ])("%j", (requested, field) => {
    expect(checkedCinema(undefined, requested).wrong).toEqual({ [field]: [message] });
  });

  test("but for what it has already", () => {
    const before = { name: IBAN, city: "Douai", address: IBAN, screens: [{ id: 1, name: IBAN }] };
    expect(checkedCinema(before, { ...before, city: "Lille" }).wrong).toEqual({});
  });

  test("nor does the number of a screen", () => {
    expect([wrongAuthorization("BE68539007547034"), wrongAuthorization("910231")]).toEqual([
      message,
      undefined,
    ]);
  });
});

test.each<[CheckedCinema, CheckedCinema]>([
  [{ siren: "000 200 014" }, { siren: "000200014" }],
  [{ siren: "00020001400017" }, { siren: "000200014" }],
  [{ siren: " " }, { siren: "" }],
  [{ vat_number: "fr 39 000 100 016" }, { vat_number: "FR39000100016" }],
  [{ vat_number: "BE 0123.456.749" }, { vat_number: "BE0123456749" }],
  [
    { siren: "000100016", vat_number: "FR39000100016" },
    { siren: "000100016", vat_number: "FR39000100016" },
  ],
  [{ pin_code: "59 500" }, { pin_code: "59500" }],
  [{ default_accounting_code: "411BEFFROI-DOUAI1" }, { default_accounting_code: "411BEFFROI-DOUAI1" }],
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

test("a screen that has no name yet goes without, as a report has made it (CIN-2); no other one does", () => {
  const before = {
    screens: [
      { id: 1, name: "", authorization_number: "910231" },
      { id: 2, name: "Salle 2", authorization_number: "910232" },
    ],
  };
  const [unnamed, named] = before.screens;
  const wrongIn = (...screens: NonNullable<CheckedCinema["screens"]>) =>
    checkedCinema(before, { screens }).wrong;
  expect(wrongIn({ ...unnamed, authorization_number: "910239" }, { id: 2, name: "Salle Bleue" })).toEqual({});
  const wrong = { screens: [FIELD_MESSAGES.blank] };
  expect(wrongIn({ ...unnamed }, { ...named, name: " " })).toEqual(wrong);
  expect(wrongIn({ ...unnamed }, { name: "", authorization_number: "910233" })).toEqual(wrong);
  expect(checkedCinema(undefined, { screens: [{ name: "" }] }).wrong).toEqual(wrong);
});

test("a wrong value that the cinema has already is no error, a new one beside it is", () => {
  const before = {
    name: "Le\nRex",
    siren: "12 34",
    pin_code: "B-1000",
    default_accounting_code: "411BEFFROI-DOUAI-1",
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

test.each<[string, CheckedCinema, CheckedCinema, boolean]>([
  ["of another company than the cinema's", { siren: "000200014" }, { vat_number: "FR39000100016" }, false],
  ["of the cinema's company", { siren: "000 100 016 00017" }, { vat_number: "FR39000100016" }, true],
  [
    "of the cinema's company, where another one is invoiced",
    { siren: "000100016", invoicing_siren: "000200014" },
    { vat_number: "FR39000100016" },
    false,
  ],
  [
    "of the company that is invoiced, named with it",
    { siren: "000200014" },
    { invoicing_siren: "000100016", vat_number: "FR39000100016" },
    true,
  ],
  ["of another country, without a SIREN", { siren: "" }, { vat_number: "BE0123456749" }, true],
  [
    "that does not go with the SIREN that is given",
    { siren: "000200014", vat_number: "FR12000200014" },
    { siren: "000100016" },
    false,
  ],
  [
    "that does not go with the SIREN of who is invoiced from now on",
    { siren: "000200014", vat_number: "FR12000200014" },
    { invoicing_siren: "000100016", vat_number: "FR12000200014" },
    false,
  ],
  [
    "that goes with the SIREN that is given",
    { siren: "000200014", vat_number: "FR39000100016" },
    { siren: "000100016" },
    true,
  ],
  [
    "that is emptied as the SIREN changes",
    { siren: "000200014", vat_number: "FR12000200014" },
    { siren: "000100016", vat_number: "" },
    true,
  ],
  [
    "that was there already, beside other changes",
    { siren: "000200014", vat_number: "FR39000100016" },
    { name: "Le Rex" },
    true,
  ],
  [
    "that was there already",
    { siren: "000200014", vat_number: "FR39000100016" },
    { vat_number: "FR39000100016", siren: "732829320" },
    true,
  ],
])("a VAT number %s", (_, before, requested, isRight) => {
  expect(checkedCinema(before, requested).wrong).toEqual(
    isRight ? {} : { vat_number: [NUMBER_MESSAGES.vatKey] },
  );
});

test.each<[string, CheckedCinema, CheckedCinema]>([
  ["the cinema has", { siren: "000200014" }, { vat_number: "BE0123456749" }],
  [
    "the cinema has, which another company pays for",
    { siren: "000200014", invoicing_company_name: "SA Alpha Belgique" },
    { vat_number: "BE0123456749" },
  ],
  ["a French company that is invoiced has", { invoicing_siren: "000100016" }, { vat_number: "BE0123456749" }],
  ["is given after it", { vat_number: "BE0123456749" }, { siren: "000200014" }],
  ["is given with it", {}, { siren: "000200014", vat_number: "BE0123456749" }],
])("a VAT number of another country does not go with a SIREN that %s (BILL-8)", (_, before, requested) => {
  expect(checkedCinema(before, requested).wrong).toEqual({ vat_number: [NUMBER_MESSAGES.vatAbroad] });
});

test.each<[string, CheckedCinema, CheckedCinema, string[] | undefined]>([
  [
    "of another country, with its VAT number",
    {},
    { vat_number: "BE0123456749", pin_code: "1000" },
    undefined,
  ],
  [
    "of another country, whose VAT number is known",
    { vat_number: "NL123456789B01" },
    { invoicing_pin_code: "1012 JS" },
    undefined,
  ],
  ["of nowhere", { vat_number: "BE0123456749" }, { pin_code: "?" }, [POST_CODE_ABROAD]],
  ["of another country, without a VAT number", {}, { pin_code: "1000" }, [NUMBER_MESSAGES.postCode]],
])("a postcode %s", (_, before, requested, wrong) => {
  const [field = ""] = Object.keys(requested).filter((name) => name !== "vat_number");
  expect(checkedCinema(before, requested).wrong).toEqual(wrong ? { [field]: wrong } : {});
});
