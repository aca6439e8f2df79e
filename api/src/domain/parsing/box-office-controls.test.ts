import { type CinemaWeek, cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, civilDate } from "@bobine/contract/civil-date";
import { describe, expect, test } from "vitest";
import type { Field } from "./box-office-aliases.ts";
import { declarationChecker } from "./box-office-controls.ts";
import type { DetailSum } from "./box-office-details.ts";
import type { BoxOfficeDeclaration } from "./box-office-types.ts";

const TODAY = civilDate("2026-11-30");
const NBSP = "\u00a0";

/** « Les Heures bleues » at Le Beffroi (BILL-3, worked example A): nothing to tell of it. */
const SOUND: Partial<Record<Field, string>> = {
  reference: "R1",
  week_start: "2026-11-18",
  week_end: "2026-11-24",
  cinema_cnc: "91023",
  cinema_name: "Cinéma Le Beffroi",
  screen_auth: "910231",
  capacity: "212",
  visa: "199041",
  title: "Les Heures bleues",
  version: "VF",
  distributor_name: "Lumen Films Distribution",
  terms_type: "POURCENTAGE",
  rate: "50",
  screenings: "21",
  admissions_paid: "812",
  admissions_free: "9",
  gross_ttc: "5909.40",
  tsa: "633.49",
  vat: "308.07",
  base_film: "4967.84",
  sacem: "75.26",
  share: "2483.92",
};

/** Takings of a few coins. */
const SMALL = {
  gross_ttc: "1.00",
  admissions_paid: "1",
  tsa: undefined,
  base_film: undefined,
  sacem: undefined,
  share: undefined,
};

/** Takings of which each decimal of a rate counts. */
const LARGE = {
  gross_ttc: "23771.20",
  admissions_paid: "2864",
  screenings: "35",
  tsa: "2548.27",
  vat: "1239.26",
  base_film: "19983.67",
  sacem: "302.75",
};

type Changes = Partial<Record<Field, string | undefined>>;

function check(changes: Changes = {}, details: Record<string, DetailSum> = {}, today = TODAY) {
  const fields = new Map<Field, string>();
  for (const [field, value] of Object.entries({ ...SOUND, ...changes }) as [Field, string | undefined][]) {
    if (value !== undefined) fields.set(field, value);
  }
  const raw = { position: 1, line: 12, fields, details: new Map(Object.entries(details)) };
  const { declaration, issues } = declarationChecker(today)(raw);
  return {
    declaration,
    told: issues.map(({ severity, field, message }) => `${severity} ${field} ${message}`),
    issues,
  };
}

/** What is told of a declaration that is `R1` of line 12. */
const told = (severity: "error" | "warning", field: string, text: string): string[] => [
  `${severity} ${field} Déclaration R1${NBSP}: ${text}`,
];

test("a sound declaration is kept, and nothing is told of it", () => {
  const { declaration, issues } = check();
  expect(issues).toEqual([]);
  expect(declaration).toMatchObject({ gross_ttc: 590940, base_film_ht: 496784, share_declared_ht: 248392 });
});

test("three decimals are decimals, as the type of a report has them: nothing is multiplied (BOX-2)", () => {
  const three = {
    gross_ttc: "5909.400",
    tsa: "633.490",
    vat: "308.070",
    base_film: "4967.840",
    sacem: "75.260",
    share: "2483.920",
  };
  expect(check(three).declaration).toMatchObject({ gross_ttc: 590940, share_declared_ht: 248392 });
  expect(check({ gross_ttc: "500.001" }).told[0]).toMatch(/^error gross_ttc/);
});

test.each(["0", "000000", "en cours", "N/C", "-"])("the visa « %s » is none beside a title", (visa) => {
  expect(check({ visa }).declaration?.film.visa_number).toBeNull();
});

test("a word in the place of a visa names a film without a title, as it always did", () => {
  const film = check({ visa: "en cours", title: undefined }).declaration?.film;
  expect(film).toMatchObject({ visa_number: "encours", title: null });
});

