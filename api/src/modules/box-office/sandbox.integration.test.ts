// A distributor that nobody has validated may be anybody: naming a cinema in a file tells it nothing of the shared list.
import type { Cinema } from "@bobine/contract/cinemas";
import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { statementsOf } from "../../testing/statements-seen.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, reportOf } from "./report.testing.ts";

let app: TestApp;
let admin: TestClient;
let adminUser: { id: number };
let serial = 0;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
});
afterAll(async () => app.close());

const SIREN = "000100016";
async function aProspect() {
  const [distributor, user] = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { siren: SIREN, validation_status: "prospect", name: "Prospect" });
    return [made, await aStaffUser(tx, made)] as const;
  });
  return { distributor, client: await app.as(user) };
}
type Prospect = Awaited<ReturnType<typeof aProspect>>;

/** Numbers and a name that nobody else has. */
function fresh() {
  serial += 1;
  return {
    cnc: String(30_000 + serial),
    name: `Étoile ${serial}`,
    city: "Lens",
    siret: `${420_000_000 + serial}00017`,
    code: `ETO${serial}`,
  };
}
type Site = ReturnType<typeof fresh>;

const inShared = (site: Site) =>
  app.inDatabase((tx) =>
    aCinema(tx, undefined, {
      name: site.name,
      city: site.city,
      cnc_authorization: site.cnc,
      siret: site.siret,
      siren: site.siret.slice(0, 9),
      short_name_code: site.code,
      screens: [`${site.cnc}1`],
    }),
  );

const reportNaming = (site: Site): string =>
  reportOf([
    declaration({ screen: `${site.cnc}1`, reference: "R1" }),
    declaration({ screen: `${site.cnc}2`, reference: "R2" }),
  ])
    .replaceAll('numeroCNC="91023"', `numeroCNC="${site.cnc}"`)
    .replaceAll("00020001400017", site.siret)
    .replaceAll("Cinéma Le Beffroi", site.name)
    .replaceAll("Douai", site.city);
const sendReport = (by: Prospect, site: Site) =>
  by.client.upload("/box-office/upload-cnc-xml/", "xml_file", "rapport.xml", reportNaming(site));
const sendPreview = (by: Prospect, site: Site) =>
  by.client.upload("/box-office/report-previews/", "xml_file", "rapport.xml", reportNaming(site));

const HEADER =
  "numero_facture;date_facture;code_cinema;cnc;siren;nom_cinema;ville;montant_ht;montant_tva;montant_ttc";
const sendList = (
  by: Prospect,
  ...cinemas: Partial<Record<"code" | "cnc" | "siret" | "name" | "city", string>>[]
) =>
  by.client.upload(
    "/invoices/upload/",
    "file",
    "factures.csv",
    [
      HEADER,
      ...cinemas.map(
        ({ code = "", cnc = "", siret = "", name = "", city = "" }, i) =>
          `X-${i};01/10/2026;${code};${cnc};${siret};${name};${city};100,00;10,00;110,00`,
      ),
    ].join("\r\n"),
  );

/** An answer as it is but for ids, moments and who asks. */
const plain = (answer: TestAnswer): string =>
  `${answer.status} ${answer.text
    .replaceAll(/"(id|import_id|cinema_id|cinema|invoice_id)":\d+/g, '"$1":0')
    .replaceAll(/personne-\d+@/g, "personne@")
    .replaceAll(/"created_at":"[^"]*"/g, '"created_at":""')}`;

/** The statements that the database is asked meanwhile, but for those of the job queue. */
async function askedBy<T>(work: () => Promise<T>): Promise<[T, string[]]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const answer = await work();
  const asked = statementsOf(spy.mock);
  spy.mockRestore();
  return [
    answer,
    asked
      .filter((text) => !/pgboss|refresh_hash|job_/i.test(text))
      .map((text) => text.replaceAll(/'[^']*'/g, "''").replaceAll(/\d+/g, "0")),
  ];
}

