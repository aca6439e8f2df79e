import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { BoxOfficeDeclaration } from "../../domain/parsing/box-office-types.ts";
import { STAGED_COLUMNS } from "./box-office.repository.ts";
import {
  instantOf,
  isWithinBounds,
  otherIbanFinder,
  problemOf,
  shareOf,
  siteOf,
  stagedRowOf,
} from "./staged-declaration.ts";

const aDeclaration = (changes: Partial<BoxOfficeDeclaration> = {}): BoxOfficeDeclaration => ({
  position: 1,
  line: 4,
  reference: "R1",
  nature: "initiale",
  corrects: null,
  week_start: civilDate("2026-11-18"),
  cinema: {
    cnc_authorization: "91023",
    siret: "00020001400017",
    siren: null,
    short_name_code: "befdou",
    name: "Cinéma Le Beffroi",
    legal_name: null,
    address: null,
    pin_code: "59500",
    city: "Douai",
    group: null,
  },
  screen: { authorization_number: "910231", name: "Salle 1", capacity: 212 },
  film: {
    visa_number: "199041",
    title: "Les Heures bleues",
    version: "VF",
    lacks_version: false,
    run_week: 1,
    release_date: null,
  },
  distributor: { name: "Lumen", siren: null },
  terms: {
    type: "POURCENTAGE",
    rate_bp: 5000,
    rate_millionths: 50_000_000,
    flat_fee_ht: null,
    minimum_guarantee_ht: null,
  },
  screenings: 21,
  admissions_paid: 812,
  admissions_free: 9,
  gross_ttc: cents(590940),
  tsa: cents(63349),
  vat: cents(30807),
  base_film_ht: cents(496784),
  sacem: cents(7526),
  share_declared_ht: cents(248392),
  cancelled_screening: false,
  warnings: [],
  ...changes,
});

test("a declaration gives one value per staged column, money as the database writes it", () => {
  const declaration = aDeclaration();
  const row = stagedRowOf(declaration, 7, shareOf(declaration, false), ["à voir"]);
  const named = Object.fromEntries(STAGED_COLUMNS.map((column, index) => [column, row[index]]));
  expect(row).toHaveLength(STAGED_COLUMNS.length);
  expect(named).toMatchObject({
    position: 1,
    place: 7,
    film_key: "visa:199041",
    gross_ttc: "5909.40",
    share_ht: "2483.92",
    share_declared: true,
    warnings: '["à voir"]',
    share_other_ht: null,
  });
});

test("a film without a title is named by its visa", () => {
  const declaration = aDeclaration({
    film: {
      visa_number: "199041",
      title: null,
      version: null,
      lacks_version: true,
      run_week: null,
      release_date: null,
    },
  });
  const row = stagedRowOf(declaration, 0, shareOf(declaration, false), []);
  expect(row[STAGED_COLUMNS.indexOf("film_title")]).toBe("Visa 199041");
});

test("a share that is not declared has its other formula beside it", () => {
  expect(shareOf(aDeclaration({ share_declared_ht: null }), false)).toMatchObject({
    share_ht: 248392,
    share_other_ht: 244629,
  });
  expect(shareOf(aDeclaration({ share_declared_ht: null }), true)).toMatchObject({
    share_ht: 244629,
    share_other_ht: 248392,
  });
});

test("a name that is cut never ends in half a character", () => {
  const { cinema } = aDeclaration();
  const { name } = siteOf(aDeclaration({ cinema: { ...cinema, name: `C${"🎬".repeat(149)}` } }));
  expect(name).toBe(`C${"🎬".repeat(99)}`);
});

test("a share is computed with all the decimals of its rate (BILL-3)", () => {
  const { terms } = aDeclaration();
  const third = aDeclaration({
    base_film_ht: cents(1_998_367),
    terms: { ...terms, rate_bp: 3333, rate_millionths: 33_333_300 },
    share_declared_ht: null,
    sacem: cents(0),
  });
  expect(shareOf(third, false)).toMatchObject({ share_ht: 666_122, share_other_ht: 666_122 });
  const declared = shareOf({ ...third, share_declared_ht: cents(666_122) }, false);
  expect(declared).toMatchObject({ share_ht: 666_122, expected_share_ht: null });
});

test("a SIRET or SIREN of another length recognises nothing", () => {
  const { cinema } = aDeclaration();
  expect(siteOf(aDeclaration())).toMatchObject({ siret: "00020001400017", siren: "", short_code: "BEFDOU" });
  expect(siteOf(aDeclaration({ cinema: { ...cinema, siret: "12", siren: "0002" } }))).toMatchObject({
    siret: "",
    siren: "",
  });
});