test("the zeros before a visa's digits are no part of it (BOX-4)", () => {
  const visaOf = (visa: string) => check({ visa }).declaration?.film.visa_number;
  expect(["000199041", "000 199.041", "00A12"].map(visaOf)).toEqual(["199041", "199041", "00A12"]);
});

describe("an error keeps the declaration out and tells why:", () => {
  const WEEK = "la semaine cinématographique va du mercredi au mardi.";
  test.each<[string, Changes, string, string]>([
    [
      "a week that begins on a Tuesday",
      { week_start: "2026-11-17", week_end: undefined },
      "week_start",
      WEEK,
    ],
    ["a week that ends on a Wednesday", { week_end: "2026-11-25" }, "week_start", WEEK],
    ["a week of fourteen days", { week_end: "2026-12-01" }, "week_start", WEEK],
    [
      "a week that has not begun",
      { week_start: "2026-12-02", week_end: "2026-12-08" },
      "week_start",
      "la semaine n’a pas encore commencé.",
    ],
    [
      "a week of more than 24 months ago",
      { week_start: "2024-11-27", week_end: "2024-12-03" },
      "week_start",
      "la semaine date de plus de 24 mois.",
    ],
    ["no week", { week_start: undefined, week_end: undefined }, "week_start", "semaine manquante."],
    [
      "a week that cannot be read",
      { week_start: "mercredi dernier" },
      "week_start",
      `début de semaine illisible («${NBSP}mercredi dernier${NBSP}»).`,
    ],
    [
      "neither a visa nor a title",
      { visa: undefined, title: undefined },
      "visa",
      "visa ou titre du film manquant.",
    ],
    ["no screen", { screen_auth: undefined }, "screen_auth", "numéro d’autorisation de la salle manquant."],
    ["a blank screen", { screen_auth: "  " }, "screen_auth", "numéro d’autorisation de la salle manquant."],
    ["no takings", { gross_ttc: undefined }, "gross_ttc", "recette manquante."],
    [
      "takings that cannot be read",
      { gross_ttc: "5909,4O" },
      "gross_ttc",
      `recette illisible («${NBSP}5909,4O${NBSP}»).`,
    ],
    [
      "negative takings",
      { gross_ttc: "-0.01", tsa: "0.00", vat: "0.00", base_film: undefined, share: undefined },
      "gross_ttc",
      "la recette ne peut pas être négative.",
    ],
    ["a negative share", { share: "-500,00" }, "share", "la part distributeur ne peut pas être négative."],
    [
      "a negative share of a free screening",
      { terms_type: "GRATUIT", share: "-0.01" },
      "share",
      "la part distributeur ne peut pas être négative.",
    ],
    [
      "a tax above the takings",
      { tsa: "5909.40", base_film: undefined },
      "base_film",
      "la base film ne peut pas être négative.",
    ],
    ["a negative tax", { tsa: "-633.49", base_film: undefined }, "tsa", "la TSA ne peut pas être négative."],
    ["a negative VAT", { vat: "-308.07", base_film: undefined }, "vat", "la TVA ne peut pas être négative."],
    ["a negative SACEM", { sacem: "-75.26" }, "sacem", "la SACEM ne peut pas être négative."],
    [
      "a SACEM above the base that a share must be computed from",
      { sacem: "4967.85", share: undefined },
      "sacem",
      "la SACEM dépasse la base film.",
    ],
    [
      "a base film more than one euro away",
      { base_film: "4968.85" },
      "base_film",
      "base film incohérente (4968,85 € déclarés, 4967,84 € calculés).",
    ],
    ["a rate above 50 %", { rate: "50,5" }, "rate", "taux de location hors limites (50,5 %)."],
    ["a round rate above 50 %", { rate: "60" }, "rate", "taux de location hors limites (60 %)."],
    ["a rate of 1, which is the whole", { rate: "1" }, "rate", "taux de location hors limites (100 %)."],
    ["a rate of nothing", { rate: "0" }, "rate", "taux de location hors limites (0 %)."],
    ["a negative rate", { rate: "-5" }, "rate", "taux de location hors limites (-5 %)."],
    [
      "neither a rate nor a share",
      { rate: undefined, share: undefined },
      "rate",
      "taux de location et part distributeur manquants.",
    ],
    [
      "a flat fee without its amount",
      { terms_type: "FORFAIT", rate: undefined, share: undefined },
      "flat_fee",
      "montant du forfait manquant.",
    ],
    [
      "a negative guarantee",
      { minimum_guarantee: "-1,00" },
      "flat_fee",
      "un montant de location ne peut pas être négatif.",
    ],
    [
      "admissions that are no count",
      { admissions_paid: "812,5" },
      "admissions_paid",
      `nombre d’entrées illisible («${NBSP}812,5${NBSP}»).`,
    ],
    ["a TSA that cannot be read", { tsa: "?" }, "tsa", `TSA illisible («${NBSP}?${NBSP}»).`],
  ])("%s", (_title, changes, field, text) => {
    const { declaration, told: messages } = check(changes);
    expect(messages.filter((message) => message.startsWith("error"))).toEqual(told("error", field, text));
    expect(declaration).toBeUndefined();
  });
});

