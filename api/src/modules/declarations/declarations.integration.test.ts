// What the reports contained, and what became of each declaration (BILL-14, BOX-3).
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Tx } from "../../db/scope.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor, LUMEN } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, LESS, reportOf } from "../box-office/report.testing.ts";
import { allDeclarations } from "./read-declarations.ts";
import { reportsRepository } from "./reports.repository.ts";

let app: TestApp;
let client: TestClient;
let distributor: BuiltDistributor;

beforeEach(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  const user = await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, LUMEN);
    await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, distributor);
  });
  client = await app.as(user);
});
afterEach(async () => {
  await app.close();
});

const report = async (declarations: string[], generated?: string): Promise<number> => {
  const { status, body } = await client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport-s47.xml",
    reportOf(declarations, generated),
    "text/xml",
  );
  expect(status).toBe(200);
  await app.drainJobs("issue-invoices");
  return body.import_id;
};
const outcomes = async (id: number, query = ""): Promise<unknown[]> => {
  const { body } = await client.get(`/box-office/reports/${id}/declarations/?${query}`);
  return body.results.map((one: Record<string, unknown>) => [
    one["reference"],
    one["outcome"],
    (one["invoice"] as { invoice_number: string } | null)?.invoice_number,
  ]);
};
const change = (query: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(query));

describe("the reports", () => {
  test("are listed newest first, with who imported them and what they counted", async () => {
    await report([declaration()]);
    const second = await report([declaration(), declaration({ reference: "R2", screen: "910232" })]);
    const { body } = await client.get("/box-office/reports/?page=1");
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results[0]).toMatchObject({
      id: second,
      file_name: "rapport-s47.xml",
      imported_by: { first_name: "Camille" },
      weeks: ["2026-11-18"],
      declarations_found: 2,
      imported: 1,
      duplicates: 1,
    });
  });

  test("are narrowed by the days on which they were imported, in Paris, their file too (UI-24)", async () => {
    const early = await report([declaration()]);
    const late = await report([declaration({ reference: "R2", screen: "910232" })]);
    // A quarter past midnight in Paris.
    await change(sql`update import_file set created_at = '2026-10-31T23:15:00Z' where id = ${early}`);
    await change(sql`update import_file set created_at = '2026-11-02T12:00:00Z' where id = ${late}`);
    const idsOf = async (query: string) =>
      (await client.get(`/box-office/reports/?${query}`)).body.results.map(({ id }: { id: number }) => id);
    expect(await idsOf("from=2026-11-01&to=2026-11-01")).toEqual([early]);
    expect(await idsOf("from=2026-11-02")).toEqual([late]);
    expect(await idsOf("to=2026-10-31")).toEqual([]);
    const file = await client.get("/exports/lists/box-office-reports/?from=2026-11-02");
    expect(file.text.trim().split("\r\n")).toHaveLength(2);
  });

  test("tell how many of their declarations are invoiced and how many wait", async () => {
    const id = await report([
      declaration(),
      declaration({ reference: "R2", screen: "910232", type: "GRATUIT" }),
    ]);
    const { body } = await client.get(`/box-office/reports/${id}/`);
    expect(body.kept).toEqual({
      all: 2,
      invoiced: 1,
      pending: 0,
      set_aside: 0,
      with_warnings: expect.any(Number),
    });
    expect(body.total_admissions).toBe(1624);
  });

  test("are told also where they have more admissions than an integer holds", async () => {
    const films = Array.from({ length: 215 }, (_, at) =>
      declaration({ reference: `R${at}`, visa: String(200_000 + at), paid: "10000000" }),
    );
    const { status, body } = await client.get(`/box-office/reports/${await report(films)}/`);
    expect([status, body.total_admissions]).toEqual([200, 2_150_000_000]);
  });

  test("of another distributor do not exist", async () => {
    const id = await report([declaration()]);
    const stranger = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
    expect((await stranger.get(`/box-office/reports/${id}/`)).status).toBe(404);
    expect((await stranger.get(`/box-office/reports/${id}/declarations/`)).status).toBe(404);
    expect((await stranger.get("/box-office/reports/")).body.results).toEqual([]);
  });
});

