// A changed IBAN: told to everybody who decides, in effect only once one of them confirmed it by the link of their mail.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { bankDetailsHandlers } from "./bank-details.jobs.ts";

const PROFILE = "/onboarding/distributor/profile/";
const RESEND = "/onboarding/distributor/bank-details/resend/";
const WITHDRAW = "/onboarding/distributor/bank-details/withdraw/";
const LINK = "/onboarding/bank-details/link/";
const CONFIRM = "/onboarding/bank-details/link/confirm/";
const REFUSE = "/onboarding/bank-details/link/refuse/";
const OLD = "FR7699999000010001234567809";
const NEW = "FR1420041010050500013M02606";
const OTHER = "BE68539007547034";
const HOUR = 3_600_000;

let app: TestApp;
let ours: BuiltDistributor;
let theirs: BuiltDistributor;
/** Ours: an administrator, who is the contact, and somebody without a say; theirs: an administrator; and a super admin. */
let boss: { id: number; email: string };
/** Who asks: an administrator, too. */
let nadia: { id: number; email: string };
let theirBoss: { id: number; email: string };
let superAdmin: { id: number; email: string };
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.drainJobs();
  app.mails.length = 0;
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update app_user set disabled_at = now() where system_role = 'super_admin'`);
    ours = await aDistributor(tx, { automation_on: false });
    theirs = await aDistributor(tx, { automation_on: false });
    boss = await aStaffUser(tx, ours);
    nadia = await aStaffUser(tx, ours, { first_name: "Nadia" });
    theirBoss = await aStaffUser(tx, theirs);
    superAdmin = await aSuperAdmin(tx);
  });
  staff = await app.as(nadia);
});

const set = (change: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(change));
const ibanOf = (id: number) =>
  app.inDatabase((tx) =>
    tx.one<{ iban: string; secondary_iban: string }>(
      sql`select iban, secondary_iban from distributor where id = ${id}`,
    ),
  );
const audited = async (id: number) =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ actor_id: number | null; action_details: Record<string, unknown> }>(
        sql`select actor_id, action_details from audit_log where distributor_id = ${id} order by id`,
      ),
    )
  ).map(({ actor_id, action_details }) => [actor_id, action_details["event"], action_details["new_value"]]);
const tokenFor = (person: { email: string }): string => {
  const mail = app.mails.findLast(({ to, text }) => to === person.email && text.includes("?token="));
  return /\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
};
/** The change is asked for, and its mails are sent. */
async function asked(fields: object = { iban: NEW }): Promise<void> {
  expect((await staff.patch(PROFILE, fields)).status).toBe(200);
  await app.drainJobs();
}
const issued = () =>
  app.inDatabase(async (tx) => {
    const cinema = await aCinema(tx, ours);
    await tx.run(sql`
      insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number,
        week_year, total_net_amount, total_vat_amount, total_amount)
      values (${ours.id}, ${cinema.id}, 'issued', ${`F26${ours.id}`}, '2026-11-30', '2026-12-30', ${cinema.name}, '2026-11-18', 47, 2026,
        100, 10, 110)`);
  });

describe("asking for another IBAN", () => {
  test("answers 200 with the IBAN in effect and the one that waits, and changes the other fields at once", async () => {
    const answer = await staff.patch(PROFILE, { iban: NEW, city: "Lyon" });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        city: "Lyon",
        iban: OLD,
        pending_iban: NEW,
        pending_secondary_iban: null,
        pending_bank_details: {
          requested_by: "Nadia Rousseau",
          requested_at: "2026-11-30T11:00:00.000Z",
          expires_at: "2026-12-03T11:00:00.000Z",
          mail_again_at: "2026-11-30T11:10:00.000Z",
          mails: [],
        },
      },
    ]);
    expect((await staff.get(PROFILE)).body).toEqual(answer.body);
    expect(await ibanOf(ours.id)).toMatchObject({ iban: OLD });
  });

  test("is mailed to every administrator of the distributor and every super admin, and to nobody else", async () => {
    const second = await app.inDatabase(aSuperAdmin);
    const gone = await app.inDatabase((tx) => aStaffUser(tx, ours));
    await set(sql`update app_user set disabled_at = '2026-11-27' where id = ${gone.id}`);
    await asked();
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual(
      [boss.email, nadia.email, superAdmin.email, second.email].toSorted(),
    );
    for (const { text, html } of app.mails)
      for (const body of [text, html]) {
        expect(body).toContain("FR76 •••• 809");
        expect(body).toContain("FR14 •••• 606");
        expect(body).not.toContain(NEW);
        expect(body).toContain("Nadia Rousseau");
      }
  });

  test("of a distributor without an administrator is mailed to its contact", async () => {
    await set(sql`update app_user set role = 'accountant' where id in (${boss.id}, ${nadia.id})`);
    const asking = await app.as(superAdmin, ours.id);
    expect((await asking.patch(PROFILE, { iban: NEW })).status).toBe(200);
    await app.drainJobs();
    expect(app.mails.map(({ to }) => to)).toContain(boss.email);
    expect(app.mails.map(({ to }) => to)).not.toContain(nadia.email);
  });

  test("twice the same is one request; another value takes its place, and the links of the first are for nothing", async () => {
    await issued();
    await asked();
    const first = tokenFor(boss);
    await asked();
    expect(app.mails).toHaveLength(3);
    await asked({ secondary_iban: OTHER });
    await asked({ iban: OTHER });
    expect((await staff.get(PROFILE)).body).toMatchObject({
      pending_iban: OTHER,
      pending_secondary_iban: OTHER,
    });
    const client = await app.as(boss);
    expect((await client.post(CONFIRM, { token: first })).status).toBe(409);
    expect((await client.post(LINK, { token: first })).body.state).toBe("replaced");
    expect(await ibanOf(ours.id)).toEqual({ iban: OLD, secondary_iban: "" });
  });

  test("more than five times in a day is refused, and says when to come back", async () => {
    const ibans = [NEW, OTHER, NEW, OTHER, NEW];
    for (const iban of ibans) await asked({ iban });
    const sixth = await staff.patch(PROFILE, { iban: OTHER });
    expect([sixth.status, sixth.headers["retry-after"]]).toEqual([429, "86400"]);
    expect((await staff.get(PROFILE)).body.pending_iban).toBe(NEW);
  });

  test("the first IBAN of who has issued nothing is in effect at once, and mailed all the same", async () => {
    await set(sql`update distributor set iban = '' where id = ${ours.id}`);
    const answer = await staff.patch(PROFILE, { iban: NEW });
    expect(answer.body).toMatchObject({ iban: NEW, pending_iban: null, pending_bank_details: null });
    await app.drainJobs();
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual(
      [boss.email, nadia.email, superAdmin.email].toSorted(),
    );
    expect(app.mails[0]?.subject).toContain("L’IBAN a changé");
    expect(tokenFor(boss)).toBe("");
  });

  test("a first secondary IBAN waits once invoices were issued", async () => {
    await issued();
    expect((await staff.patch(PROFILE, { secondary_iban: OTHER })).body).toMatchObject({
      secondary_iban: "",
      pending_secondary_iban: OTHER,
    });
  });

  test("by a super admin in the console waits too, and the console shows it masked", async () => {
    const client = await app.as(superAdmin);
    const answer = await client.patch(`/onboarding/admin/distributors/${ours.id}/`, { iban: NEW });
    const pending = {
      iban: "FR14 •••• 606",
      secondary_iban: null,
      requested_by: "Alex Admin",
      requested_at: "2026-11-30T11:00:00.000Z",
      expires_at: "2026-12-03T11:00:00.000Z",
    };
    expect([answer.status, answer.body.pending_bank_details]).toEqual([200, pending]);
    const list = (await client.get("/onboarding/admin/distributors/")).body as { id: number }[];
    expect(list.find((row) => row.id === ours.id)).toMatchObject({ pending_bank_details: pending });
    expect(list.find((row) => row.id === theirs.id)).toMatchObject({ pending_bank_details: null });
    expect(await ibanOf(ours.id)).toMatchObject({ iban: OLD });
  });

  test("a mail that fails is sent again, and who was mailed already is not mailed twice", async () => {
    await staff.patch(PROFILE, { iban: NEW });
    const { notice } = await app.inDatabase((tx) =>
      tx.one<{ notice: number }>(
        sql`select max(id)::integer as notice from security_notice where distributor_id = ${ours.id}`,
      ),
    );
    const send = async (refuse: string[]) =>
      bankDetailsHandlers({
        ...app.services,
        mailer: {
          send: async (mail) => {
            if (refuse.includes(mail.to)) throw new Error("away");
            app.mails.push(mail);
          },
        },
      })["send-security-notice"](
        { distributor_id: ours.id, notice_id: notice },
        new AbortController().signal,
      );
    await expect(send([boss.email])).rejects.toThrow("away");
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual([nadia.email, superAdmin.email].toSorted());
    await send([]);
    expect(app.mails.map(({ to }) => to).at(-1)).toBe(boss.email);
    await app.drainJobs();
    expect(app.mails).toHaveLength(3);
  });

  test("says who was mailed, who refused the mail, and for whom it waits; super admins without a name", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockImplementation(async ({ to }) => {
      if (to === boss.email) throw refusal("550 5.1.1 no such user", "RCPT TO");
      if (to === superAdmin.email) throw new Error("away");
    });
    const mailsOf = async () => (await staff.get(PROFILE)).body.pending_bank_details.mails;
    await staff.patch(PROFILE, { iban: NEW });
    expect(await mailsOf()).toEqual([]);
    await expect(app.drainJobs("send-security-notice")).rejects.toThrow("away");
    expect(await mailsOf()).toEqual([
      { name: "Camille Rousseau", state: "refused" },
      { name: "Nadia Rousseau", state: "sent" },
      { name: null, state: "waiting" },
    ]);
    send.mockRestore();
    await set(sql`update pgboss.job set start_after = now() where name = 'send-security-notice'`);
    await app.drainJobs("send-security-notice");
    expect(await mailsOf()).toContainEqual({ name: null, state: "sent" });
  });

  test("a refusal by our own relay is tried again, and neither it nor a policy's is told as one of the address (MAIL-14)", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockImplementation(async ({ to }) => {
      if (to === boss.email) throw refusal("554 5.7.1 Relay access denied", "RCPT TO");
      if (to === nadia.email) throw refusal("554 5.7.1 content rejected by policy", "DATA");
    });
    await staff.patch(PROFILE, { iban: NEW });
    await expect(app.drainJobs("send-security-notice")).rejects.toThrow("Relay access denied");
    send.mockRestore();
    expect((await staff.get(PROFILE)).body.pending_bank_details.mails).toEqual([
      { name: "Camille Rousseau", state: "waiting" },
      { name: "Nadia Rousseau", state: "waiting", is_given_up: true },
      { name: null, state: "sent" },
    ]);
  });

  test("a mail whose sending was in doubt is sent again with the same link, so that both open it", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockImplementationOnce(async (mail) => {
      app.mails.push(mail);
      throw new Error("connection lost before the answer");
    });
    await staff.patch(PROFILE, { iban: NEW });
    await expect(app.drainJobs("send-security-notice")).rejects.toThrow("connection lost");
    send.mockRestore();
    const [first] = app.mails;
    await set(sql`update pgboss.job set start_after = now() where name = 'send-security-notice'`);
    await app.drainJobs("send-security-notice");
    const links = app.mails
      .filter(({ to }) => to === first?.to)
      .map(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1]);
    expect(links).toHaveLength(2);
    expect(new Set(links).size).toBe(1);
  });
});

describe("the mailed link", () => {
  test("shows whole IBANs to whom it was mailed, and reading it changes nothing", async () => {
    await asked();
    const client = await app.as(boss);
    for (let time = 0; time < 2; time += 1)
      expect((await client.post(LINK, { token: tokenFor(boss) })).body).toEqual({
        state: "waiting",
        distributor_name: ours.name,
        changes: [{ field: "iban", old_value: OLD, new_value: NEW }],
        requested_by: "Nadia Rousseau",
        requested_at: "2026-11-30T11:00:00.000Z",
        expires_at: "2026-12-03T11:00:00.000Z",
      });
    expect(await ibanOf(ours.id)).toMatchObject({ iban: OLD });
  });

  test("confirms also for the contact of a distributor, who is none of its administrators", async () => {
    await set(sql`update app_user set role = 'accountant' where id = ${boss.id}`);
    await set(
      sql`update app_user set is_onboarding_contact = true where id in (${boss.id}, ${theirBoss.id})`,
    );
    await asked();
    const contact = await app.as(boss);
    expect((await contact.post(LINK, { token: tokenFor(boss) })).body.state).toBe("waiting");
    expect((await contact.post(CONFIRM, { token: tokenFor(boss) })).body.state).toBe("confirmed");
    expect(await ibanOf(ours.id)).toMatchObject({ iban: NEW });
  });

  test("is kept as a hash only", async () => {
    await asked();
    const kept = await app.inDatabase((tx) =>
      tx.many<{ row: string }>(sql`
        select m::text as row from security_mail m union all select n::text from security_notice n
        union all select c::text from bank_details_change c union all select data::text from pgboss.job`),
    );
    expect(JSON.stringify(kept)).not.toContain(tokenFor(boss));
  });

  test.each([
    ["an administrator", () => boss],
    ["a super admin", () => superAdmin],
  ])("of %s puts the IBAN into effect, once, and everybody is told", async (_who, person) => {
    await issued();
    await asked({ iban: NEW, secondary_iban: OTHER });
    const token = tokenFor(person());
    const client = await app.as(person(), person() === superAdmin ? theirs.id : undefined);
    app.mails.length = 0;
    const answer = await client.post(CONFIRM, { token });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { state: "confirmed", changes: [{ new_value: "FR14 •••• 606" }, { new_value: "BE68 •••• 034" }] },
    ]);
    expect(await ibanOf(ours.id)).toEqual({ iban: NEW, secondary_iban: OTHER });
    expect((await staff.get(PROFILE)).body).toMatchObject({
      iban: NEW,
      pending_iban: null,
      pending_bank_details: null,
    });
    expect((await client.post(CONFIRM, { token })).status).toBe(409);
    expect((await client.post(REFUSE, { token })).status).toBe(409);
    await app.drainJobs();
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual(
      [boss.email, nadia.email, superAdmin.email].toSorted(),
    );
    expect(await audited(ours.id)).toEqual([
      [nadia.id, "Changement d’IBAN demandé", ["FR14 •••• 606", "BE68 •••• 034"]],
      [person().id, "Changement d’IBAN confirmé", ["FR14 •••• 606", "BE68 •••• 034"]],
    ]);
    expect(await audited(theirs.id)).toEqual([]);
  });

  test("of one that was refused brings its file back to the queue, and super admins are told (SEC-15)", async () => {
    await asked();
    await set(sql`update distributor set validation_status = 'refused' where id = ${ours.id}`);
    await set(sql`
      insert into prospect_decision (distributor_id, decision, reason, seen_version, decided_at)
      values (${ours.id}, 'refuse', 'Ce RIB est d’une autre société', ${"0".repeat(48)}, now())`);
    const token = tokenFor(boss);
    app.mails.length = 0;
    await (await app.as(boss)).post(CONFIRM, { token });
    await app.drainJobs();
    const { status } = await app.inDatabase((tx) =>
      tx.one<{ status: string }>(
        sql`select validation_status as status from distributor where id = ${ours.id}`,
      ),
    );
    const told = app.mails.filter(({ subject }) => subject === "Dossier complété, à relire");
    expect([status, told.map(({ to }) => to)]).toEqual(["prospect", [superAdmin.email]]);
  });

  test("confirmed by many at once takes effect once", async () => {
    await asked();
    const clients = [await app.as(boss), await app.as(superAdmin)];
    const tokens = [tokenFor(boss), tokenFor(superAdmin)];
    const answers = await Promise.all(
      clients.flatMap((client, i) => [0, 1].map(() => client.post(CONFIRM, { token: tokens[i] }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  test("opens nothing for who was not mailed it, is not signed in, or decides no longer", async () => {
    await asked();
    const token = tokenFor(boss);
    for (const other of [nadia, theirBoss, superAdmin])
      for (const path of [LINK, CONFIRM, REFUSE]) {
        const answer = await (await app.as(other)).post(path, { token });
        expect([answer.status, answer.body.code]).toEqual([404, "link_unknown"]);
      }
    expect((await app.anonymous().post(CONFIRM, { token })).status).toBe(401);
    const client = await app.as(boss);
    await set(sql`update app_user set role = 'accountant' where id = ${boss.id}`);
    await set(sql`update app_user set is_onboarding_contact = true where id = ${nadia.id}`);
    expect((await client.post(CONFIRM, { token })).status).toBe(404);
    expect(await ibanOf(ours.id)).toMatchObject({ iban: OLD });
  });

  test("is over after 72 hours, which is told once in the audit log", async () => {
    await asked();
    app.clock.advance(72 * HOUR);
    try {
      const client = await app.as(boss);
      expect((await client.post(CONFIRM, { token: tokenFor(boss) })).status).toBe(409);
      expect((await client.post(LINK, { token: tokenFor(boss) })).body.state).toBe("expired");
      expect((await client.get(PROFILE)).body).toMatchObject({ iban: OLD, pending_iban: null });
      const round = bankDetailsHandlers(app.services)["security-round"];
      await round();
      await round();
      expect((await audited(ours.id)).slice(1)).toEqual([
        [null, "Changement d’IBAN non confirmé à temps", ["FR14 •••• 606"]],
      ]);
    } finally {
      app.clock.set("2026-11-30");
    }
  });

  test("« Ce n’est pas moi » refuses the change, tells everybody, and ends the sessions of who asked", async () => {
    await asked();
    const token = tokenFor(boss);
    app.mails.length = 0;
    const client = await app.as(boss);
    const answer = await client.post(REFUSE, { token });
    expect([answer.status, answer.body.state]).toEqual([200, "refused"]);
    await app.drainJobs();
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual(
      [boss.email, nadia.email, superAdmin.email].toSorted(),
    );
    expect((await staff.get(PROFILE)).status).toBe(401);
    expect((await client.get(PROFILE)).body).toMatchObject({ iban: OLD, pending_iban: null });
    expect((await audited(ours.id)).at(-1)).toEqual([boss.id, "Changement d’IBAN refusé", ["FR14 •••• 606"]]);
  });
});

describe("a change that waits", () => {
  test("is mailed again after ten minutes, five times in all; the links of before stay good", async () => {
    await asked();
    const first = tokenFor(boss);
    const tooSoon = await staff.post(RESEND);
    expect([tooSoon.status, tooSoon.headers["retry-after"]]).toEqual([429, "600"]);
    try {
      for (let time = 0; time < 4; time += 1) {
        app.clock.advance(600_000);
        expect((await staff.post(RESEND)).status).toBe(200);
      }
      await app.drainJobs();
      expect(app.mails).toHaveLength(15);
      app.clock.advance(600_000);
      expect((await staff.post(RESEND)).status).toBe(429);
      expect((await staff.get(PROFILE)).body.pending_bank_details.mail_again_at).toBeNull();
      expect((await (await app.as(boss)).post(CONFIRM, { token: first })).status).toBe(200);
    } finally {
      app.clock.set("2026-11-30");
    }
  });

  test("can be withdrawn, once; then there is nothing to mail or to confirm", async () => {
    await asked();
    const answer = await staff.post(WITHDRAW);
    expect([answer.status, answer.body.pending_bank_details]).toEqual([200, null]);
    expect((await staff.post(WITHDRAW)).status).toBe(409);
    expect((await staff.post(RESEND)).status).toBe(409);
    expect((await (await app.as(boss)).post(CONFIRM, { token: tokenFor(boss) })).status).toBe(409);
    expect((await audited(ours.id)).at(-1)).toEqual([
      nadia.id,
      "Changement d’IBAN retiré",
      ["FR14 •••• 606"],
    ]);
  });

  test("lets the invoices go on with the new IBAN once it is confirmed", async () => {
    await set(sql`update distributor set automation_on = true where id = ${ours.id}`);
    await asked();
    const jobs = () =>
      app.inDatabase((tx) =>
        tx.many(
          sql`select from pgboss.job where name = 'issue-invoices' and (data ->> 'distributor_id')::bigint = ${ours.id}`,
        ),
      );
    expect(await jobs()).toHaveLength(0);
    await (await app.as(boss)).post(CONFIRM, { token: tokenFor(boss) });
    expect(await jobs()).toHaveLength(1);
    await app.drainJobs();
  });
});

describe("a replaced contact address", () => {
  test("is told at the old address, by which super admin it was is not", async () => {
    const client = await app.as(superAdmin, ours.id);
    expect((await client.patch(PROFILE, { email: `neuf-${ours.id}@lumen.example` })).status).toBe(200);
    await app.drainJobs();
    expect(app.mails.map(({ to }) => to)).toEqual([boss.email]);
    expect(app.mails[0]?.text).toContain("a remplacé l’adresse de votre compte");
    expect(app.mails[0]?.text).not.toContain("neuf-");
    expect(app.mails[0]?.text).not.toContain(superAdmin.email);
  });
});

const refusal = (response: string, command: string) =>
  Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)), command });