describe("a warning is told and the declaration kept:", () => {
  test.each<[string, Changes, string, string, Partial<BoxOfficeDeclaration>]>([
    [
      "a base film less than one euro away is the declared one",
      { base_film: "4967.90", share: "2483.95" },
      "base_film",
      "base film à vérifier (4967,90 € déclarés, 4967,84 € calculés).",
      { base_film_ht: 496790 as BoxOfficeDeclaration["base_film_ht"] },
    ],
    [
      "a share that no formula gives is the declared one",
      { share: "2483.98" },
      "share",
      "part distributeur à vérifier (2483,98 € déclarés, 2483,92 € calculés).",
      { share_declared_ht: 248398 as BoxOfficeDeclaration["gross_ttc"] },
    ],
    [
      "a rate under 25 %",
      { rate: "24,99", share: undefined },
      "rate",
      "taux de location entre 20 et 25 %.",
      {},
    ],
    ["a rate of 20 %", { rate: "20", share: undefined }, "rate", "taux de location entre 20 et 25 %.", {}],
    [
      "a rate under 20 %",
      { rate: "19,99", share: undefined },
      "rate",
      "taux de location inférieur à 20 %.",
      {},
    ],
    [
      "more admissions than seats",
      { screenings: "3" },
      "admissions_paid",
      "plus d’entrées que de places (séances × jauge).",
      {},
    ],
    [
      "less than 0.50 € for a ticket",
      { admissions_paid: "11819", screenings: undefined },
      "gross_ttc",
      "recette par entrée inhabituelle.",
      {},
    ],
    [
      "more than 40 € for a ticket",
      { admissions_paid: "147" },
      "gross_ttc",
      "recette par entrée inhabituelle.",
      {},
    ],
    [
      "takings without a paid admission",
      { admissions_paid: "0" },
      "admissions_paid",
      "une recette sans entrée payante.",
      {},
    ],
    [
      "a TSA more than 0.3 points from 10.72 %",
      { tsa: "614.57", base_film: undefined, share: undefined },
      "tsa",
      "TSA inhabituelle.",
      {},
    ],
    ...["5.50", "0", "537.22"].map((vat): [string, Changes, string, string, object] => [
      `a VAT of ${vat} that no rate of tickets gives, without a base`,
      { vat, base_film: undefined, share: undefined },
      "vat",
      "TVA inhabituelle.",
      {},
    ]),
    [
      "a cinema known by its name only",
      { cinema_cnc: undefined },
      "cinema_name",
      "établissement désigné par son nom seulement.",
      {},
    ],
    [
      "terms that are not told",
      { terms_type: undefined },
      "terms_type",
      "conditions de location non précisées, lues comme un pourcentage.",
      {},
    ],
    [
      "a version of no known name",
      { version: "3D relief" },
      "version",
      `version inconnue («${NBSP}3D relief${NBSP}»).`,
      { film: expect.objectContaining({ version: "3D RELIEF" }) },
    ],
    [
      "a run week that cannot be read",
      { run_week: "quatrième" },
      "run_week",
      `semaine d’exploitation illisible («${NBSP}quatrième${NBSP}»).`,
      { film: expect.objectContaining({ run_week: null }) },
    ],
    [
      "a run week of more weeks than there have been films",
      { run_week: "20261118" },
      "run_week",
      `semaine d’exploitation illisible («${NBSP}20261118${NBSP}»).`,
      { film: expect.objectContaining({ run_week: null }) },
    ],
    [
      "a date of release that cannot be read leaves the run week as it is declared",
      { run_week: "4", release_date: "31/11/2026" },
      "release_date",
      `date de sortie illisible («${NBSP}31/11/2026${NBSP}»).`,
      { film: expect.objectContaining({ run_week: 4, release_date: null }) },
    ],
    [
      "a run week other than that since the release is the latter (BILL-2)",
      { run_week: "4", release_date: "2026-11-11" },
      "run_week",
      "semaine d’exploitation à vérifier (S4 déclarée, S2 d’après la date de sortie).",
      { film: expect.objectContaining({ run_week: 2 }) },
    ],
  ])("%s", (_title, changes, field, text, expected) => {
    const { declaration, told: messages } = check(changes);
    expect(messages).toEqual(told("warning", field, text));
    expect(declaration).toMatchObject(expected);
    expect(declaration?.warnings).toHaveLength(1);
  });
});