describe("a declaration", () => {
  test("shows its figures and the invoice that it became", async () => {
    const id = await report([declaration()]);
    const { body } = await client.get(`/box-office/reports/${id}/declarations/`);
    expect(body.results).toMatchObject([
      {
        cinema_name: "Cinéma Le Beffroi",
        film_title: "Les Heures bleues",
        week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
        admissions_paid: 812,
        gross_ttc: "5909.40",
        base_film_ht: "4967.84",
        share_ht: "2483.92",
        outcome: "invoiced",
        invoice: { invoice_number: "F26000001" },
      },
    ]);
  });

  test("that brings nothing due says so", async () => {
    expect(await outcomes(await report([declaration({ type: "GRATUIT", share: "" })]))).toEqual([
      ["R1", "nothing_due", undefined],
    ]);
  });

  test("that was corrected shows what took its place, and the credit note that the correction became", async () => {
    const first = await report([declaration()]);
    const second = await report(
      [declaration({ ...LESS, reference: "R2", nature: "rectificative" })],
      "2026-11-28T08:30:00+01:00",
    );
    expect(await outcomes(first)).toEqual([["R1", "superseded", "F26000001"]]);
    expect(await outcomes(second)).toEqual([["R2", "invoiced", "A26000001"]]);
  });

  test.each([
    ["cancels", { nature: "annulation" }],
    ["makes free", { nature: "rectificative", type: "GRATUIT", share: "" }],
  ])("that %s what was invoiced shows the credit note that it became", async (_, correction) => {
    await report([declaration()]);
    const id = await report([declaration({ reference: "R2", ...correction })], "2026-11-28T08:30:00+01:00");
    expect(await outcomes(id)).toEqual([["R2", "invoiced", "A26000001"]]);
    expect(await outcomes(id, "show=invoiced")).toHaveLength(1);
  });

  test("that contradicts a known one is set aside", async () => {
    await report([declaration()]);
    const id = await report([declaration({ ...LESS, reference: "R2" })]);
    expect(await outcomes(id)).toEqual([["R2", "set_aside", undefined]]);
    expect(await outcomes(id, "show=set_aside")).toHaveLength(1);
    expect(await outcomes(id, "show=invoiced")).toEqual([]);
  });

  test.each([
    [
      "its distributor is a prospect",
      () => sql`update distributor set validation_status = 'prospect' where id = ${distributor.id}`,
      "not_validated",
      [],
    ],
    [
      "automation is off",
      () => sql`update distributor set automation_on = false where id = ${distributor.id}`,
      "automation_off",
      [],
    ],
    [
      "its cinema is not validated",
      () => sql`update cinema set is_validated = false`,
      "cinema_not_validated",
      [],
    ],
    [
      "its distributor is incomplete",
      () => sql`update distributor set iban = '' where id = ${distributor.id}`,
      "supplier_incomplete",
      ["iban"],
    ],
    [
      "its cinema is incomplete",
      () => sql`update cinema set siren = '', siret = ''`,
      "client_incomplete",
      ["siren"],
    ],
  ] as const)(
    "is not invoiced while %s, says so, and is once that is mended",
    async (_, spoil, outcome, missing) => {
      await change(spoil());
      const id = await report([declaration()]);
      const { body } = await client.get(`/box-office/reports/${id}/declarations/?show=pending`);
      expect(body.results).toMatchObject([{ outcome, missing, invoice: null }]);
    },
  );

  test("that the job has not reached yet is under way", async () => {
    const { body } = await client.upload(
      "/box-office/upload-cnc-xml/",
      "xml_file",
      "rapport.xml",
      reportOf([declaration()]),
      "text/xml",
    );
    expect(await outcomes(body.import_id)).toEqual([["R1", "under_way", undefined]]);
  });

  test.each([
    ["heures bleues", 2],
    ["beffroi 910232", 1],
    ["199041", 2],
    ["introuvable", 0],
    ["100%", 0],
  ])("is found by « %s »", async (search, count) => {
    const id = await report([declaration(), declaration({ reference: "R2", screen: "910232" })]);
    expect(await outcomes(id, `search=${encodeURIComponent(search)}`)).toHaveLength(count);
  });

  test("is found by all that its row shows: the name of its screen, and of its cinema where the link is cut (UI-23)", async () => {
    const id = await report([
      declaration({ type: "GRATUIT", share: "" }),
      declaration({ reference: "R2", screen: "910232" }),
    ]);
    await change(sql`update declaration set screen_name = 'Salle Méliès' where reference = 'R1'`);
    const found = async (search: string) =>
      (await outcomes(id, `search=${encodeURIComponent(search)}`)).map((one) => (one as string[])[0]);
    expect(await found("melies")).toEqual(["R1"]);
    await change(sql`delete from cinema_distributor where distributor_id = ${distributor.id}`);
    const { body } = await client.get(`/box-office/reports/${id}/declarations/`);
    expect(body.results.map((one: Record<string, unknown>) => one["cinema_name"])).toEqual([
      "Cinéma dont le lien est coupé",
      "Cinéma Le Beffroi",
    ]);
    expect(await found("beffroi")).toEqual(["R2"]);
    expect(await found("lien coupé")).toEqual(["R1"]);
  });
});

