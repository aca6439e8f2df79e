// BOX-11: a cinema that a report names and that nobody has validated is told in its distributor's queue, until somebody has.
import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareCinemas } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { workbook } from "../../domain/parsing/tables/workbook.testing.ts";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { systemSource } from "../../http/audit.ts";
import { adoptSandboxCinemas } from "../cinemas/adopt-sandbox.ts";
import { declaration, reportOf } from "./report.testing.ts";

let app: TestApp;
let admin: TestClient;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());

interface Someone {
  readonly id: number;
  readonly client: TestClient;
  readonly siren: string;
}
async function someone(validation_status: "prospect" | "validated" = "validated"): Promise<Someone> {
  serial += 1;
  const siren = String(340_000_000 + serial);
  const [{ id }, user] = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { siren, validation_status, automation_on: false });
    return [made, await aStaffUser(tx, made)] as const;
  });
  return { id, client: await app.as(user), siren };
}

let cnc: string;
let name: string;
let lumen: Someone;
beforeEach(async () => {
  serial += 1;
  cnc = String(60_000 + serial);
  name = `Rex ${serial}`;
  lumen = await someone();
});

const report = (by: Someone, week = "2026-11-18", end = "2026-11-24"): string =>
  reportOf([declaration({ screen: `${cnc}1`, reference: `R${week}`, week, end })])
    .replaceAll('numeroCNC="91023"', `numeroCNC="${cnc}"`)
    .replaceAll('siret="00020001400017"', "")
    .replaceAll("Cinéma Le Beffroi", name)
    .replaceAll("000100016", by.siren);
const send = (by: Someone, content = report(by), path = "/box-office/upload-cnc-xml/") =>
  by.client.upload(path, "xml_file", "rapport.xml", content);
interface Action {
  readonly id: number;
  readonly status: string;
  readonly cinema_id: number;
}
const queue = async (of: Someone): Promise<Action[]> =>
  (await of.client.get("/user-actions/", { reason_code: "unknown_cinema" })).body.results;
const revert = (by: Someone, user_action_id: number | undefined) =>
  by.client.post("/banking/revert-reconciliation/", { user_action_id });
const statuses = async (of: Someone) => (await queue(of)).map(({ status }) => status);
const nameKnownCinema = (changes: { is_validated: boolean }) =>
  app.inDatabase((tx) => aCinema(tx, undefined, { name, city: "Douai", cnc_authorization: cnc, ...changes }));
const aScreenOf = (tx: Tx, id: number) =>
  tx.run(sql`insert into screen (cinema_id, name, authorization_number) values (${id}, '1', ${`${cnc}1`})`);