describe("at the limit nothing is told:", () => {
  test.each<[string, Changes]>([
    ["a base film five cents away", { base_film: "4967.89", share: "2483.95" }],
    ["a share five cents from base × rate", { share: "2483.97" }],
    ["a share after SACEM, as computed", { share: "2446.29" }],
    ["a share after the declared SACEM", { sacem: "75.26", share: "2446.24" }],
    ["a share after SACEM where none is declared", { sacem: undefined, share: "2446.29" }],
    ["VAT of 2.1 %", { vat: "121.54", base_film: undefined, share: undefined }],
    ["no VAT, where the base says it too", { vat: "0", base_film: "5275.91", share: "2637.96" }],
    ["VAT of small takings, which rounds far from its rate", { ...SMALL, vat: "0.09" }],
    ["a rate of exactly 50 %", { rate: "0,5" }],
    ["a rate of exactly 25 %", { rate: "25", share: "1241.96" }],
    [
      "exactly 0.50 € a ticket",
      { gross_ttc: "406.00", tsa: undefined, vat: undefined, base_film: undefined, share: undefined },
    ],
    ["as many admissions as seats", { screenings: "1", capacity: "821" }],
    ["a TSA 0.3 points away", { tsa: "615.77", base_film: undefined, share: undefined }],
    [
      "takings so small that the TSA rounds far from its rate",
      {
        gross_ttc: "1.00",
        admissions_paid: "1",
        tsa: "0.15",
        vat: undefined,
        base_film: undefined,
        sacem: undefined,
        share: undefined,
      },
    ],
    ["a week of exactly 24 months ago", { week_start: "2024-12-04", week_end: "2024-12-10" }],
    [
      "a screening of free admissions",
      {
        terms_type: "GRATUIT",
        rate: undefined,
        admissions_paid: "0",
        gross_ttc: "0",
        tsa: undefined,
        vat: undefined,
        base_film: undefined,
        sacem: undefined,
        share: undefined,
      },
    ],
    ["a flat fee", { terms_type: "FORFAIT", flat_fee: "120,00", rate: undefined, share: undefined }],
    [
      "a run week of a film that came out first long ago (BILL-2)",
      { run_week: "1", release_date: "1962-01-24" },
    ],
  ])("%s", (_title, changes) => {
    const { declaration, told: messages } = check(changes);
    expect(messages).toEqual([]);
    if (changes.run_week !== undefined) expect(declaration?.film.run_week).toBe(Number(changes.run_week));
  });

  test("the week of today, once it has begun", () => {
    const week = { week_start: "2026-12-02", week_end: "2026-12-08" };
    expect(check(week, {}, civilDate("2026-12-02")).told).toEqual([]);
    expect(check(week, {}, civilDate("2026-12-01")).told).toHaveLength(1);
  });
});