/** Everything that a distributor can look at after its import. */
async function seenBy(by: Prospect): Promise<string[]> {
  const reports = await by.client.get("/box-office/reports/");
  const report = reports.body.results[0]?.id;
  const pages = ["/cinemas/", "/cinemas/?page=1", "/cinemas/screens/", "/invoices/invoices/", "/audit-logs/"];
  if (report !== undefined)
    pages.push(`/box-office/reports/${report}/`, `/box-office/reports/${report}/declarations/`);
  const answers: string[] = [plain(reports)];
  for (const page of pages) answers.push(plain(await by.client.get(page)));
  return answers;
}

/** What a prospect is answered when the shared list has the cinema, and when it has not. */
async function bothWays(send: (by: Prospect, site: Site) => Promise<TestAnswer>) {
  const site = fresh();
  const [stranger, scraper] = [await aProspect(), await aProspect()];
  const [unknown, unknownStatements] = await askedBy(() => send(stranger, site));
  const unknownSeen = await seenBy(stranger);
  const shared = await inShared(site);
  const [known, knownStatements] = await askedBy(() => send(scraper, site));
  const knownSeen = await seenBy(scraper);
  return {
    scraper,
    shared,
    unknown: { answer: plain(unknown), statements: unknownStatements, seen: unknownSeen },
    known: { answer: plain(known), statements: knownStatements, seen: knownSeen },
  };
}

describe("for a prospect, a known cinema and an unknown one are answered alike, byte for byte", () => {
  test.each<[string, (by: Prospect, site: Site) => Promise<TestAnswer>]>([
    ["in a report that names its numbers", sendReport],
    ["in the preview of such a report", sendPreview],
    ["in a list that names its short code", (by, { code }) => sendList(by, { code })],
    ["in a list that names its CNC number", (by, { cnc }) => sendList(by, { cnc })],
    ["in a list that names its name alone", (by, { name }) => sendList(by, { name })],
    ["in a list that names its name and town", (by, { name, city }) => sendList(by, { name, city })],
    ["in a list that names all of it", (by, site) => sendList(by, site)],
  ])("%s", async (_title, send) => {
    const { known, unknown, scraper, shared } = await bothWays(send);
    expect(known).toEqual(unknown);
    const links = await app.inDatabase((tx) =>
      tx.many(sql`
        select from cinema_distributor where distributor_id = ${scraper.distributor.id} and cinema_id = ${shared.id}`),
    );
    expect(links).toEqual([]);
    expect(known.seen.join()).not.toContain("facturation@cinema.example");
  });
});

