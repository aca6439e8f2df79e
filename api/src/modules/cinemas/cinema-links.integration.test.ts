// What naming a cinema in a report does: its links, their trace, and the screens that it proposes.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { SCHEDULED } from "../../db/job-queues.ts";
import { cinemaHandlers } from "./cinemas.jobs.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let admin: TestClient;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());

interface Someone {
  readonly distributor: BuiltDistributor;
  readonly client: TestClient;
  readonly siren: string;
}
async function someone(): Promise<Someone> {
  serial += 1;
  const siren = String(310_000_000 + serial);
  const [distributor, user] = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { siren });
    return [made, await aStaffUser(tx, made)] as const;
  });
  return { distributor, client: await app.as(user), siren };
}

/** The cinema that reports name, of a number of its own in each test, which nobody works with. */
let cinema: { id: number; name: string };
let cnc: string;
let lumen: Someone;
beforeEach(async () => {
  serial += 1;
  cnc = String(40_000 + serial);
  cinema = await app.inDatabase((tx) =>
    aCinema(tx, undefined, { name: `Beffroi ${serial}`, cnc_authorization: cnc, screens: [`${cnc}1`] }),
  );
  lumen = await someone();
});

/** A report of a distributor that names a screen of the test's cinema. */
const reportNaming = (by: Someone, screen: string, reference = screen): string =>
  reportOf([declaration({ screen, reference })])
    .replaceAll('numeroCNC="91023"', `numeroCNC="${cnc}"`)
    .replaceAll('siret="00020001400017"', "")
    .replaceAll('nom="Cinéma Le Beffroi"', `nom="${cinema.name}"`)
    .replaceAll("000100016", by.siren);
const send = (by: Someone, report: string) =>
  by.client.upload("/box-office/upload-cnc-xml/", "xml_file", "rapport.xml", report);
const many = <T = Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> =>
  app.inDatabase((tx) => tx.many<T>(query));
const screensOf = async (id: number) =>
  (
    await many<{ authorization_number: string }>(
      sql`select authorization_number from screen where cinema_id = ${id} order by 1`,
    )
  ).map((screen) => screen.authorization_number);
const proposals = async () =>
  (await admin.get("/cinemas/screen-proposals/")).body.results.filter(
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer's rows
    (one: any) => one.cinema.id === cinema.id,
  );
const linkOf = async (id: number | undefined) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer's rows
  (await admin.get("/cinemas/links/")).body.results.find((one: any) => one.cinema.id === id);
const logOf = (someoneElse: Someone) =>
  many(sql`
    select action_details from audit_log where distributor_id = ${someoneElse.distributor.id} and action_type = 'updated_cinema' order by id`);
const declaredIn = (by: Someone) =>
  many<{ cinema_id: number; screen_authorization: string }>(sql`
    select cinema_id, screen_authorization from declaration where distributor_id = ${by.distributor.id} order by id`);

