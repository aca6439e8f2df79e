import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptied, invoices, leftovers, lumen, rows, seed, stats, validateAll } from "./import.testing.ts";
import { aSignedInDistributor, fixture, issueInvoices, openBoxOffice, upload } from "./box-office.testing.ts";
import { declaration, LATER, LESS, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

describe("a canonical report", () => {
  test("is imported whole and told in figures", async () => {
    const distributor = await lumen(it);
    const response = await upload(it, distributor, fixture("canonical.xml"));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      message: "4 déclarations trouvées dans le fichier.",
      import_id: expect.any(Number),
    });
    expect(stats(response)).toEqual({
      declarations_found: 4,
      imported: 4,
      films_found: 2,
      cinemas_found: 2,
      screens_found: 4,
      weeks: ["2026-11-18"],
      total_admissions: 4890,
      total_gross_ttc: "38850.00",
      duplicates: 0,
      corrections: 0,
      set_aside: 0,
      other_distributors: 0,
      unknown_cinemas: 2,
      invoices_expected: 0,
      invoices_held: 2,
      errors_count: 0,
      errors: [],
      warnings_count: 0,
      warnings: [],
    });
    expect(leftovers()).toEqual([]);
    const [audit] = await rows(
      it,
      "select actor_id, action_details from audit_log where distributor_id = $1 and action_type = 'updated_box_office'",
      [distributor.id],
    );
    expect(audit).toMatchObject({
      actor_id: expect.any(Number),
      action_details: { declarations_found: 4, imported: 4, file_name: "rapport.xml" },
    });
    expect(await it.queuedJobs()).toEqual([
      {
        name: "issue-invoices",
        data: { distributor_id: distributor.id, import_id: response.json().import_id },
      },
    ]);
  });

  test("creates its unknown cinemas as not validated, with their screens, for its distributor", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, fixture("canonical.xml"));
    const cinemas = await rows(
      it,
      `select name, legal_name, city, pin_code, siren, siret, cnc_authorization, is_validated,
      (select array_agg(authorization_number || ' ' || s.name order by authorization_number) from screen s where s.cinema_id = c.id) as screens,
      (select distributor_id from cinema_distributor l where l.cinema_id = c.id) as distributor_id from cinema c order by id`,
    );
    expect(cinemas).toEqual([
      {
        name: "Cinéma Le Beffroi",
        legal_name: "SARL BEFFROI CINES",
        city: "Douai",
        pin_code: "59500",
        siren: "000200014",
        siret: "00020001400017",
        cnc_authorization: "91023",
        is_validated: false,
        screens: ["910231 Salle 1", "910232 Salle 2"],
        distributor_id: distributor.id,
      },
      expect.objectContaining({ name: "Mégascope Rennes", screens: ["910771 Salle 1", "910774 Salle 4"] }),
    ]);
    const audits = await rows(
      it,
      "select action_details from audit_log where distributor_id = $1 and action_type = 'updated_cinema'",
      [distributor.id],
    );
    expect(audits).toHaveLength(2);
  });

  test("comes out as worked examples A and B to the cent, then C with its correction", async () => {
    const distributor = await lumen(it);
    await seed(it, distributor, "F", 122);
    await seed(it, distributor, "A", 6);
    await upload(it, distributor, fixture("canonical.xml"));
    await issueInvoices(it);
    expect(await invoices(it, distributor)).toEqual([]);

    await validateAll(it);
    const again = await upload(it, distributor, fixture("canonical.xml"));
    expect(stats(again)).toMatchObject({ imported: 0, duplicates: 4, unknown_cinemas: 0 });
    await issueInvoices(it);
    expect(await invoices(it, distributor)).toEqual([
      {
        invoice_number: "F26000123",
        cinema_name: "Cinéma Le Beffroi",
        total_net_amount: "2633.92",
        total_vat_amount: "263.39",
        total_amount: "2897.31",
        due_date: "2026-12-30",
      },
      {
        invoice_number: "F26000124",
        cinema_name: "Mégascope Rennes",
        total_net_amount: "13697.34",
        total_vat_amount: "1369.73",
        total_amount: "15067.07",
        due_date: "2026-12-30",
      },
    ]);
    const lines = await rows(
      it,
      "select position, kind, film_title, net_amount from invoice_line l join invoice i on i.id = l.invoice_id where i.invoice_number = 'F26000123' and i.distributor_id = $1 order by position",
      [distributor.id],
    );
    expect(lines).toEqual([
      { position: 1, kind: "rental", film_title: "Les Heures bleues", net_amount: "2483.92" },
      { position: 2, kind: "rental", film_title: "Rivage nord", net_amount: "118.97" },
      { position: 3, kind: "minimum_guarantee", film_title: "Rivage nord", net_amount: "31.03" },
    ]);

    it.clock.set("2026-12-03");
    // Three days later the first token is no more.
    const later = { ...distributor, headers: await it.bearerOf(distributor.user) };
    const corrected = await upload(it, later, fixture("rectificative.xml"));
    expect(stats(corrected)).toMatchObject({ imported: 1, corrections: 1, duplicates: 0, set_aside: 0 });
    await issueInvoices(it);
    expect((await invoices(it, distributor)).at(-1)).toEqual({
      invoice_number: "A26000007",
      cinema_name: "Cinéma Le Beffroi",
      total_net_amount: "-35.30",
      total_vat_amount: "-3.53",
      total_amount: "-38.83",
      due_date: "2026-12-03",
    });
    // Neither of the two files says anything new now.
    for (const name of ["canonical.xml", "rectificative.xml"]) {
      expect(stats(await upload(it, later, fixture(name)))).toMatchObject({
        imported: 0,
        corrections: 0,
        set_aside: 0,
      });
    }
    await issueInvoices(it);
    expect(await invoices(it, distributor)).toHaveLength(3);
  });

  test("of other distributors is counted and left", async () => {
    const other = await aSignedInDistributor(it, { name: "Autre Distribution" });
    const response = await upload(it, other, fixture("canonical.xml"));
    expect(stats(response)).toMatchObject({
      declarations_found: 4,
      imported: 0,
      other_distributors: 4,
      unknown_cinemas: 0,
    });
    expect(await rows(it, "select from declaration")).toHaveLength(0);
    expect(await rows(it, "select from cinema")).toHaveLength(0);
  });

  test("with automation off is stored, and nothing is issued", async () => {
    const distributor = await lumen(it, { automation_on: false });
    await upload(it, distributor, fixture("canonical.xml"));
    await validateAll(it);
    await issueInvoices(it);
    expect(await rows(it, "select from declaration")).toHaveLength(4);
    expect(await invoices(it, distributor)).toEqual([]);
  });
});

