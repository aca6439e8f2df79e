// LET-4: « Annuler » reopens no action whose cause is gone.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let staff: TestClient;
let distributor: Awaited<ReturnType<typeof aDistributor>>;
let cinema: Awaited<ReturnType<typeof aCinema>>;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
});
afterAll(async () => app.close());
beforeEach(async () => {
  const user = await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, {});
    cinema = await aCinema(tx, distributor, { name: "Le Beffroi", city: "Douai", siren: "" });
    await tx.run(
      sql`update cinema set address = '3 place du Beffroi', pin_code = '59500' where id = ${cinema.id}`,
    );
    return await aStaffUser(tx, distributor);
  });
  staff = await app.as(user);
});

const anAction = (status: string, about: number | null): Promise<number> =>
  app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, cinema_id)
      values (${distributor.id}, ${status}, 'PENDING', 'invoice_incomplete', 'Informations manquantes pour facturer', ${about})
      returning id`);
    return id;
  });
const revert = async (user_action_id: number) => {
  const { status, body } = await staff.post("/banking/revert-reconciliation/", { user_action_id });
  const action = (await staff.get(`/user-actions/${user_action_id}/`)).body;
  return [status, body.code, action.status];
};
const set = (statement: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(statement));

describe.each(["DONE", "REJECTED"])("what an invoice lacked, %s, is not asked again", (status) => {
  test("once the cinema's card says it", async () => {
    const id = await anAction(status, cinema.id);
    await set(sql`update cinema set siren = '000200014' where id = ${cinema.id}`);
    expect(await revert(id)).toEqual([409, "invoices_complete", status]);
  });

  test("once the company says it", async () => {
    const id = await anAction(status, null);
    expect(await revert(id)).toEqual([409, "invoices_complete", status]);
  });
});

test("what an invoice still lacks is asked again while one waits for it, and no more once none does (BILL-8)", async () => {
  const idle = await anAction("DONE", cinema.id);
  expect(await revert(idle)).toEqual([409, "nothing_waits", "DONE"]);
  await set(sql`
    with file as (
      insert into import_file (distributor_id, kind, file_name, file_size, sha256)
      values (${distributor.id}, 'box_office', 'rapport.xml', 1, '\\x00') returning id)
    insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, film_title,
      terms_type, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
    select ${distributor.id}, id, ${cinema.id}, '2026-11-18', '820002', 'ligne 12', 'Ligne 12', 'POURCENTAGE', 1, 0, 10, 1, 1, 8, 4, false
    from file`);
  expect(await revert(idle)).toEqual([200, undefined, "PENDING"]);
  const id = await anAction("REJECTED", null);
  await set(sql`update distributor set iban = '' where id = ${distributor.id}`);
  expect(await revert(id)).toEqual([200, undefined, "PENDING"]);
});
