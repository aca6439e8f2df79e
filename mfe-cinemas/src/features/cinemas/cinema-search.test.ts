import type { Cinema } from "@bobine/contract/cinemas";
import { describe, expect, it } from "vitest";
import { cinemaSearchText, searchCinemas } from "./cinema-search.ts";
import { aCinema } from "@bobine/contract/testing/cinemas";

const beffroi = aCinema({ address_line_2: "Passage des Arts" });
const rex = aCinema({
  id: 2,
  name: "Cinéma Le Rex",
  legal_name: "SARL Le Rex",
  short_name_code: "REXAUR",
  city: "Aurillac",
  address: "9 rue des Carmes",
  pin_code: "15000",
  siren: "000200295",
  cnc_authorization: "92667",
  invoicing_company_name: "",
  group: "Réseau Lumières",
  sub_group: "",
  phones: [],
  default_invoice_emails: [],
  default_reminder_emails: [],
});
const found = (typed: string): Cinema[] =>
  searchCinemas(
    [beffroi, rex].map((cinema) => ({ cinema, text: cinemaSearchText(cinema) })),
    typed,
  );

describe("the search of the cinemas screen", () => {
  it.each([
    ["name", "beffroi"],
    ["legal name", "SARL Beffroi"],
    ["address", "place du beffroi"],
    ["second line of the address", "passage des arts"],
    ["city", "douai"],
    ["postal code", "59500"],
    ["SIREN", "000200014"],
    ["CNC number", "91023"],
    ["invoicing company", "beffroi facturation"],
    ["group, without its accents", "independant"],
    ["sub-group", "hauts-de-france"],
    ["phone", "03 53 01"],
    ["invoice e-mail", "facturation@"],
    ["reminder e-mail", "relance@"],
    ["short code, as Ctrl K does", "befdou"],
  ])("looks through the %s", (_field, typed) => expect(found(typed)).toEqual([beffroi]));

  it.each([
    ["03 53 01 10 00", "0353011000"],
    ["03 53 01 10 00", "03.53.01.10.00"],
    ["0353011000", "03-53-01"],
    ["+33 (0)3 53 01 10 00", "+33 (0)3"],
    ["+33 3 53 01 10 00", "03 53 01 10 00"],
    ["03 53 01 10 00", "+33353011000"],
    ["03 53 01 10 00", "+33 (0)3 53 01"],
    ["03 53 01 10 00", "0033 3 53 01 10 00"],
    ["+33 (0)3 53 01 10 00", "03 53 01 10 00"],
  ])("finds the phone %s by %s (UI-22)", (phone, typed) => {
    const cinema = { ...rex, phones: [phone] };
    const text = cinemaSearchText(cinema);
    expect(searchCinemas([{ cinema, text }], typed)).toEqual([cinema]);
    expect(searchCinemas([{ cinema, text }], "0353011999")).toEqual([]);
  });

  it("finds all cinemas when nothing is typed, and none when nothing matches", () => {
    expect(found(" ")).toEqual([beffroi, rex]);
    expect(found("zanzibar")).toEqual([]);
  });
});
