// How many people a plan comprises (SUB-3).
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PATH = "/users/invitations/";
let app: TestApp;
let ours: BuiltDistributor;
let asBoss: TestClient;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
  await app.owner.query(
    "insert into subscription_plan (name, price, people_max) values ('Duo', 9, 2), ('Trio', 9, 3), ('Tous', 9, null)",
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-11-30");
  app.mails.length = 0;
  ours = await app.inDatabase((tx) => aDistributor(tx));
  asBoss = await app.as(await app.inDatabase((tx) => aStaffUser(tx, ours)));
});

/** The distributor pays this plan from now on. */
const pays = (plan: string, status = "active", distributor = ours) =>
  app.inDatabase((tx) =>
    tx.run(sql`
      insert into subscription (distributor_id, plan_id, provider_id, customer_id, provider_price_id, status, created_at)
      select ${distributor.id}, id, ${`sub_${(serial += 1)}`}, 'cus', 'price', ${status}, ${new Date(app.clock.now().getTime() + serial)}
      from subscription_plan where name = ${plan}`),
  );
const invite = (client = asBoss) =>
  client.post(PATH, { email: `nouvelle-${(serial += 1)}@plan.example`, role: "viewer" });
const tokenOfLast = async (): Promise<string> => {
  await app.drainJobs("mail-invitation");
  return /token=([\w-]+)/.exec(app.mails.at(-1)?.text ?? "")?.[1] ?? "";
};
const accept = (token: string) => app.anonymous().post("/auth/login/verify/", { token });
const people = async () => (await asBoss.get("/users/")).body.people_of_plan;

test("without a plan, or with one for any number, everybody may be invited", async () => {
  expect((await invite()).status).toBe(201);
  expect(await people()).toBeNull();
  await pays("Tous");
  expect((await invite()).status).toBe(201);
  expect(await people()).toBeNull();
});

test("who signs in and who is invited fill the plan; one more is refused with what to do, and counts once it is withdrawn no more", async () => {
  await pays("Duo");
  const first = await invite();
  expect(first.status).toBe(201);
  expect(await people()).toEqual({ plan: "Duo", people_max: 2, active: 1, invited: 1 });
  const second = await invite();
  expect([second.status, second.body.code]).toEqual([409, "plan_full"]);
  expect(second.body.detail.replaceAll(/[\u00a0\u202f]/g, " ")).toBe(
    "La formule « Duo » comprend 2 utilisateurs ; vous en avez 1, et 1 invitation en attente. Pour en ajouter, choisissez une formule qui en comprend davantage dans PLAN D’ABONNEMENT, ou désactivez un compte.",
  );
  expect((await asBoss.post(`${PATH}${first.body.id}/withdraw/`)).status).toBe(204);
  expect((await invite()).status).toBe(201);
});

test("of several invitations at once as many are made as there is room for", async () => {
  await pays("Duo");
  const answers = await Promise.all([invite(), invite(), invite()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test("an invitation that is over fills nothing, and is mailed again only into room", async () => {
  await pays("Duo");
  const { id } = (await invite()).body;
  app.clock.advance(8 * 86_400_000);
  asBoss = await app.as(await app.inDatabase((tx) => aStaffUser(tx, ours)));
  const again = await asBoss.post(`${PATH}${id}/resend/`);
  expect([again.status, again.body.code]).toEqual([409, "plan_full"]);
});

test("a plan that is lowered puts nobody out, tells how many are over, and stops invitations, also one that was mailed", async () => {
  await pays("Trio");
  const colleague = await app.inDatabase((tx) => aStaffUser(tx, ours));
  expect((await invite()).status).toBe(201);
  const token = await tokenOfLast();
  await pays("Duo");
  expect((await (await app.as(colleague)).get("/invoices/invoices/?page=1")).status).toBe(200);
  expect(await people()).toEqual({ plan: "Duo", people_max: 2, active: 2, invited: 1 });
  expect((await invite()).body.code).toBe("plan_full");
  const refused = await accept(token);
  expect([refused.status, refused.body.code]).toEqual([400, "plan_full"]);

  // The link stays good for the day when there is room.
  expect((await asBoss.post(`/users/${colleague.id}/disable/`)).status).toBe(200);
  expect((await accept(token)).status).toBe(200);
  const back = await asBoss.post(`/users/${colleague.id}/enable/`);
  expect([back.status, back.body.code]).toEqual([409, "plan_full"]);
  await pays("Tous");
  expect((await asBoss.post(`/users/${colleague.id}/enable/`)).status).toBe(200);
});

test("a plan whose payment was refused still holds, one that ended does not, and another distributor's says nothing", async () => {
  await pays("Duo", "past_due");
  expect((await people())?.plan).toBe("Duo");
  const other = await app.inDatabase((tx) => aDistributor(tx));
  const theirs = await app.as(await app.inDatabase((tx) => aStaffUser(tx, other)));
  expect((await theirs.get("/users/")).body.people_of_plan).toBeNull();
  await app.inDatabase((tx) =>
    tx.run(sql`update subscription set status = 'canceled' where distributor_id = ${ours.id}`),
  );
  expect(await people()).toBeNull();
});