describe("the details", () => {
  const gross = 590940;
  test.each<[string, Record<string, DetailSum>, string[]]>([
    ["with the totals' paid admissions", { tarif: { admissions: 812, gross } }, []],
    ["with all the admissions", { seance: { admissions: 821, gross } }, []],
    ["with takings five cents away", { jour: { admissions: 812, gross: gross - 5 } }, []],
    ["of screenings that lack one admission", { seance: { admissions: 811, gross } }, ["séances"]],
    ["of days that lack six cents", { jour: { admissions: 812, gross: gross - 6 } }, ["jours"]],
    ["of tariffs that cannot be summed", { tarif: { admissions: 812, gross: Number.NaN } }, ["tarifs"]],
    [
      "of two kinds that both differ",
      { seance: { admissions: 1, gross }, tarif: { admissions: 812, gross: 0 } },
      ["séances", "tarifs"],
    ],
  ])("%s", (_title, details, differing) => {
    const { declaration, told: messages } = check({}, details);
    expect(messages).toEqual(
      differing.flatMap((name) => told("warning", "details", `le total des ${name} diffère des totaux.`)),
    );
    expect(declaration).toBeDefined();
  });
});

test("a declaration without a reference is told by its line", () => {
  expect(check({ reference: undefined, rate: "60", share: undefined }).issues).toEqual([
    {
      line: 12,
      reference: null,
      field: "rate",
      severity: "error",
      message: `Ligne 12${NBSP}: taux de location hors limites (60 %).`,
    },
  ]);
});

test("all that is wrong with a declaration is told at once", () => {
  const { told: messages } = check({
    rate: "60",
    share: undefined,
    screen_auth: undefined,
    week_start: "2026-11-17",
    week_end: undefined,
  });
  expect(messages).toHaveLength(3);
});

test("takings beyond any cinema are read without an error of ours", () => {
  const gross_ttc = "9 999 999 999 999,99";
  const { declaration } = check({
    gross_ttc,
    tsa: undefined,
    vat: undefined,
    base_film: undefined,
    share: undefined,
  });
  expect(declaration?.gross_ttc).toBe(999999999999999);
});

test("what a hostile file writes is only quoted in part", () => {
  const [message] = check({ gross_ttc: "x".repeat(10_000) }).told;
  expect(message?.length).toBeLessThan(120);
});