const adopt = (prospect: Someone) =>
  app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set validation_status = 'validated' where id = ${prospect.id}`);
    await adoptSandboxCinemas(tx, app.services.jobs, prospect.id, systemSource(null), app.clock.now());
  });

describe("an unknown cinema of a report", () => {
  test("is an action that says what waits for what", async () => {
    await send(lumen);
    expect(await queue(lumen)).toEqual([
      expect.objectContaining({
        status: "PENDING",
        reason: "Cinéma à valider par Bobine",
        cinema_id: expect.any(Number),
        transaction_description: `${name} (Douai)\u00a0: un rapport a nommé ce cinéma, que Bobine n’a pas encore validé\u202f; ses factures seront émises dès qu’il le sera, si la facturation n’est pas en pause.`,
      }),
    ]);
  });

  test("is asked about once, however many reports name it", async () => {
    await send(lumen);
    await send(lumen);
    await send(lumen, report(lumen, "2026-11-11", "2026-11-17"));
    expect(await statuses(lumen)).toEqual(["PENDING"]);
  });

  test("is not asked about again once that was rejected", async () => {
    await send(lumen);
    const [action] = await queue(lumen);
    await lumen.client.patch(`/user-actions/${action?.id}/`, { status: "REJECTED" });
    await send(lumen, report(lumen, "2026-11-11", "2026-11-17"));
    expect(await statuses(lumen)).toEqual(["REJECTED"]);
  });

  test("that another distributor's report has made is one for both", async () => {
    const other = await someone();
    await send(other);
    await send(lumen);
    expect(await statuses(other)).toEqual(["PENDING"]);
    expect(await statuses(lumen)).toEqual(["PENDING"]);
  });

  test("is done for everybody once a super admin has validated it", async () => {
    const other = await someone();
    await send(other);
    await send(lumen);
    const [action] = await queue(lumen);
    expect((await admin.patch(`/cinemas/${action?.cinema_id}/`, { is_validated: true })).status).toBe(200);
    expect(await statuses(other)).toEqual(["DONE"]);
    expect(await statuses(lumen)).toEqual(["DONE"]);
  });

  test.each(["DONE", "REJECTED"])(
    "that was %s cannot be asked about again once the cinema is validated",
    async (status) => {
      await send(lumen);
      const [action] = await queue(lumen);
      if (status === "REJECTED") await lumen.client.patch(`/user-actions/${action?.id}/`, { status });
      await admin.patch(`/cinemas/${action?.cinema_id}/`, { is_validated: true });
      const undone = await revert(lumen, action?.id);
      expect([undone.status, undone.body]).toMatchObject([
        409,
        {
          code: "cinema_validated",
          detail: "Bobine a validé ce cinéma\u00a0: cette action n’a plus d’objet et reste fermée.",
        },
      ]);
      expect(await statuses(lumen)).toEqual([status]);
    },
  );

  test("that a person closed is asked about again while the cinema waits", async () => {
    await send(lumen);
    const [action] = await queue(lumen);
    await lumen.client.patch(`/user-actions/${action?.id}/`, { status: "DONE" });
    expect((await revert(lumen, action?.id)).status).toBe(200);
    expect(await statuses(lumen)).toEqual(["PENDING"]);
  });

  test("is told in the log by its cinema, decided and reopened, and by no bank label (UI-18)", async () => {
    await send(lumen);
    const [action] = await queue(lumen);
    await lumen.client.patch(`/user-actions/${action?.id}/`, { status: "DONE" });
    await revert(lumen, action?.id);
    const told = await app.inDatabase((tx) =>
      tx.many<{ details: Record<string, unknown> }>(sql`
        select action_details as details from audit_log
        where distributor_id = ${lumen.id} and action_details ? 'user_action_id' order by id`),
    );
    const about = (previous_status: string, new_status: string) => ({
      details: {
        user_action_id: action?.id,
        reason: "Cinéma à valider par Bobine",
        previous_status,
        new_status,
        cinema_id: action?.cinema_id,
        cinema_name: name,
      },
    });
    expect(told).toEqual([about("PENDING", "DONE"), about("DONE", "PENDING")]);
  });

  test("is done once a workbook of cinemas has validated it", async () => {
    await send(lumen);
    const file = await workbook([
      ["Nom", "Ville", "CNC", "Validé"],
      [name, "Douai", cnc, "oui"],
    ]);
    const answer = await admin.upload("/cinemas/import-from-xlsx/", "file", "cinemas.xlsx", file);
    expect(answer.body).toMatchObject({ updated: 1, errors: [] });
    expect(await statuses(lumen)).toEqual(["DONE"]);
  });

  test("is none when the cinema is validated already, nor of a report that is only looked at", async () => {
    await send(lumen, report(lumen), "/box-office/report-previews/");
    expect(await queue(lumen)).toEqual([]);
    await nameKnownCinema({ is_validated: true });
    await send(lumen);
    expect(await queue(lumen)).toEqual([]);
  });
});

describe("an unknown cinema of a sandbox", () => {
  test("is no action of a prospect: its own validation comes first; then it is asked about", async () => {
    const prospect = await someone("prospect");
    await send(prospect);
    expect(await queue(prospect)).toEqual([]);
    await adopt(prospect);
    expect(await statuses(prospect)).toEqual(["PENDING"]);
  });

  test("that becomes a known one is asked about only while that one waits", async () => {
    const [first, second] = [await someone("prospect"), await someone("prospect")];
    await send(first);
    await send(second);
    const known = await nameKnownCinema({ is_validated: false });
    await adopt(first);
    expect(await queue(first)).toEqual([expect.objectContaining({ status: "PENDING", cinema_id: known.id })]);
    await admin.patch(`/cinemas/${known.id}/`, { is_validated: true });
    await adopt(second);
    expect(await queue(second)).toEqual([]);
  });

  test("that stands for one whose link was cut is asked about until it is attached again", async () => {
    const known = await nameKnownCinema({ is_validated: true });
    await send(lumen);
    await admin.delete(`/cinemas/${known.id}/linked-distributors/${lumen.id}/`);
    await send(lumen, report(lumen, "2026-11-11", "2026-11-17"));
    const [action] = await queue(lumen);
    expect(action).toMatchObject({ status: "PENDING", cinema_id: expect.any(Number) });
    await admin.post(`/cinemas/link-requests/${action?.cinema_id}/accept/`, { cinema: known.id });
    expect(await queue(lumen)).toEqual([
      expect.objectContaining({ id: action?.id, status: "DONE", cinema_id: known.id }),
    ]);
  });
});

describe("a cinema whose link was cut, and that reports name by a screen that it has (CIN-9)", () => {
  test("is stood for by one cinema, that the reports of the next weeks find by that screen", async () => {
    const known = await nameKnownCinema({ is_validated: true });
    await app.inDatabase((tx) => aScreenOf(tx, known.id));
    await send(lumen);
    await admin.delete(`/cinemas/${known.id}/linked-distributors/${lumen.id}/`);
    const first = await send(lumen, report(lumen, "2026-11-11", "2026-11-17"));
    expect([first.status, first.body.preliminary_stats]).toMatchObject([200, { imported: 1 }]);
    const next = report(lumen, "2026-11-04", "2026-11-10");
    const preview = await send(lumen, next, "/box-office/report-previews/");
    const second = await send(lumen, next);
    expect([preview.status, second.status, second.body.preliminary_stats]).toMatchObject([
      200,
      200,
      { imported: 1, unknown_cinemas: 0 },
    ]);
    expect(await statuses(lumen)).toEqual(["PENDING"]);
  });
});

test("BOX-6: a cinema that is deleted while a report which names it comes in is one that nobody knows, and the report comes in", async () => {
  const known = await nameKnownCinema({ is_validated: true });
  // What makes neither a cinema nor a screen does not wait for who deletes one.
  await app.inDatabase((tx) => aScreenOf(tx, known.id));
  const isDeleted = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const deleting = app.inDatabase(async (tx) => {
    await shareCinemas(tx);
    await tx.run(sql`delete from cinema where id = ${known.id}`);
    isDeleted.resolve();
    await end.promise;
  });
  await isDeleted.promise;
  const sent = send(lumen);
  const waiting =
    "select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted";
  while ((await app.owner.query(waiting)).rowCount === 0) await setTimeout(10);
  end.resolve();
  await deleting;
  const { status, body } = await sent;
  expect([status, body.preliminary_stats]).toMatchObject([200, { imported: 1, unknown_cinemas: 1 }]);
});

describe("BOX-6: a cinema that nobody knows", () => {
  const cinemasOf = async (of: Someone) =>
    (
      await app.inDatabase((tx) =>
        tx.many<{ name: string }>(sql`
          select c.name from cinema c join cinema_distributor l on l.cinema_id = c.id where l.distributor_id = ${of.id} order by c.id`),
      )
    ).map((cinema) => cinema.name);

  test("and that a report calls by its number alone is made under that number, and its takings wait with it", async () => {
    const answer = await send(lumen, report(lumen).replaceAll(` nom="${name}"`, ""));
    expect(answer.body.preliminary_stats).toMatchObject({ imported: 1, unknown_cinemas: 1, errors_count: 0 });
    expect(await cinemasOf(lumen)).toEqual([`CNC ${cnc}`]);
  });

  test("and that a report names beside its number in another place has that name", async () => {
    const named = report(lumen);
    const [, inner = ""] = /(<Declaration .*<\/Declaration>)/s.exec(named) ?? [];
    const nameless = inner
      .replaceAll(` nom="${name}"`, "")
      .replace(`${cnc}1`, `${cnc}2`)
      .replace("R2026", "Q2026");
    await send(lumen, reportOf([nameless, inner]));
    expect(await cinemasOf(lumen)).toEqual([name]);
  });

  test("and that neither a name nor a number tells is an error of its declaration, which is not dropped without a word", async () => {
    const nameless = report(lumen).replaceAll(` nom="${name}"`, "").replaceAll(`numeroCNC="${cnc}"`, "");
    const answer = await send(lumen, nameless);
    expect(answer.body.preliminary_stats).toMatchObject({
      imported: 0,
      errors_count: 1,
      errors: [
        "Déclaration R2026-11-18\u00a0: établissement inconnu, sans nom ni numéro. Complétez le rapport et importez-le de nouveau.",
      ],
    });
    expect(await cinemasOf(lumen)).toEqual([]);
  });

  test("and that its sites name in three ways is one cinema, and the report comes in", async () => {
    const site = (screen: string, changes: (text: string) => string) =>
      changes(
        declaration({ screen: `${cnc}${screen}`, reference: `R${screen}` })
          .replaceAll('siret="00020001400017"', "")
          .replaceAll("000100016", lumen.siren),
      );
    const named = (text: string) => text.replaceAll("Cinéma Le Beffroi", name);
    const content = reportOf([
      site("1", (text) => named(text).replaceAll('numeroCNC="91023"', "")),
      site("2", (text) => named(text).replaceAll("91023", cnc)),
      site("3", (text) => text.replaceAll("Cinéma Le Beffroi", `${name} Palace`).replaceAll("91023", cnc)),
    ]);
    const answer = await send(lumen, content);
    expect([answer.status, answer.body.preliminary_stats]).toMatchObject([
      200,
      { imported: 3, unknown_cinemas: 1 },
    ]);
    expect(await cinemasOf(lumen)).toEqual([name]);
  });
});