describe("a report that names a cinema of the shared list", () => {
  test("links it, and the distributor's log and the console tell through what", async () => {
    expect((await send(lumen, reportNaming(lumen, `${cnc}1`))).status).toBe(200);
    expect(await logOf(lumen)).toEqual([
      {
        action_details: {
          cinema_id: cinema.id,
          cinema_name: cinema.name,
          linked_through: "Rapport de recettes",
          identifier: "N° d’autorisation d’une salle",
          comment: "Cinéma lié au distributeur",
        },
      },
    ]);
    expect(await linkOf(cinema.id)).toMatchObject({
      cinema: { id: cinema.id, name: cinema.name },
      distributor: { id: lumen.distributor.id },
      origin: "report",
      identifier: "screen",
      created_at: expect.stringContaining("2026-11-30"),
    });
    // Again: neither a second link nor a second entry.
    await send(lumen, reportNaming(lumen, `${cnc}1`, "R2"));
    expect(await logOf(lumen)).toHaveLength(1);
  });

  test("adds no screen to it: a new one is proposed, once, and keeps leading there", async () => {
    const sent = await send(lumen, reportNaming(lumen, `${cnc}7`));
    expect(sent.body.preliminary_stats).toMatchObject({ imported: 1, unknown_cinemas: 0 });
    expect(await screensOf(cinema.id)).toEqual([`${cnc}1`]);
    expect(await proposals()).toEqual([
      expect.objectContaining({
        authorization_number: `${cnc}7`,
        name: "Salle 1",
        distributor: { id: lumen.distributor.id, name: expect.any(String) },
      }),
    ]);
    // The next report names the screen alone.
    const bare = reportNaming(lumen, `${cnc}7`, "R3")
      .replace(`numeroCNC="${cnc}"`, "")
      .replace(`nom="${cinema.name}"`, 'nom="Autre nom"')
      .replace('debut="2026-11-18" fin="2026-11-24"', 'debut="2026-11-11" fin="2026-11-17"');
    expect((await send(lumen, bare)).body.preliminary_stats).toMatchObject({
      imported: 1,
      unknown_cinemas: 0,
    });
    expect((await declaredIn(lumen)).map((one) => one.cinema_id)).toEqual([cinema.id, cinema.id]);
    expect(await proposals()).toHaveLength(1);
  });

  test("proposes for its own distributor only: another's report is not led by it", async () => {
    await send(lumen, reportNaming(lumen, `${cnc}7`));
    const other = await someone();
    const elsewhere = reportNaming(other, `${cnc}7`)
      .replace(`numeroCNC="${cnc}"`, "")
      .replace(`nom="${cinema.name}"`, `nom="Ailleurs ${serial}"`);
    expect((await send(other, elsewhere)).body.preliminary_stats.unknown_cinemas).toBe(1);
    expect((await declaredIn(other))[0]?.cinema_id).not.toBe(cinema.id);
  });

  test("of two distributors that propose the same screen, one answer is for both", async () => {
    const other = await someone();
    await Promise.all([
      send(lumen, reportNaming(lumen, `${cnc}7`)),
      send(other, reportNaming(other, `${cnc}7`)),
    ]);
    const open = await proposals();
    expect(open).toHaveLength(2);
    expect((await admin.post(`/cinemas/screen-proposals/${open[0].id}/accept/`)).status).toBe(204);
    expect(await screensOf(cinema.id)).toEqual([`${cnc}1`, `${cnc}7`]);
    expect(await proposals()).toEqual([]);
    for (const each of [lumen, other]) {
      expect((await logOf(each)).at(-1)).toEqual({
        action_details: expect.objectContaining({
          new_value: `Salle 1 – ${cnc}7`,
          comment: "Salle proposée par un rapport, acceptée",
        }),
      });
    }
    const again = await admin.post(`/cinemas/screen-proposals/${open[1].id}/accept/`);
    expect([again.status, again.body.code]).toEqual([409, "proposal_decided"]);
  });

  test("a refused screen is not proposed again, and its declarations still find their cinema", async () => {
    await send(lumen, reportNaming(lumen, `${cnc}7`));
    const [open] = await proposals();
    expect((await admin.post(`/cinemas/screen-proposals/${open.id}/refuse/`)).status).toBe(204);
    const next = reportNaming(lumen, `${cnc}7`, "R4").replace(
      'debut="2026-11-18" fin="2026-11-24"',
      'debut="2026-11-11" fin="2026-11-17"',
    );
    expect((await send(lumen, next)).body.preliminary_stats).toMatchObject({
      imported: 1,
      unknown_cinemas: 0,
    });
    expect(await proposals()).toEqual([]);
    expect(await screensOf(cinema.id)).toEqual([`${cnc}1`]);
    expect((await declaredIn(lumen)).map((one) => one.cinema_id)).toEqual([cinema.id, cinema.id]);
  });

  test("a screen that a super admin writes by hand needs no decision any more", async () => {
    await send(lumen, reportNaming(lumen, `${cnc}7`));
    await admin.post("/cinemas/screens/", {
      cinema: cinema.id,
      name: "Salle 7",
      authorization_number: `${cnc}7`,
    });
    expect(await proposals()).toEqual([]);
  });

  test("a cinema that the report itself creates has its screens at once", async () => {
    const unknown = reportNaming(lumen, `${cnc}8`)
      .replace(`numeroCNC="${cnc}"`, `numeroCNC="7${cnc}"`)
      .replace(`nom="${cinema.name}"`, `nom="Nouveau ${serial}"`);
    expect((await send(lumen, unknown)).body.preliminary_stats.unknown_cinemas).toBe(1);
    const [made] = await declaredIn(lumen);
    expect(await screensOf(made?.cinema_id ?? 0)).toEqual([`${cnc}8`]);
    expect(await linkOf(made?.cinema_id)).toMatchObject({ origin: "report", identifier: "created" });
  });
});