describe("a sandbox", () => {
  test("keeps a prospect's cinemas with their screens to itself: nobody else's files or lists meet them", async () => {
    const site = fresh();
    const prospect = await aProspect();
    expect((await sendReport(prospect, site)).body.preliminary_stats).toMatchObject({
      imported: 2,
      unknown_cinemas: 1,
    });
    const [own] = (await prospect.client.get("/cinemas/")).body.results;
    expect(own).toMatchObject({ name: site.name, is_validated: false });
    expect(own.screens).toHaveLength(2);

    // Nor the shared list, nor its count, nor a super admin's look-up by id.
    const before = (await admin.get("/cinemas/?page=1")).body.count;
    expect(
      (await admin.get(`/cinemas/?page=1&search=${encodeURIComponent(site.name)}`)).body.results,
    ).toEqual([]);
    expect((await admin.get(`/cinemas/${own.id}/`)).status).toBe(404);
    // The numbers are free for the shared list.
    const made = await admin.post("/cinemas/", {
      name: site.name,
      city: site.city,
      cnc_authorization: site.cnc,
    });
    expect(made.status).toBe(201);
    expect((await admin.get("/cinemas/?page=1")).body.count).toBe(before + 1);
    // Another prospect's report makes its own.
    const other = await aProspect();
    await sendReport(other, site);
    const [theirs] = (await other.client.get("/cinemas/")).body.results;
    expect(theirs.id).not.toBe(own.id);
    expect((await other.client.get(`/cinemas/${own.id}/`)).status).toBe(404);
    // A super admin sees it with the distributor that is chosen.
    const chosen = await app.as(adminUser, prospect.distributor.id);
    const listed = await chosen.get(`/cinemas/?page=1&distributors__id=${prospect.distributor.id}`);
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer's rows
    expect([listed.body.count, listed.body.results.map((one: any) => one.id)]).toEqual([1, [own.id]]);
  });

  test("a report that comes again finds its cinema there, and adds a screen at once", async () => {
    const site = fresh();
    const prospect = await aProspect();
    await sendReport(prospect, site);
    const next = reportNaming(site)
      .replaceAll(`${site.cnc}2`, `${site.cnc}3`)
      .replaceAll('debut="2026-11-18" fin="2026-11-24"', 'debut="2026-11-11" fin="2026-11-17"');
    const again = await prospect.client.upload("/box-office/upload-cnc-xml/", "xml_file", "suite.xml", next);
    expect(again.body.preliminary_stats).toMatchObject({ imported: 2, unknown_cinemas: 0 });
    const cinemas = (await prospect.client.get("/cinemas/")).body.results;
    expect(cinemas).toHaveLength(1);
    expect(cinemas[0].screens).toHaveLength(3);
    const proposals = await app.inDatabase((tx) =>
      tx.many(sql`select from screen_proposal where distributor_id = ${prospect.distributor.id}`),
    );
    expect(proposals).toEqual([]);
  });

  test("two imports at once that name the same new cinema make it once", async () => {
    const site = fresh();
    const prospect = await aProspect();
    const answers = await Promise.all([sendReport(prospect, site), sendReport(prospect, site)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await prospect.client.get("/cinemas/")).body.results).toHaveLength(1);
  });

  test("an invoice that is written by hand, or settings, reach no shared cinema", async () => {
    const shared = await inShared(fresh());
    const { client, distributor } = await aProspect();
    const body = {
      invoice_number: "H-1",
      invoice_date: "2026-10-01",
      total_net_amount: "100.00",
      total_vat_amount: "10.00",
      total_amount: "110.00",
    };
    const known = await client.post("/invoices/invoices/", { ...body, cinema_id: shared.id });
    const unknown = await client.post("/invoices/invoices/", { ...body, cinema_id: 999_999_999 });
    expect([known.status, known.text]).toEqual([400, unknown.text]);
    const settings = (id: number) =>
      client.post(`/cinemas/${id}/distributor-settings/`, { distributor: distributor.id, cinema: id });
    const [ofKnown, ofUnknown] = [await settings(shared.id), await settings(999_999_999)];
    expect([ofKnown.status, ofKnown.text]).toEqual([404, ofUnknown.text]);
  });
});

test("a cinema of the sandbox has no link to cut, and the answer says so (CIN-9)", async () => {
  const prospect = await aProspect();
  const known = fresh();
  await inShared(known);
  for (const site of [known, fresh()]) {
    expect((await sendReport(prospect, site)).status).toBe(200);
    const cinemas = (await prospect.client.get("/cinemas/")).body.results as Cinema[];
    const own = cinemas.find(({ name }) => name === site.name);
    expect([
      own?.is_sandboxed,
      (await prospect.client.get(`/cinemas/${own?.id}/`)).body.is_sandboxed,
    ]).toEqual([true, true]);
    const path = `/cinemas/${own?.id}/linked-distributors/${prospect.distributor.id}/`;
    const answer = await prospect.client.delete(path);
    expect([answer.status, answer.body.code]).toEqual([409, "link_in_sandbox"]);
    expect(answer.body.detail).toContain("attend encore Bobine");
  }
});

test("SEC-16: screens that are written where their cinema is not are refused, and where nobody says it they follow it", async () => {
  const { distributor } = await aProspect();
  const site = fresh();
  const shared = await inShared(site);
  const insert = (sandbox: number | null, number: string) => sql`
    insert into screen (cinema_id, name, authorization_number, sandbox_distributor_id)
    values (${shared.id}, 'Salle', ${number}, ${sandbox}) returning sandbox_distributor_id`;
  const one = await app.inDatabase((tx) => tx.one(insert(distributor.id, `${site.cnc}8`)));
  expect(one).toEqual({ sandbox_distributor_id: null });
  const placed = app.inDatabase(async (tx) => {
    await tx.client.query("set local app.screens_placed = 'on'; set local app.sandboxes = 'on'");
    await tx.run(insert(distributor.id, `${site.cnc}9`));
  });
  await expect(placed).rejects.toThrow("a screen is where its cinema is");
});