describe("their files for a spreadsheet", () => {
  const linesOf = (text: string): string[] => {
    expect(text.startsWith("\ufeff")).toBe(true);
    return text.slice(1).split("\r\n").slice(0, -1);
  };

  test("list every report, and of one report the declarations that the filter finds, with what each became", async () => {
    const id = await report([
      declaration(),
      declaration({ reference: "R2", screen: "910232", type: "GRATUIT" }),
    ]);
    const reports = linesOf((await client.get("/exports/lists/box-office-reports/")).text);
    expect(reports[0]).toMatch(/^Fichier;Importé le;Par;Semaines;Déclarations;/);
    expect(reports[1]).toMatch(/^rapport-s47\.xml;.*;Camille Rousseau;S47\/2026;2;2;0;/);
    const all = linesOf((await client.get(`/exports/lists/box-office-reports/${id}/declarations/`)).text);
    expect(all).toHaveLength(3);
    expect(all[2]).toMatch(/^R2;Initiale;S47\/2026.*;Cinéma Le Beffroi;.*;Gratuit;.*;Rien à facturer;;$/);
    const invoiced = linesOf(
      (await client.get(`/exports/lists/box-office-reports/${id}/declarations/?show=invoiced`)).text,
    );
    expect(invoiced).toHaveLength(2);
    expect(invoiced[1]).toMatch(/;Facturée;F\d+;$/);
  });

  /** What a file has whose reader takes it slowly: something changes after its first rows. */
  const whole = async <Row>(read: (tx: Tx) => AsyncIterable<Row[]>, change: () => Promise<unknown>) =>
    await app.inDatabase(async (tx) => {
      const found: Row[] = [];
      for await (const rows of read(tx)) {
        if (found.length === 0) await change();
        found.push(...rows);
      }
      return found;
    }, distributor.id);

  test("have what the filter finds when they are asked for, whatever becomes of it while they are written", async () => {
    await change(sql`update distributor set automation_on = false where id = ${distributor.id}`);
    const id = await report(
      Array.from({ length: 1200 }, (_, at) =>
        declaration({ reference: `R${at}`, visa: String(200_000 + at) }),
      ),
    );
    const waiting = await whole(
      (tx) => allDeclarations(tx, distributor.id, id, { show: "pending", search: "beffroi" }),
      () =>
        change(sql`update declaration set settled = true where id in (
          select id from declaration where import_id = ${id} order by id limit 300)`),
    );
    expect(new Set(waiting.map(({ reference }) => reference)).size).toBe(1200);
  });

  test("have every report once, whatever is imported meanwhile", async () => {
    await report([declaration()]);
    const another = () =>
      change(sql`
        insert into import_file (distributor_id, kind, file_name, file_size, sha256, stats, created_by, created_at)
        select distributor_id, kind, file_name, file_size, sha256, stats, created_by, created_at + n * interval '1 second'
        from import_file, generate_series(1, 1200) n where distributor_id = ${distributor.id}`);
    await another();
    const before = await change(sql`select from import_file where distributor_id = ${distributor.id}`);
    const found = await whole(
      (tx) => reportsRepository.all(tx, distributor.id, {}),
      () => report([declaration({ reference: "R2" })]),
    );
    expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([before, before]);
  });

  test("are not given of somebody else's report", async () => {
    const id = await report([declaration()]);
    const other = await app.as(
      await app.inDatabase(async (tx) => await aStaffUser(tx, await aDistributor(tx))),
    );
    expect((await other.get(`/exports/lists/box-office-reports/${id}/declarations/`)).status).toBe(404);
    expect(linesOf((await other.get("/exports/lists/box-office-reports/")).text)).toHaveLength(1);
  });
});
