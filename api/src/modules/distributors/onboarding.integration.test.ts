// Each event of DIST-1 moves the distributor by itself, through the calls that people make.
import { ONBOARDING_PERCENTAGE, type OnboardingStatus } from "@bobine/contract/distributors";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
  LUMEN,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());

const CONSOLE = "/onboarding/admin/distributors/";
type Fact = "email" | "company" | "plan" | "bank" | "address" | "data";

interface Newcomer extends BuiltDistributor {
  readonly client: TestClient;
  readonly email: string;
}

let serial = 0;
/** A distributor of which these facts are true, at this status. */
async function newcomer(
  status: OnboardingStatus,
  facts: readonly Fact[],
  changes: object = {},
): Promise<Newcomer> {
  serial += 1;
  const has = (fact: Fact): boolean => facts.includes(fact);
  const made = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx, { automation_on: false, ...changes });
    const user = await aStaffUser(tx, distributor);
    const { id } = distributor;
    await tx.run(sql`
      update distributor set onboarding_status = ${status}, phone = case when ${has("company")} then phone else '' end,
        communication_email = ${has("address") ? `neuf${serial}@factures.bobine.example` : null} where id = ${id}`);
    await tx.run(sql`
      update app_user set email_verified_at = ${has("email") ? "2026-11-01T00:00:00Z" : null} where id = ${user.id}`);
    if (has("plan"))
      await tx.run(sql`
        insert into subscription (distributor_id, plan_id, provider_id, customer_id, provider_price_id, status, created_at)
        select ${id}, min(id), ${`sub_${id}`}, 'cus', 'price', 'active', now() from subscription_plan`);
    if (has("bank"))
      await tx.run(sql`
        insert into import_file (distributor_id, kind, file_name, file_size, sha256)
        values (${id}, 'bank_statement', 'releve.csv', 1, '\\x00'::bytea)`);
    return { ...distributor, user };
  });
  return { ...made, email: made.user.email, client: await app.as(made.user) };
}

/** Where the console shows it. */
async function shown({ id }: BuiltDistributor): Promise<[OnboardingStatus, number]> {
  const rows = (await admin.get(CONSOLE)).body as {
    id: number;
    onboarding_status: OnboardingStatus;
    onboarding_progress_percentage: number;
  }[];
  const row = rows.find((one) => one.id === id);
  return [row!.onboarding_status, row!.onboarding_progress_percentage];
}
const expectStatus = async (one: BuiltDistributor, status: OnboardingStatus) =>
  expect(await shown(one)).toEqual([status, ONBOARDING_PERCENTAGE[status]]);
const movesTold = async ({ id }: BuiltDistributor): Promise<string[]> =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ move: string }>(sql`
        select concat(action_details->>'previous_status', ' → ', action_details->>'new_status') as move
        from audit_log where distributor_id = ${id} and action_details ? 'new_status' order by id`),
    )
  ).map((row) => row.move);

const statement = (amount = "12,00") => `Date;Libellé;Montant\r\n28/11/2026;VIR SEPA CLIENT;${amount}\r\n`;
const sendStatement = ({ client }: Newcomer, content = statement()) =>
  client.upload("/banking/upload-transactions/", "file", "releve.csv", content);
const giveAddress = (id: number, n = id) =>
  admin.patch(`${CONSOLE}${id}/`, { communication_email: `dist${n}@factures.bobine.example` });