test("a title that the page of an invoice cannot print whole is told once, whatever declarations name it (BOX-3)", async () => {
  const distributor = await lumen(it);
  const titled = (titles: string[]): string =>
    reportOf(
      titles.map((title, at) =>
        declaration({ reference: `R${at}`, screen: `91023${at}`, visa: `19904${at}`, title }),
      ),
    );
  const told = (title: string): string =>
    `Le titre «\u00a0${title}\u00a0» a des caractères que les factures n’impriment pas (elles ont «\u00a0?\u00a0» à leur place)\u00a0: corrigez-le dans le rapport avant de l’importer.`;
  const response = await upload(
    it,
    distributor,
    titled(["七人の侍", "七人の侍", "Любовь", "Cœur fidèle", "Émotions 🎬"]),
  );
  expect(stats(response)).toMatchObject({
    imported: 5,
    warnings_count: 2,
    warnings: [told("七人の侍"), told("Émotions 🎬")],
  });
});

describe("the variant report", () => {
  test("alone creates its cinema and imports with warnings", async () => {
    const distributor = await lumen(it);
    const response = await upload(it, distributor, fixture("variant-latin-1.xml"), {
      name: "BORDEREAU.XML",
      type: "application/octet-stream",
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().message).toBe("1 déclaration trouvée dans le fichier.");
    expect(stats(response)).toMatchObject({ imported: 1, unknown_cinemas: 1, errors_count: 0 });
    expect(stats(response)["warnings_count"]).toBeGreaterThan(0);
    const [declaration] = await rows(
      it,
      "select film_key, version, rate_bp, share_ht, screen_name, warnings from declaration",
    );
    expect(declaration).toMatchObject({
      film_key: "visa:199087",
      version: "VOST",
      rate_bp: 4000,
      share_ht: "118.97",
    });
  });

  test("after the canonical one is recognised, and adds nothing", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, fixture("canonical.xml"));
    expect(stats(await upload(it, distributor, fixture("variant-latin-1.xml")))).toMatchObject({
      imported: 0,
      duplicates: 1,
      unknown_cinemas: 0,
    });
  });

  test("finds its cinema by name and city when its screen is new, and proposes the screen", async () => {
    const distributor = await lumen(it);
    await it.owner.query(
      "insert into cinema (name, city, is_validated) values ('Cinéma Le Beffroi', 'Douai', true)",
    );
    const response = await upload(it, distributor, fixture("variant-latin-1.xml"));
    expect(stats(response)).toMatchObject({ imported: 1, unknown_cinemas: 0, invoices_expected: 1 });
    const [audit] = await rows(
      it,
      "select action_details from audit_log where distributor_id = $1 and action_details ? 'screens_proposed'",
      [distributor.id],
    );
    expect(audit).toMatchObject({ action_details: { screens_proposed: ["910232"] } });
  });
});