describe("what a report leaves out is computed:", () => {
  test("TSA, VAT and base film from the takings", () => {
    const { declaration } = check({ tsa: undefined, vat: undefined, base_film: undefined });
    expect(declaration).toMatchObject({ tsa: 63349, vat: 30807, base_film_ht: 496784 });
  });

  test.each([
    ["S47 2026", undefined],
    ["s47 2026", undefined],
    ["47/2026", undefined],
    ["202647", undefined],
    ["47", "2026"],
  ])("the week from its number « %s » and year « %s »", (week_no, week_year) => {
    const { declaration } = check({ week_start: undefined, week_end: undefined, week_no, week_year });
    expect(declaration?.week_start).toBe("2026-11-18");
  });

  test.each<[string, (week: CinemaWeek) => Changes]>([
    ["S2 2027", ({ number, year }) => ({ week_no: `S${number} ${year}` })],
    ["2/2027", ({ number, year }) => ({ week_no: `${number}/${year}` })],
    ["202702", ({ number, year }) => ({ week_no: `${year}${String(number).padStart(2, "0")}` })],
    ["2 and 2027", ({ number, year }) => ({ week_no: `${number}`, week_year: `${year}` })],
  ])("the week from its number in each year of 2020 to 2050, written « %s » (BILL-1)", (_form, written) => {
    const weeks = Array.from({ length: 1617 }, (_, at) =>
      cinemaWeekOf(addDays(civilDate("2020-01-01"), at * 7)),
    );
    const declared = weeks.map((week) => {
      const changes = { week_start: undefined, week_end: undefined, ...written(week) };
      return check(changes, {}, week.end).declaration?.week_start;
    });
    expect(declared).toEqual(weeks.map(({ start }) => start));
  });

  test.each([
    ["54/2026", undefined],
    ["47", undefined],
    ["quarante-sept", "2026"],
  ])("no week from « %s »", (week_no, week_year) => {
    expect(check({ week_start: undefined, week_end: undefined, week_no, week_year }).told).toEqual(
      told("error", "week_start", "semaine manquante."),
    );
  });

  test("a share that agrees with a rate of more than two decimals", () => {
    const third = { ...LARGE, rate: "33,3333" };
    const { declaration, told: messages } = check({ ...third, share: "6661.22" });
    expect(messages).toEqual([]);
    expect(declaration?.terms).toMatchObject({ rate_bp: 3333, rate_millionths: 33_333_300 });
    expect(check({ ...third, share: "6660.56" }).told).toEqual(
      told("warning", "share", "part distributeur à vérifier (6660,56 € déclarés, 6661,22 € calculés)."),
    );
  });

  test("a flat fee from an amount without a rate", () => {
    const { declaration } = check({
      terms_type: undefined,
      rate: undefined,
      share: undefined,
      flat_fee: "120",
    });
    expect(declaration?.terms).toEqual({
      type: "FORFAIT",
      rate_bp: null,
      rate_millionths: null,
      flat_fee_ht: 12000,
      minimum_guarantee_ht: null,
    });
  });
});

describe("columns of both a rate and a flat fee", () => {
  const untyped = { terms_type: undefined };
  test.each<[string, Changes, object]>([
    [
      "a rate of 0 beside a fee",
      { ...untyped, rate: "0", flat_fee: "120", share: undefined },
      { type: "FORFAIT", rate_bp: null, flat_fee_ht: 12_000 },
    ],
    [
      "a rate of 0 beside a fee that is the share",
      { ...untyped, rate: "0,00", flat_fee: "120", share: "120" },
      { type: "FORFAIT", rate_bp: null, flat_fee_ht: 12_000 },
    ],
    [
      "a fee of 0 beside a share",
      { ...untyped, rate: undefined, flat_fee: "0" },
      { type: "POURCENTAGE", rate_bp: null, flat_fee_ht: null },
    ],
    [
      "a fee of 0 beside a rate",
      { ...untyped, flat_fee: "0,00" },
      { type: "POURCENTAGE", rate_bp: 5000, flat_fee_ht: null },
    ],
    [
      "a fee of 0, said to be flat, beside a share",
      { terms_type: "FORFAIT", rate: undefined, flat_fee: "0" },
      { type: "FORFAIT", rate_bp: null, flat_fee_ht: null },
    ],
    [
      "a fee of 0 beside a share of 0",
      { ...untyped, rate: undefined, flat_fee: "0", share: "0" },
      { type: "FORFAIT", flat_fee_ht: 0 },
    ],
  ])("what is not given is 0 there: %s", (_title, changes, terms) => {
    const { declaration, issues } = check(changes);
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(declaration?.terms).toMatchObject(terms);
  });

  test("a rate of 0 that is said to be one stays an error", () => {
    expect(check({ rate: "0", flat_fee: "120" }).told).toContainEqual(
      expect.stringContaining("hors limites (0 %)"),
    );
  });
});