describe("each step is reached by its event, when those before it are", () => {
  test("created: the distributor exists", async () => {
    await expectStatus(await newcomer("created", []), "created");
  });

  test("email_verified: the first link that works; the next one moves nothing", async () => {
    const it = await newcomer("created", []);
    for (let count = 0; count < 2; count += 1) {
      app.mails.length = 0;
      await app.anonymous().post("/auth/login/", { email: it.email });
      await app.drainJobs();
      const token = /token=([\w-]+)/.exec(app.mails[0]!.text)![1];
      expect((await app.anonymous().post("/auth/login/verify/", { token })).status).toBe(200);
      await expectStatus(it, "email_verified");
    }
  });

  test("email_verified goes on to what was done before it", async () => {
    const it = await newcomer("created", ["company", "plan"]);
    await app.anonymous().post("/auth/login/", { email: it.email });
    await app.drainJobs();
    const token = /token=([\w-]+)/.exec(app.mails.find((mail) => mail.to === it.email)!.text)![1];
    await app.anonymous().post("/auth/login/verify/", { token });
    await expectStatus(it, "plan_selected");
  });

  test("company_info_added: the last field of the company", async () => {
    const it = await newcomer("email_verified", ["email"]);
    await it.client.patch("/onboarding/distributor/profile/", { phone: "01 99 00 14 10" });
    await expectStatus(it, "company_info_added");
  });

  test("bank_connected: the first statement, and data_imported waits for the address", async () => {
    const it = await newcomer("plan_selected", ["email", "company", "plan"]);
    expect((await sendStatement(it)).status).toBe(200);
    await expectStatus(it, "bank_connected");
    expect(await movesTold(it)).toEqual(["plan_selected → bank_connected"]);
    await giveAddress(it.id);
    await expectStatus(it, "data_imported");
  });

  test("email_assigned: the address that a super admin gives", async () => {
    const it = await newcomer("bank_connected", ["email", "company", "plan", "bank"]);
    expect((await giveAddress(it.id)).status).toBe(200);
    await expectStatus(it, "email_assigned");
  });

  const ALMOST: Fact[] = ["email", "company", "plan", "bank", "address"];
  test("data_imported: the first report", async () => {
    const it = await newcomer("email_assigned", ALMOST, LUMEN);
    const other = await it.client.upload(
      "/box-office/upload-cnc-xml/",
      "xml_file",
      "rapport.xml",
      reportOf([declaration()]).replaceAll("000100016", "000100024").replaceAll("Lumen Films", "Autre"),
    );
    expect(other.status).toBe(200);
    await expectStatus(it, "email_assigned");
    await it.client.upload(
      "/box-office/upload-cnc-xml/",
      "xml_file",
      "rapport.xml",
      reportOf([declaration()]),
    );
    await expectStatus(it, "data_imported");
    expect(await movesTold(it)).toEqual(["email_assigned → data_imported"]);
  });

  test("data_imported: the first list of invoices with a good line, its cinema confirmed", async () => {
    const it = await newcomer("email_assigned", ALMOST);
    const send = (line: string) =>
      it.client.upload(
        "/invoices/upload/",
        "file",
        "factures.csv",
        `numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\r\n${line}\r\n`,
      );
    expect((await send("X1;31/02/2026;Le Rex;Dole;100,00;10,00;110,00")).body.success_count).toBe(0);
    await expectStatus(it, "email_assigned");
    await send("X1;02/11/2026;Le Rex;Dole;100,00;10,00;110,00");
    await expectStatus(it, "email_assigned");
    const [rex] = (await it.client.get("/invoices/to-confirm/")).body.results;
    const confirmed = await it.client.post("/invoices/to-confirm/confirm/", { cinemas: [rex.id] });
    expect(confirmed.body.success_count).toBe(1);
    await expectStatus(it, "data_imported");
  });

  test("active and paused: automation on, then off", async () => {
    const it = await newcomer("data_imported", [...ALMOST, "data"]);
    for (const [on, status] of [
      [true, "active"],
      [false, "paused"],
      [true, "active"],
    ] as const) {
      await it.client.patch("/onboarding/distributor/automation/", { automation_on: on });
      await expectStatus(it, status);
    }
  });
});

test("an event before its turn moves nothing, and counts when its turn comes", async () => {
  const it = await newcomer("created", []);
  await sendStatement(it);
  await giveAddress(it.id);
  await expectStatus(it, "created");
  expect(await movesTold(it)).toEqual([]);
});

test("the same statement again tells no second move", async () => {
  const it = await newcomer("plan_selected", ["email", "company", "plan"]);
  await sendStatement(it);
  await sendStatement(it);
  expect(await movesTold(it)).toEqual(["plan_selected → bank_connected"]);
});

test("of events at once, none is lost", async () => {
  await Promise.all(Array.from({ length: 25 }, () => admin.get(CONSOLE)));
  for (let round = 0; round < 6; round += 1) {
    const it = await newcomer("company_info_added", ["email", "company", "plan"]);
    const answers = await Promise.all([
      sendStatement(it),
      giveAddress(it.id),
      it.client.patch("/onboarding/distributor/automation/", { automation_on: true }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await expectStatus(it, "active");
  }
});

test("DIST-7: the first steps of a newcomer say what is done and what is missing, and its profile that nothing was issued", async () => {
  const one = await newcomer("email_verified", ["email", "bank"], { siren: "" });
  await app.inDatabase((tx) => tx.run(sql`update distributor set legal_mention = '' where id = ${one.id}`));
  const answer = await one.client.get("/onboarding/distributor/first-steps/");
  expect(answer.status).toBe(200);
  const steps = Object.fromEntries(
    (answer.body as { steps: { step: string; state: string; missing: string[] }[] }).steps.map((step) => [
      step.step,
      step,
    ]),
  );
  expect(steps).toMatchObject({
    company: { state: "todo", missing: ["phone", "siren"] },
    mentions: { state: "todo" },
    validation: { state: "done" },
    report: { state: "todo" },
    cinemas: { state: "todo" },
    numbering: { state: "optional" },
    bank: { state: "done" },
    plan: { state: "todo" },
    automation: { state: "todo" },
  });
  expect((await one.client.get("/onboarding/distributor/profile/")).body).toMatchObject({
    has_issued: false,
  });
});
