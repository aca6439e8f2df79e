import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let camille: { id: number; email: string };
let hugo: { id: number; email: string };
let asCamille: TestClient;
let action: number;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [lumen, camille, hugo, action] = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description)
      values (${distributor.id}, 'PENDING', 'PENDING', 'other', 'À vérifier', 'VIR REX') returning id`);
    return [
      distributor,
      await aStaffUser(tx, distributor, { role: "accountant" }),
      await aStaffUser(tx, distributor, { first_name: "Hugo" }),
      id,
    ] as const;
  });
  asCamille = await app.as(camille);
});

const give = (user: number | null, id = action) => asCamille.put(`/user-actions/${id}/assignee/`, { user });
const listed = async (assigned: string) =>
  (await asCamille.get(`/user-actions/?page=1&assigned=${assigned}`)).body.count;
const entries = async () =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ action_details: Record<string, unknown> }>(
        sql`select action_details from audit_log where distributor_id = ${lumen.id} order by id`,
      ),
    )
  ).map(({ action_details }) => action_details);

test("LET-52: an action is given to who decides, found by it, and the log tells from whom to whom", async () => {
  const answer = await give(hugo.id);
  expect([answer.status, answer.body.assigned_to]).toEqual([
    200,
    { id: hugo.id, first_name: "Hugo", last_name: "Rousseau", email: hugo.email },
  ]);
  expect([await listed("me"), await listed("nobody")]).toEqual([0, 0]);
  await give(camille.id);
  await give(camille.id);
  expect([await listed("me"), await listed("nobody")]).toEqual([1, 0]);
  expect((await give(null)).body.assigned_to).toBeNull();
  expect([await listed("me"), await listed("nobody")]).toEqual([0, 1]);
  expect((await entries()).map(({ event, old_value, new_value }) => [event, old_value, new_value])).toEqual([
    ["Action attribuée", null, "Hugo Rousseau"],
    ["Action attribuée", "Hugo Rousseau", "Camille Rousseau"],
    ["Action attribuée", "Camille Rousseau", null],
  ]);
});

test("the log tells the operation of an action that is given or rejected so that it is found (UI-18)", async () => {
  await app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${lumen.id}, '2026-11-20', 'VIR REX', 120, 'x') returning id`);
    await tx.run(sql`update user_action set transaction_id = ${id} where id = ${action}`);
  });
  await give(hugo.id);
  await asCamille.patch(`/user-actions/${action}/`, { status: "REJECTED" });
  const told = {
    transaction_label: "VIR REX",
    transaction_date: "2026-11-20",
    transaction_amount: "120.00",
  };
  expect(await entries()).toMatchObject([told, told]);
});

test("LET-52: not to a viewer, to who is disabled, or to somebody else's people", async () => {
  const others = await app.inDatabase(async (tx) => {
    const viewer = await aStaffUser(tx, lumen, { role: "viewer" });
    const gone = await aStaffUser(tx, lumen);
    await tx.run(sql`update app_user set disabled_at = now() where id = ${gone.id}`);
    return [viewer, gone, await aStaffUser(tx, await aDistributor(tx))];
  });
  for (const { id } of others) {
    const refused = await give(id);
    expect([refused.status, refused.body]).toEqual([
      400,
      { user: ["Choisissez une personne de votre société qui peut décider."] },
    ]);
  }
  const names = (await asCamille.get("/users/colleagues/")).body.results;
  expect(
    names.map(({ email, is_oneself }: { email: string; is_oneself: boolean }) => [email, is_oneself]),
  ).toEqual(
    expect.arrayContaining([
      [camille.email, true],
      [hugo.email, false],
    ]),
  );
  expect(names).toHaveLength(3);
});

test("LET-53: a rejection may say why, at once or later; undone, it says nothing any more", async () => {
  const patch = (body: object) => asCamille.patch(`/user-actions/${action}/`, body);
  const plain = await patch({ status: "REJECTED" });
  expect([plain.status, plain.body.decision.reasons]).toEqual([200, []]);
  expect((await patch({ status: "REJECTED" })).status).toBe(409);
  const said = await patch({ status: "REJECTED", rejection_reason: "  Virement interne " });
  expect([said.status, said.body.decision.outcome, said.body.decision.reasons]).toEqual([
    200,
    "rejected",
    ["Virement interne"],
  ]);
  expect((await entries()).at(-1)).toMatchObject({ new_status: "REJECTED", comment: "Virement interne" });
  expect((await asCamille.post("/banking/revert-reconciliation/", { user_action_id: action })).status).toBe(
    200,
  );
  expect((await asCamille.get(`/user-actions/${action}/`)).body).toMatchObject({
    status: "PENDING",
    decision: null,
  });
  // The reason of one that was undone meanwhile rejects nothing.
  const late = await patch({ status: "REJECTED", rejection_reason: "Trop tard", only_explains: true });
  expect([late.status, late.body.code]).toEqual([409, "not_rejected"]);
  expect((await asCamille.get(`/user-actions/${action}/`)).body.status).toBe("PENDING");
  const atOnce = await patch({ status: "REJECTED", rejection_reason: "Doublon" });
  expect(atOnce.body.decision.reasons).toEqual(["Doublon"]);
  const more = await patch({ status: "REJECTED", rejection_reason: "Doublon", only_explains: true });
  expect([more.status, more.body.decision.reasons]).toEqual([200, ["Doublon"]]);
  expect((await asCamille.get("/user-actions/history/?by=me")).body.results[0]).toMatchObject({
    kind: "rejected",
    rejection_reason: "Doublon",
  });
});
