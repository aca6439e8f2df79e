// BILL-14: what was declared of a cinema whose link is cut waits, and is issued once a super admin's decision links the two again.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workbook } from "../../domain/parsing/tables/workbook.testing.ts";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let admin: TestClient;
let client: TestClient;
let serial = 0;
let distributor: { id: number };
let cinema: { id: number; name: string };
let cnc: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());

/** A week that was declared of a cinema whose link was cut before it was issued. */
async function declareAndCut(): Promise<void> {
  serial += 1;
  cnc = String(60_000 + serial);
  const siren = String(350_000_000 + serial);
  const user = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { siren, automation_on: true });
    distributor = made;
    cinema = await aCinema(tx, made, {
      name: `Rex ${serial}`,
      city: "Dole",
      cnc_authorization: cnc,
      screens: [`${cnc}1`],
    });
    return await aStaffUser(tx, made);
  });
  client = await app.as(user);
  const report = reportOf([declaration({ screen: `${cnc}1` })])
    .replaceAll('numeroCNC="91023"', `numeroCNC="${cnc}"`)
    .replaceAll('siret="00020001400017"', "")
    .replaceAll("000100016", siren);
  const sent = await client.upload("/box-office/upload-cnc-xml/", "xml_file", "rapport.xml", report);
  expect(sent.body.preliminary_stats).toMatchObject({ imported: 1, unknown_cinemas: 0 });
  const cut = await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${distributor.id}/`);
  expect(cut.status).toBe(204);
  expect(await issued()).toBe(0);
}
beforeEach(declareAndCut);

const issued = async (): Promise<number> => {
  await app.drainJobs();
  const { count } = await app.inDatabase((tx) =>
    tx.one<{ count: number }>(
      sql`select count(*) as count from invoice where distributor_id = ${distributor.id} and cinema_id = ${cinema.id}`,
    ),
  );
  return count;
};
const pair = () => ({ cinema: cinema.id, distributor: distributor.id });
const accept = async (request: number, as: number | null) => {
  const path = `/cinemas/requests/${request}/answer/`;
  expect((await admin.post(path, { state: "done", answer: "", cinema: as })).status).toBe(200);
};

describe("what waited for a link is issued once a super admin", () => {
  test("saves the first settings of the pair (CIN-9)", async () => {
    expect((await admin.post(`/cinemas/${cinema.id}/distributor-settings/`, pair())).status).toBe(201);
    expect(await issued()).toBe(1);
  });

  test("saves its settings again (CIN-9)", async () => {
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into distributor_cinema_settings (distributor_id, cinema_id) values (${distributor.id}, ${cinema.id})`,
      ),
    );
    expect((await admin.put(`/cinemas/${cinema.id}/distributor-settings/`, pair())).status).toBe(200);
    expect(await issued()).toBe(1);
  });

  test("accepts a proposal as that cinema (CIN-10)", async () => {
    const rest = { address: "", pin_code: "", legal_name: "", siren: "", words: "" };
    const proposed = { name: cinema.name, city: "Dole", cnc_authorization: cnc, ...rest };
    const asked = await client.post("/cinemas/requests/proposals/", proposed);
    expect(asked.status).toBe(201);
    await accept(asked.body.id, cinema.id);
    expect(await issued()).toBe(1);
  });

  test("accepts a list that has it (CIN-11)", async () => {
    const list = await workbook([
      ["Nom", "Ville", "N° CNC"],
      [cinema.name, "Dole", cnc],
    ]);
    const { body } = await client.upload("/cinemas/requests/lists/", "file", "liste.xlsx", list);
    await accept(body.id, null);
    expect(await issued()).toBe(1);
  });
});
