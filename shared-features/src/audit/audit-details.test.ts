import { cinemaChangeSchema } from "@bobine/contract/cinemas";
import { DEFAULT_CINEMA_SETTINGS } from "@bobine/contract/cinema-settings";
import { LASTING_FIELDS } from "@bobine/contract/distributors";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { expect, test } from "vitest";
import { detailLabel, detailsSummary, detailValue } from "./audit-details.ts";

test.each([
  ["invoice_number", "N° de facture"],
  ["period_start", "Début de période"],
  ["automatic_lettering_on", "Rapprochement automatique"],
  ["group_key", "Identifiant du rapprochement groupé"],
  ["some_new_key", "Some new key"],
  ["constructor", "Constructor"],
  ["confirmed_by", "Confirmation"],
  ["valid_until", "Valable jusqu’au"],
])("the key %s reads « %s »", (key, label) => {
  expect(detailLabel(key)).toBe(label);
});

test.each([
  ["automation_on", true, "Oui"],
  ["automation_on", false, "Non"],
  ["old_value", null, "–"],
  ["errors", [], "–"],
  ["invoice_numbers", ["F26000123", "F26000124"], "F26000123, F26000124"],
  ["due_date", "2026-12-30", "30/12/2026"],
  ["total_amount", "2897.31", "2 897,31 €"],
  ["imported", 20_000, "20 000"],
  ["invoice_id", 20_000, "20000"],
  ["old_value", { city: "Douai", is_validated: false }, "City : Douai, Is validated : Non"],
  ["comment", "2026-1", "2026-1"],
  ["previous_status", "AWAITING_INVOICE_SELECTION", "Facture à sélectionner"],
  ["new_status", "DONE", "Terminé"],
  ["previous_status", "part_paid", "Partiellement payé"],
  ["state_before", "retrying", "Nouvel essai prévu"],
  ["new_status", "of a later version", "of a later version"],
  ["changed_fields", ["city", "iban", "secondary_iban"], "Ville, IBAN principal, IBAN secondaire"],
  ["job", "send-mails", "Envoi des e-mails"],
  ["event", "letters_repaired", "Lettrage recalculé"],
  ["event", "letters_mended", "Lettrage recalculé"],
  ["event", "Second facteur activé", "Second facteur activé"],
  ["valid_until", "2026-11-30T18:05:22.123Z", "30/11/2026 19:05"],
  ["old_value", "2026-11-30T18:05:22+01:00", "30/11/2026 18:05"],
  // A name or words that only begin as an instant, or say one that there is not.
  ["file_name", "2026-11-30T18:05:22.csv", "2026-11-30T18:05:22.csv"],
  ["file_name", "2026-11-30T18:05:22_releve.csv", "2026-11-30T18:05:22_releve.csv"],
  ["comment", "2026-11-30T18:05:22Z recu du client", "2026-11-30T18:05:22Z recu du client"],
  ["comment", "2026-99-99T99:99:99Z", "2026-99-99T99:99:99Z"],
  // What a person wrote is no status.
  ["comment", "DONE", "DONE"],
])("of %s the value %j reads « %s »", (key, value, text) => {
  expect(plainSpaces(detailValue(key, value))).toBe(text);
});

test.each([
  [{}, "–"],
  [{ import_id: 3, file_name: "releve.csv" }, "Fichier : releve.csv"],
  [{ event: "Commentaire ajouté", transaction_id: 16, transaction_label: "VIR" }, "Libellé bancaire : VIR"],
  [{ user_action_id: 16, surplus_amount: "0.00", reason: "Doublon" }, "Raison : Doublon"],
  [{ automation_on: false }, "–"],
  [{ message: "La semaine attend.", cinema_id: 2 }, "La semaine attend."],
])("a row tells of %j: « %s »", (details, text) => {
  expect(plainSpaces(detailsSummary(details))).toBe(text);
});

test("every field of a company, a cinema, its settings and an invoice is called as its form calls it", () => {
  const fields = [
    ...LASTING_FIELDS,
    ...Object.keys(DEFAULT_CINEMA_SETTINGS),
    ...Object.keys(cinemaChangeSchema.shape),
    "role",
  ];
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter((field) => detailValue("changed_fields", field) === field)).toEqual([]);
});