test.each([
  ["4", 4],
  ["S4", 4],
  ["s 04", 4],
  ["Sem. 4", 4],
  ["Semaine 12", 12],
  ["0", 0],
  ["AVP", 0],
  ["avant-première", 0],
])("the run week written « %s » is %i", (run_week, expected) => {
  const { declaration, told: messages } = check({ run_week });
  expect(messages).toEqual([]);
  expect(declaration?.film.run_week).toBe(expected);
});

test.each([
  ["2026-11-18", 1],
  // A Friday: the week of the release is its cinema week.
  ["2026-11-20", 1],
  ["2026-11-24", 1],
  ["2026-11-17", 2],
  ["2026-11-11", 2],
  ["2026-10-28", 4],
  ["2025-11-19", 53],
  ["2026-11-25", 0],
  ["2027-03-03", 0],
])("of the week of 18 November, the run week of a release on %s is %i (BILL-2)", (release_date, expected) => {
  const { declaration, told: messages } = check({ release_date });
  expect(messages).toEqual([]);
  expect(declaration?.film.run_week).toBe(expected);
  const run_week = String(expected);
  expect(check({ release_date, run_week }).told).toEqual([]);
});

test.each([
  ["VF", "VF"],
  ["FR", "VF"],
  ["Doublé", "VF"],
  ["DOUBLE", "VF"],
  ["VO", "VO"],
  ["OV", "VO"],
  ["VOST", "VOST"],
  ["vostf", "VOST"],
  ["VOSTFR", "VOST"],
  ["VO SOUS-TITREE", "VOST"],
  ["VO sous-titrée", "VOST"],
  ["VFST", "VFST"],
  ["Muet", "MUET"],
])("the version written « %s » is %s", (version, expected) => {
  const { declaration, told: messages } = check({ version });
  expect(messages).toEqual([]);
  expect(declaration?.film.version).toBe(expected);
});

test.each([
  ["VF 3D", "VF 3D"],
  ["vost-3D", "VOST 3D"],
  ["Ausgabe für Gehörlose und andere Leute", "AUSGABE FUR GEHORLOSE UND ANDE"],
  ["N/C", null],
  ["oui", null],
  ["constructor", "CONSTRUCTOR"],
])("the version of an unknown name « %s » is « %s », and told", (version, expected) => {
  const { declaration, told: messages } = check({ version });
  expect(messages).toEqual([
    `warning version Déclaration R1\u00a0: version inconnue («\u00a0${version}\u00a0»).`,
  ]);
  expect(declaration?.film).toMatchObject({ version: expected, lacks_version: expected === null });
});

test.each([
  [undefined, "initiale"],
  ["initiale", "initiale"],
  ["Rectificative", "rectificative"],
  ["RECTIF", "rectificative"],
  ["oui", "rectificative"],
  ["1", "rectificative"],
  ["non", "initiale"],
  ["Annulation", "annulation"],
])("the nature written « %s » is %s", (nature, expected) => {
  expect(check({ nature }).declaration?.nature).toBe(expected);
});

test.each([
  ["Séance annulée : panne du projecteur", true],
  ["2 seances annulees", true],
  ["Séance du dimanche complète", false],
])("the remark « %s » tells of a cancelled screening: %s", (observation, expected) => {
  expect(check({ observation }).declaration?.cancelled_screening).toBe(expected);
});

// JSON in the database has no place for half a character: the whole file would be lost.
test.each([0, 1])("a text that is cut never ends in half a character, after %i signs", (before) => {
  const long = "x".repeat(before) + "🎬".repeat(300);
  const kept = check({
    reference: long,
    corrects: long,
    cinema_name: long,
    city: long,
    screen_auth: long,
    screen_name: long,
    visa: long,
    title: long,
    version: long,
  });
  expect(kept.declaration).toBeDefined();
  const refused = check({ reference: long, gross_ttc: long, screenings: long, week_start: long });
  expect(refused.declaration).toBeUndefined();
  for (const { declaration, issues } of [kept, refused])
    expect(JSON.stringify([declaration, issues])).not.toMatch(/\\ud[89ab]/);
});
