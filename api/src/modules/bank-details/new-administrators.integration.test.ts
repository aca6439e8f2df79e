// SEC-17: a stolen session of an administrator makes no second person of its own who would confirm a changed IBAN.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PROFILE = "/onboarding/distributor/profile/";
const RESEND = "/onboarding/distributor/bank-details/resend/";
const CONFIRM = "/onboarding/bank-details/link/confirm/";
const BY_CODE = "/onboarding/distributor/bank-details/confirm/";
const OLD = "FR7699999000010001234567809";
const NEW = "FR1420041010050500013M02606";
const OTHER = "BE68539007547034";
const HOUR = 3_600_000;

interface Person {
  readonly id: number;
  readonly email: string;
}

let app: TestApp;
let ours: BuiltDistributor;
/** Whose session is stolen. */
let boss: Person;
let asBoss: TestClient;
let superAdmin: Person;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.drainJobs();
  app.clock.set("2026-11-30");
  await set(sql`update app_user set disabled_at = ${daysAgo(9)} where system_role = 'super_admin'`);
  await app.inDatabase(async (tx) => {
    ours = await aDistributor(tx, { automation_on: false });
    boss = await aStaffUser(tx, ours, { first_name: "Nadia" });
    superAdmin = await aSuperAdmin(tx);
  });
  asBoss = await app.as(boss);
  app.mails.length = 0;
});

const set = (change: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(change));
const daysAgo = (days: number): Date => new Date(app.clock.now().getTime() - days * 24 * HOUR);
const aColleague = (role: "admin" | "accountant" = "admin"): Promise<Person> =>
  app.inDatabase((tx) => aStaffUser(tx, ours, { role }));
/** Invited by the stolen session, and signed in by the mailed link. */
async function invited(role = "admin"): Promise<Person & { readonly client: TestClient }> {
  const email = `invite-${(serial += 1)}@ailleurs.example`;
  expect(
    (await asBoss.post("/users/invitations/", { email, role, first_name: "Zoé", last_name: "Lebrun" }))
      .status,
  ).toBe(201);
  await app.drainJobs();
  expect((await app.anonymous().post("/auth/login/verify/", { token: tokenFor({ email }) })).status).toBe(
    200,
  );
  const { id } = await app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`select id from app_user where email = ${email}`),
  );
  return { id, email, client: await app.as({ id }) };
}
const mailFor = ({ email }: Pick<Person, "email">) => app.mails.findLast(({ to }) => to === email)?.text;
const tokenFor = (person: Pick<Person, "email">): string | undefined =>
  /token=([\w-]+)/.exec(mailFor(person) ?? "")?.[1];
/** Asks for another IBAN, whose mails are sent. */
async function asked(iban = NEW): Promise<void> {
  app.mails.length = 0;
  expect((await asBoss.patch(PROFILE, { iban })).status).toBe(200);
  await app.drainJobs();
}
const readers = () => app.mails.map(({ to }) => to).toSorted();
const ibanInEffect = async () =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ iban: string }>(sql`select iban from distributor where id = ${ours.id}`),
    )
  ).iban;
const change = async (person: Person, path: string, body?: object, client = asBoss) =>
  expect((await client[body ? "patch" : "post"](`/users/${person.id}/${path}`, body)).status).toBe(200);

test("an administrator who was invited within 72 hours is told of a changed IBAN, and does not confirm it", async () => {
  const guest = await invited();
  await asked();
  expect(readers()).toEqual([boss.email, guest.email, superAdmin.email].toSorted());
  expect(tokenFor(guest)).toBeUndefined();
  expect(mailFor(guest)).toContain("prévenu sans avoir à confirmer");
  const byCode = await guest.client.post(BY_CODE, { totp_code: "123456" });
  expect([byCode.status, byCode.body.code]).toEqual([403, "administrator_too_new"]);
  expect((await guest.client.post(CONFIRM, { token: tokenFor(boss) })).status).toBe(404);
  expect(await ibanInEffect()).toBe(OLD);
});

test("an administrator decides once they have been one for 72 hours, by a mail of then", async () => {
  const guest = await invited();
  app.clock.advance(70 * HOUR);
  await asked();
  expect(tokenFor(guest)).toBeUndefined();
  app.clock.advance(2 * HOUR);
  asBoss = await app.as(boss);
  expect((await asBoss.post(RESEND)).status).toBe(200);
  await app.drainJobs();
  const client = await app.as(guest);
  expect((await client.post(CONFIRM, { token: tokenFor(guest) })).status).toBe(200);
  expect(await ibanInEffect()).toBe(NEW);
});