describe("numbers beyond what a week can be", () => {
  const flatFee = (flat_fee_ht: number) => ({
    terms: {
      type: "FORFAIT" as const,
      rate_bp: null,
      rate_millionths: null,
      flat_fee_ht: cents(flat_fee_ht),
      minimum_guarantee_ht: null,
    },
  });
  test.each([
    [{}, true],
    [{ admissions_paid: 10_000_000 }, true],
    [{ admissions_paid: 10_000_001 }, false],
    [{ admissions_free: -1 }, false],
    [{ gross_ttc: cents(10 ** 10 - 1) }, true],
    [{ gross_ttc: cents(10 ** 10) }, false],
    [{ gross_ttc: cents(-1) }, false],
    [{ share_declared_ht: cents(10 ** 10) }, false],
    [{ share_declared_ht: cents(-1) }, false],
    [flatFee(10 ** 10 - 1), true],
    [flatFee(10 ** 10), false],
    [{ terms: { ...flatFee(1).terms, rate_bp: 2 ** 31 } }, false],
  ])("%j", (changes, isWithin) => {
    expect(isWithinBounds(aDeclaration(changes))).toBe(isWithin);
  });
});

test.each([
  ["2026-11-27T08:30:00+01:00", "2026-11-27T07:30:00.000Z"],
  ["27/11/2026", null],
  ["2026-13-45T99:99:99", null],
  ["hier", null],
  [null, null],
])("the instant of a report: %s", (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

test("a film may be named with the company's own IBAN, and with no other one, in its title nor in its version (SEC-17)", () => {
  const { film } = aDeclaration();
  const problem = (names: Partial<typeof film>) =>
    problemOf(aDeclaration({ film: { ...film, ...names } }), 0, otherIbanFinder(["BE68539007547034"]));
  expect(problem({})).toBeUndefined();
  expect(problem({ title: "Payer à BE68 5390 0754 7034" })).toBeUndefined();
  expect(problem({ title: "Payer à DE89370400440532013000" })).toMatch(
    /^Déclaration R1\u00a0: le film porte un IBAN/,
  );
  expect(problem({ title: null, version: "VF DE89 3704 0044 0532 0130 00" })).toMatch(/Corrigez son titre/);
});

const PAY = "Payez sur BE68 5390 0754 7034";
test.each<[string, { film?: object; screen?: object; cinema?: object }, string, string]>([
  ["visa", { film: { visa_number: "BE68539007547034", title: null } }, "le film", "son visa"],
  ["screen’s name", { screen: { name: "Payez sur BE68 5390 0754 7034" } }, "la salle", "son nom"],
  [
    "screen’s number",
    { screen: { authorization_number: "BE68539007547034" } },
    "la salle",
    "son numéro d’autorisation",
  ],
  ["cinema’s name", { cinema: { name: PAY } }, "le cinéma", "son nom"],
  [
    "cinema’s name with its town",
    { cinema: { name: "Rex BE68 5390", city: "0754 7034" } },
    "le cinéma",
    "son nom",
  ],
  ["cinema’s town", { cinema: { city: PAY } }, "le cinéma", "sa ville"],
  ["cinema’s legal name", { cinema: { legal_name: PAY } }, "le cinéma", "sa raison sociale"],
  ["cinema’s address", { cinema: { address: PAY } }, "le cinéma", "son adresse"],
  ["cinema’s number", { cinema: { cnc_authorization: "BE68539007547034" } }, "le cinéma", "son numéro CNC"],
  ["cinema’s code", { cinema: { short_name_code: "be68539007547034" } }, "le cinéma", "son code court"],
])("nor in its %s, which is printed as well (SEC-17)", (_title, { film, screen, cinema }, of, its) => {
  const sound = aDeclaration();
  const declaration = aDeclaration({
    film: { ...sound.film, ...film },
    screen: { ...sound.screen, ...screen },
    cinema: { ...sound.cinema, ...cinema },
  });
  expect(problemOf(declaration, 0, otherIbanFinder(["DE89370400440532013000"]))).toBe(
    `Déclaration R1\u00a0: ${of} porte un IBAN qui n’est pas celui de votre société. Corrigez ${its}, puis importez le rapport de nouveau.`,
  );
  expect(problemOf(declaration, 0, otherIbanFinder(["BE68539007547034"]))).toBeUndefined();
});

test("a cinema that names an IBAN keeps each of its declarations out, and those of another one alone (SEC-17)", () => {
  const findOtherIban = otherIbanFinder(["BE68539007547034"]);
  const { cinema } = aDeclaration();
  const paying = { ...cinema, name: "Rex DE89 3704 0044 0532 0130 00" };
  const found = [paying, cinema, { ...paying }, { ...cinema }].map(
    (one) => findOtherIban(aDeclaration({ cinema: one }))?.its,
  );
  expect(found).toEqual(["son nom", undefined, "son nom", undefined]);
});
