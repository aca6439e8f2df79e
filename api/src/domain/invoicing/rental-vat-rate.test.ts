import { expect, test } from "vitest";
import { rentalVatRate } from "./rental-vat-rate.ts";

test.each([
  ["is the distributor's on the mainland", 1000, "59500", "59500", 1000],
  ["is nothing in Guyane", 1000, "97300", "97300", 0],
  ["is nothing in Mayotte", 550, "97600", "97615", 0],
  ["is the distributor's in Guadeloupe, Martinique and La Réunion", 1000, "97200", "97200", 1000],
  ["is the distributor's for a cinema of Guyane that Paris pays for", 1000, "97300", "75010", 1000],
  ["is the distributor's for a cinema of Douai that Guyane pays for", 1000, "59500", "97300", 1000],
  ["stays that of a distributor of overseas", 210, "97300", "97300", 210],
  ["is nothing in Saint-Pierre-et-Miquelon", 1000, "97500", "97500", 0],
  ["is nothing in Saint-Barthélemy, also from overseas", 850, "97133", "97133", 0],
  ["is nothing in Saint-Martin", 1000, "97150", "97150", 0],
  ["is nothing in Wallis-et-Futuna", 550, "98600", "98600", 0],
  ["is nothing in Polynésie française", 1000, "98713", "98714", 0],
  ["is nothing in Nouvelle-Calédonie, also from overseas", 210, "98800", "98835", 0],
  ["is the distributor's for a cinema of Nouméa that Paris pays for", 1000, "98800", "75010", 1000],
  ["is the distributor's in Monaco", 1000, "98000", "98000", 1000],
  ["is the distributor's in Le Gosier, Guadeloupe", 1000, "97190", "97190", 1000],
])("the VAT rate of a rental %s", (_, chosen, cinema, client, rate) => {
  expect(rentalVatRate(chosen, cinema, { post_code: client, siren: "000200014", vat_number: "" })).toBe(rate);
});

test.each([
  ["of another country of the Union", "BE0123456749", "", 1000, 0],
  ["of Greece, whose numbers have letters of their own", "EL123456789", "", 1000, 0],
  ["of another country, from overseas", "BE0123456749", "", 850, 0],
  ["of another country and a SIREN", "BE0123456749", "000200014", 1000, 1000],
  ["of France", "FR12000200014", "000200014", 1000, 1000],
  ["of a country outside the Union", "GB123456789", "", 1000, 1000],
])("the VAT rate of a rental to a client with a VAT number %s", (_, vat_number, siren, chosen, rate) => {
  expect(rentalVatRate(chosen, "1000", { post_code: "1000", siren, vat_number })).toBe(rate);
});