test("who disables all others within 72 hours is left without anybody to confirm but super admins, and those are told", async () => {
  const contact = await aColleague("accountant");
  await set(sql`update app_user set is_onboarding_contact = true where id = ${contact.id}`);
  const old = await aColleague();
  await aColleague("accountant");
  const guest = await invited();
  for (const person of [contact, old]) await change(person, "disable/");
  asBoss = guest.client;
  await change(boss, "disable/");
  await asked();
  expect(readers()).toEqual([contact, old, boss, guest, superAdmin].map(({ email }) => email).toSorted());
  for (const person of [contact, old, boss, guest]) expect(tokenFor(person)).toBeUndefined();
  const client = await app.as(superAdmin);
  expect((await client.post(CONFIRM, { token: tokenFor(superAdmin) })).status).toBe(200);
});

test("a contact whose address was replaced within 72 hours leaves the decision to super admins, not to another colleague", async () => {
  await set(sql`update app_user set is_onboarding_contact = true where id = ${boss.id}`);
  const reader = await aColleague("accountant");
  const asSuperAdmin = await app.as(superAdmin, ours.id);
  const email = `autre-${boss.id}@ailleurs.example`;
  expect((await asSuperAdmin.patch(PROFILE, { email })).status).toBe(200);
  await app.drainJobs();
  asBoss = await app.as(boss);
  await asked();
  expect(readers()).toEqual([email, superAdmin.email].toSorted());
  expect(tokenFor({ email })).toBeUndefined();
  expect(mailFor(reader)).toBeUndefined();
  expect(tokenFor(superAdmin)).toBeDefined();
});

test("who was an administrator within 72 hours is told, and no longer than that", async () => {
  const demoted = await aColleague();
  await change(demoted, "", { role: "viewer" });
  await asked();
  expect(readers()).toContain(demoted.email);
  expect(tokenFor(demoted)).toBeUndefined();
  app.clock.advance(72 * HOUR);
  asBoss = await app.as(boss);
  await asked(OTHER);
  expect(readers()).toEqual([boss.email, superAdmin.email].toSorted());
});

test("who is made an administrator is as new as who is invited, and so is one who is let in again after 72 hours", async () => {
  const promoted = await aColleague("accountant");
  await change(promoted, "", { role: "admin" });
  const returned = await aColleague();
  await set(sql`update app_user set disabled_at = ${daysAgo(4)} where id = ${returned.id}`);
  await change(returned, "enable/");
  const mistaken = await aColleague();
  await change(mistaken, "disable/");
  await change(mistaken, "enable/");
  await asked();
  expect([promoted, returned, mistaken].map((person) => tokenFor(person) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test("a lone administrator decides alone, as do the first one of a company and its contact", async () => {
  await asked();
  expect((await asBoss.post(CONFIRM, { token: tokenFor(boss) })).status).toBe(200);
  expect(await ibanInEffect()).toBe(NEW);
});

test("a new administrator, invited or made one, is told to those who administer or did so within 72 hours", async () => {
  const colleague = await aColleague();
  const gone = await aColleague();
  await change(gone, "disable/");
  const long = await aColleague();
  await set(sql`update app_user set disabled_at = ${daysAgo(4)} where id = ${long.id}`);
  const accountant = await aColleague("accountant");
  await app.drainJobs();
  app.mails.length = 0;
  await invited("accountant");
  expect(app.mails).toHaveLength(1);
  app.mails.length = 0;
  const guest = await invited();
  const told = [boss.email, colleague.email, gone.email].toSorted();
  const notices = () => app.mails.filter(({ subject }) => subject.startsWith("Un nouvel administrateur"));
  expect(
    notices()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(told);
  expect(notices()[0]?.text).toContain(`Nadia Rousseau a donné les droits d’administrateur de ${ours.name}`);
  expect(notices()[0]?.text).toContain(guest.email);
  app.mails.length = 0;
  await change(accountant, "", { role: "admin" });
  await app.drainJobs();
  expect(readers()).toEqual([...told, guest.email].toSorted());
});