test("a distributor that gains unusually many cinemas in a day is told to the console, and once a day by mail", async () => {
  // A mail that comes hours later is no alert.
  expect(SCHEDULED.get("links-round")).toMatch(/^\d+-59\/5 \* \* \* \*$/);
  const round = async () => {
    await cinemaHandlers(app.services)["links-round"]();
    await app.drainJobs("notify-of-links");
  };
  app.mails.length = 0;
  const cinemas = await app.inDatabase(async (tx) =>
    Promise.all(Array.from({ length: 51 }, () => aCinema(tx, undefined))),
  );
  const at = app.clock.now();
  const gain = (ids: readonly number[]) =>
    app.inDatabase(async (tx) => {
      await tx.run(sql`update distributor set created_at = '2025-01-01' where id = ${lumen.distributor.id}`);
      await tx.run(sql`
        insert into cinema_distributor (cinema_id, distributor_id, origin, created_at)
        select id, ${lumen.distributor.id}, 'report', ${at} from unnest(${ids}::bigint[]) id`);
    });
  const alerts = async () =>
    (await admin.get("/cinemas/links/")).body.alerts.filter(
      // oxlint-disable-next-line typescript/no-explicit-any -- an answer's rows
      (one: any) => one.distributor.id === lumen.distributor.id,
    );
  await gain(cinemas.slice(0, 50).map((one) => one.id));
  expect(await alerts()).toEqual([]);
  await round();
  expect(app.mails).toEqual([]);
  await gain(cinemas.slice(50).map((one) => one.id));
  expect(await alerts()).toEqual([
    { distributor: expect.objectContaining({ id: lumen.distributor.id }), count: 51, limit: 50 },
  ]);
  const superAdmins = await many<{ email: string }>(
    sql`select email from app_user where system_role = 'super_admin' and disabled_at is null order by 1`,
  );
  await round();
  expect(app.mails.map((mail) => mail.to).toSorted()).toEqual(superAdmins.map(({ email }) => email));
  expect(app.mails[0]?.subject).toBe("Nombre inhabituel de nouveaux liens");
  expect(app.mails[0]?.text).toContain(
    "a été lié à 51 cinémas en 24\u00a0heures, pour 50 au plus d’ordinaire",
  );
  // What its people give back at once was gained all the same.
  const released = cinemas.slice(0, 40);
  for (const { id } of released)
    expect(
      (await lumen.client.delete(`/cinemas/${id}/linked-distributors/${lumen.distributor.id}/`)).status,
    ).toBe(204);
  expect(await alerts()).toMatchObject([{ count: 51 }]);
  // Who reads the mail finds all that it counted.
  const shown = (await admin.get("/cinemas/links/")).body.results.filter(
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer's rows
    (one: any) => one.distributor.id === lumen.distributor.id,
  );
  expect(shown).toHaveLength(51);
  const ended = shown.filter((one: { released_at: string | null }) => one.released_at !== null);
  expect(ended).toHaveLength(40);
  expect(ended[0]).toMatchObject({ origin: "report", released_at: at.toISOString(), is_cut: false });
  // Once a day.
  await round();
  expect(app.mails).toHaveLength(superAdmins.length);
  await many(sql`update link_alert set day = day - 1 returning day`);
  await round();
  expect(app.mails).toHaveLength(2 * superAdmins.length);
});