describe("a declaration that was received before", () => {
  const states = () => rows(it, "select reference, state, share_ht from declaration order by id");

  test.each<[string, Record<string, string>, string, Record<string, number>]>([
    [
      "with the same totals is a duplicate",
      { reference: "R9" },
      "2026-11-28T08:30:00+01:00",
      { imported: 0, duplicates: 1 },
    ],
    [
      "with other totals is kept aside",
      { reference: "R2", ...LESS },
      "2026-11-27T08:30:00+01:00",
      { imported: 0, set_aside: 1, warnings_count: 1 },
    ],
    [
      "with other totals in a later report is corrected",
      { reference: "R2", ...LESS },
      "2026-11-28T08:30:00+01:00",
      { imported: 1, corrections: 1 },
    ],
    [
      "is corrected by a rectificative",
      { reference: "R2", nature: "rectificative", ...LESS },
      "2026-11-27T08:30:00+01:00",
      { imported: 1, corrections: 1 },
    ],
    [
      "is corrected by a rectificative of its guarantee alone",
      { reference: "R2", nature: "rectificative", mg: ' minimumGarantiHT="3000.00"' },
      "2026-11-27T08:30:00+01:00",
      { imported: 1, corrections: 1 },
    ],
    [
      "is cancelled by an annulation",
      { reference: "R2", nature: "annulation" },
      "2026-11-27T08:30:00+01:00",
      { imported: 1, corrections: 1 },
    ],
    [
      "of another version is another one",
      { reference: "R2", version: "VOST" },
      "2026-11-27T08:30:00+01:00",
      { imported: 1, corrections: 0 },
    ],
  ])("%s; the same file again changes nothing", async (_title, changes, generated, expected) => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const second = reportOf([declaration(changes)], generated);
    expect(stats(await upload(it, distributor, second))).toMatchObject(expected);
    const before = await states();
    for (const file of [second, reportOf([declaration()])]) {
      expect(stats(await upload(it, distributor, file))).toMatchObject({
        imported: 0,
        corrections: 0,
        set_aside: 0,
        duplicates: 1,
      });
    }
    expect(await states()).toEqual(before);
  });

  test.each<[string, Record<string, string>]>([
    ["in a later report", { reference: "" }],
    ["in a rectificative", { reference: "R2", nature: "rectificative" }],
  ])("with the totals of before the last change %s is corrected back", async (_title, changes) => {
    const distributor = await lumen(it, { automation_on: true });
    const files = [{}, LESS, {}].map((totals, at) =>
      reportOf([declaration({ ...changes, ...totals })], `2026-11-2${7 + at}T08:30:00+01:00`),
    );
    for (const file of files) {
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, duplicates: 0 });
      await validateAll(it);
      await issueInvoices(it);
    }
    expect((await invoices(it, distributor)).map((invoice) => invoice["total_net_amount"])).toEqual([
      "2483.92",
      "-35.30",
      "35.30",
    ]);
    const before = await states();
    for (const file of files) {
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 1 });
    }
    expect(await states()).toEqual(before);
  });

  const filmsOf = () =>
    rows(it, "select film_key, version, state from declaration order by version, film_key, id");

  test("under a visa with zeros before it is the same, also where it was kept with them", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    await it.owner.query("update declaration set film_key = 'visa:000199041', visa_number = '000199041'");
    for (const visa of ["199041", "000199041"]) {
      const response = await upload(it, distributor, reportOf([declaration({ visa })], LATER));
      expect(stats(response)).toMatchObject({ imported: 0, duplicates: 1 });
    }
    const response = await upload(it, distributor, reportOf([declaration(LESS)], LATER));
    expect(stats(response)).toMatchObject({ imported: 1, corrections: 1 });
    expect(await filmsOf()).toEqual(
      ["superseded", "current"].map((state) => ({ film_key: "visa:000199041", version: "VF", state })),
    );
  });

  test("and comes without its version is that of the only one of its screen, film and week", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const again = reportOf([declaration({ version: "" })], LATER);
    expect(stats(await upload(it, distributor, again))).toMatchObject({ imported: 0, duplicates: 1 });
    const corrected = reportOf([declaration({ version: "", ...LESS })], LATER);
    expect(stats(await upload(it, distributor, corrected))).toMatchObject({ imported: 1, corrections: 1 });
    expect(await filmsOf()).toMatchObject([
      { version: "VF", state: "superseded" },
      { version: "VF", state: "current" },
    ]);
  });

  test("and comes with a version that it had not is a duplicate, a correction where it says so, else kept aside and told", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration({ version: "" })]));
    expect(stats(await upload(it, distributor, reportOf([declaration()], LATER)))).toMatchObject({
      imported: 0,
      duplicates: 1,
    });
    const file = reportOf([declaration({ reference: "R3", ...LESS })], LATER);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 0,
      set_aside: 1,
      warnings: ["Déclaration avec version d’un film déjà reçu sans version\u00a0: R3"],
    });
    const corrected = reportOf([declaration({ reference: "R4", nature: "rectificative", ...LESS })], LATER);
    expect(stats(await upload(it, distributor, corrected))).toMatchObject({ imported: 1, corrections: 1 });
    expect(await filmsOf()).toMatchObject(
      ["superseded", "set_aside", "current"].map((state) => ({ version: "", state })),
    );
    const both = reportOf([declaration({ version: "VOSTF" }), declaration({ version: "VO" })], LATER);
    expect(stats(await upload(it, distributor, both))).toMatchObject({ imported: 0, set_aside: 2 });
  });

  test("and comes without its version, where several were received, is kept aside and told", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration(), declaration({ version: "VO" })]));
    const file = reportOf([declaration({ reference: "R3", version: "" })], LATER);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 0,
      set_aside: 1,
      warnings: ["Déclaration sans version d’un film déjà reçu en plusieurs versions\u00a0: R3"],
    });
    expect(stats(await upload(it, distributor, file))).toMatchObject({ set_aside: 0, duplicates: 1 });
    expect(await filmsOf()).toMatchObject([
      { version: "", state: "set_aside" },
      { version: "VF", state: "current" },
      { version: "VO", state: "current" },
    ]);
  });

  test.each([
    ["whose version is of no known name", [declaration({ version: "3D relief", ...LESS })]],
    ["without a version beside one that has it", [declaration(), declaration({ version: "", ...LESS })]],
  ])("but one %s is another one", async (_title, declarations) => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const response = await upload(it, distributor, reportOf(declarations, LATER));
    expect(stats(response)).toMatchObject({ imported: 1, corrections: 0, set_aside: 0 });
  });

  test("several times in one file counts with its last correction", async () => {
    const distributor = await lumen(it);
    const file = reportOf([
      declaration({ reference: "R1" }),
      declaration({ reference: "R2", nature: "rectificative", ...LESS, paid: "790" }),
      declaration({ reference: "R3", nature: "rectificative", ...LESS }),
      declaration({ reference: "R4" }),
      declaration({ reference: "R5", paid: "1" }),
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 1,
      corrections: 2,
      duplicates: 1,
      set_aside: 1,
    });
    expect(await states()).toEqual([
      { reference: "R1", state: "superseded", share_ht: "2483.92" },
      { reference: "R2", state: "superseded", share_ht: "2448.62" },
      { reference: "R3", state: "current", share_ht: "2448.62" },
      { reference: "R5", state: "set_aside", share_ht: "2483.92" },
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 0,
      corrections: 0,
      set_aside: 0,
      duplicates: 5,
    });
  });

  test("an annulation of what was never received is kept aside", async () => {
    const distributor = await lumen(it);
    const response = await upload(it, distributor, reportOf([declaration({ nature: "annulation" })]));
    expect(stats(response)).toMatchObject({
      imported: 0,
      set_aside: 1,
      warnings: ["Annulation d’une déclaration qui n’a pas été reçue\u00a0: R1"],
    });
  });
});

describe("a share that is not declared", () => {
  test("is computed on the base film, without the SACEM unless the distributor or the cinema deducts it", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration({ share: "" })]));
    expect(await rows(it, "select share_ht, share_declared, sacem_deducted from declaration")).toEqual([
      { share_ht: "2483.92", share_declared: false, sacem_deducted: false },
    ]);

    // A declared share after SACEM tells this cinema's habit; the next undeclared one follows it.
    await upload(
      it,
      distributor,
      reportOf([
        declaration({ week: "2026-11-11", end: "2026-11-17", share: ' partDistributeurHT="2446.29"' }),
      ]),
    );
    await upload(
      it,
      distributor,
      reportOf([declaration({ week: "2026-11-04", end: "2026-11-10", share: "" })]),
    );
    expect(
      await rows(it, "select share_ht, share_declared, sacem_deducted from declaration order by week_start"),
    ).toMatchObject([
      { share_ht: "2446.29", share_declared: false, sacem_deducted: true },
      { share_ht: "2446.29", share_declared: true, sacem_deducted: true },
      { share_ht: "2483.92", share_declared: false },
    ]);
  });
});

describe("takings that are no cinema's", () => {
  test("are refused, and the other declarations kept", async () => {
    const distributor = await lumen(it);
    const absurd = { gross: "100000000.00", tsa: "0.00", tva: "0.00", base: "100000000.00", share: "" };
    const file = reportOf([
      declaration({ reference: "R0" }),
      declaration({ ...absurd, reference: "A1", screen: "92001" }),
      declaration({ reference: "A2", screen: "92002", share: ' partDistributeurHT="909090909090.91"' }),
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      declarations_found: 3,
      imported: 1,
      total_gross_ttc: "5909.40",
      errors_count: 2,
      errors: ["A1", "A2"].map((name) => `Déclaration ${name}\u00a0: valeur hors limites.`),
    });
  });

  test("a film whose name tells clients to pay to another account is refused, and the other declarations kept (SEC-17)", async () => {
    const distributor = await lumen(it);
    const file = reportOf([
      declaration({ reference: "R0" }),
      declaration({
        reference: "A1",
        screen: "92001",
        title: "Les Heures bleues – IBAN FR14 2004 1010 0505 0001 3M02 606",
      }),
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 1,
      errors: [expect.stringMatching(/^Déclaration A1\u00a0: le film porte un IBAN/)],
    });
  });

  test("a message that quotes half of a character does not lose the file", async () => {
    const distributor = await lumen(it);
    const file = reportOf([
      declaration({ reference: "R0" }),
      declaration({ reference: "E1", screen: "92001", gross: `x${"🎬".repeat(50)}` }),
    ]);
    const [error] = stats(await upload(it, distributor, file))["errors"] as string[];
    expect(error).toBe(`Déclaration E1\u00a0: recette illisible («\u00a0x${"🎬".repeat(19)}\u00a0»).`);
  });

  test("a negative share is refused, and the film beside it invoiced", async () => {
    const distributor = await lumen(it, { automation_on: true });
    const file = reportOf([
      declaration({ reference: "R0" }),
      declaration({
        reference: "N1",
        screen: "92001",
        visa: "199042",
        share: ' partDistributeurHT="-500,00"',
      }),
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 1,
      errors_count: 1,
      errors: ["Déclaration N1\u00a0: la part distributeur ne peut pas être négative."],
    });
  });
});
