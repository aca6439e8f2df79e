import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOf } from "../../http/session.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PATH = "/users/invitations/";
const DAY = 86_400_000;
const MINUTE = 60_000;

let app: TestApp;
let lumen: BuiltDistributor;
let boss: { id: number; email: string };
let asBoss: TestClient;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-11-30");
  // What one test left to be tried again would leave in another one, on a slow machine.
  await app.inDatabase((tx) => tx.run(sql`delete from pgboss.job where name = 'mail-invitation'`));
  app.mails.length = 0;
  lumen = await app.inDatabase((tx) => aDistributor(tx));
  boss = await app.inDatabase((tx) => aStaffUser(tx, lumen, { first_name: "Hugo" }));
  asBoss = await app.as(boss);
});

const anAddress = () => `nouvelle-${(serial += 1)}@lumen.example`;
const invite = (email: string, role = "accountant", client = asBoss) =>
  client.post(PATH, { email, role, first_name: "Zoé", last_name: "Lebrun" });
const linkIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? "";
/** Invites somebody, and reads the link that they are mailed. */
async function invited(email = anAddress(), role = "accountant") {
  const answer = await invite(email, role);
  expect(answer.status).toBe(201);
  await app.drainJobs("mail-invitation");
  return { email, id: answer.body.id as number, token: linkIn(app.mails.at(-1)?.text ?? "") };
}
const verify = (token: string) => app.anonymous().post("/auth/login/verify/", { token });
const waiting = async () => (await asBoss.get(PATH)).body.results;
const audited = async (email: string) =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ actor_id: number | null; action_details: Record<string, unknown> }>(sql`
        select actor_id, action_details from audit_log where action_details ->> 'email' = ${email} order by id`),
    )
  ).map(({ actor_id, action_details }) => [
    actor_id,
    action_details["action"],
    action_details["role"] ?? [action_details["old_value"], action_details["new_value"]],
  ]);

describe("an invitation (SEC-23)", () => {
  test("is mailed with a link, which makes the account with its role and signs in, once", async () => {
    const { email, token } = await invited();
    const [mail] = app.mails;
    expect([mail?.to, mail?.subject]).toEqual([email, "Vous êtes invité à rejoindre Bobine"]);
    expect(mail?.text).toContain(
      `Hugo Rousseau vous invite à rejoindre ${lumen.name} sur Bobine, avec le rôle «\u00a0Comptable\u00a0».`,
    );
    expect(mail?.text).toContain(`/auth/verify?token=${token}&invitation=1\n`);
    expect(await waiting()).toEqual([
      {
        id: expect.any(Number),
        email,
        first_name: "Zoé",
        last_name: "Lebrun",
        role: "accountant",
        invited_by: "Hugo Rousseau",
        sent_at: "2026-11-30T11:00:00.000Z",
        expires_at: "2026-12-07T11:00:00.000Z",
        is_expired: false,
        is_refused: false,
        mail_again_at: "2026-11-30T11:10:00.000Z",
      },
    ]);
    const opened = await verify(token);
    expect([opened.status, opened.body.user]).toEqual([
      200,
      expect.objectContaining({
        email,
        first_name: "Zoé",
        company: lumen.name,
        role: "accountant",
        distributor_id: lumen.id,
        system_role: "distributor_staff",
      }),
    ]);
    expect((await verify(token)).body.code).toBe("link_used");
    expect(await waiting()).toEqual([]);
    expect(await audited(email)).toEqual([
      [boss.id, "Invitation envoyée", "Comptable"],
      [null, "Invitation acceptée", "Comptable"],
    ]);
  });

  test("says on one line who invites, whatever their name was before names were one line", async () => {
    await app.inDatabase((tx) =>
      tx.run(
        sql`update app_user set first_name = ${"Hugo\n\nVotre compte est bloqué"} where id = ${boss.id}`,
      ),
    );
    await invited();
    expect(app.mails.at(-1)?.text).toContain("Hugo Votre compte est bloqué Rousseau vous invite");
    expect((await asBoss.patch("/auth/user/", { job_role: "Gérant" })).status).toBe(200);
  });

  test("is kept as a hash only", async () => {
    const { token } = await invited();
    const kept = await app.inDatabase((tx) =>
      tx.many<{ row: string }>(
        sql`select i::text as row from invitation i union all select data::text from pgboss.job`,
      ),
    );
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(JSON.stringify(kept)).toContain(hashOf(token).toString("hex"));
  });

  test("that is mailed again has another link, and the one before works no more; five times in all", async () => {
    const { id, token } = await invited();
    const soon = await asBoss.post(`${PATH}${id}/resend/`);
    expect([soon.status, soon.headers["retry-after"]]).toEqual([429, "600"]);
    for (let time = 2; time <= 5; time += 1) {
      app.clock.advance(10 * MINUTE);
      expect((await asBoss.post(`${PATH}${id}/resend/`)).status).toBe(200);
    }
    app.clock.advance(DAY);
    const often = await asBoss.post(`${PATH}${id}/resend/`);
    expect([often.status, often.body.code]).toEqual([429, "mailed_often"]);
    expect((await waiting())[0]).toMatchObject({ mail_again_at: null, sent_at: "2026-11-30T11:40:00.000Z" });
    // The mails of before the last one were not sent yet: they would hold a link that works no more.
    app.mails.length = 0;
    await app.drainJobs("mail-invitation");
    expect(app.mails).toHaveLength(1);
    expect((await verify(token)).body.code).toBe("link_invalid");
    expect((await verify(linkIn(app.mails[0]!.text))).status).toBe(200);
  });

  test("that its address refuses for good is not tried again, and says so until it is mailed again", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockRejectedValue(
      Object.assign(new Error("550 5.1.1 no such user"), { responseCode: 550, command: "RCPT TO" }),
    );
    const { id } = await invited();
    await app.drainJobs("mail-invitation");
    expect(send).toHaveBeenCalledOnce();
    send.mockRestore();
    expect(await waiting()).toMatchObject([{ id, is_refused: true }]);
    app.clock.advance(10 * MINUTE);
    expect((await asBoss.post(`${PATH}${id}/resend/`)).body).toMatchObject({ is_refused: false });
  });

  test("that a server refuses by a policy is told without blaming the address, until it is mailed again, also as the same person is invited again", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockRejectedValue(
      Object.assign(new Error("550 5.7.1 blocked by policy"), { responseCode: 550, command: "DATA" }),
    );
    const { id, email } = await invited();
    await app.drainJobs("mail-invitation");
    expect(send).toHaveBeenCalledOnce();
    send.mockRestore();
    expect(await waiting()).toMatchObject([{ id, is_refused: false, is_given_up: true }]);
    app.clock.advance(10 * MINUTE);
    const again = await invite(email);
    expect([again.status, again.body.id]).toEqual([201, id]);
    expect(again.body).not.toHaveProperty("is_given_up");
    expect(again.body).not.toHaveProperty("was_waiting");
    await app.drainJobs("mail-invitation");
    expect(app.mails.map(({ to }) => to)).toEqual([email]);
  });

  test("whose sender the server refuses is tried again, as that is mended here", async () => {
    const send = vi.spyOn(app.services.mailer, "send");
    send.mockRejectedValueOnce(
      Object.assign(new Error("535 sign in first"), { responseCode: 535, command: "AUTH PLAIN" }),
    );
    await invite(anAddress());
    await expect(app.drainJobs("mail-invitation")).rejects.toThrow("535");
    send.mockRestore();
    expect(await waiting()).toMatchObject([{ is_refused: false }]);
  });

  test.each([
    ["554 5.7.1 Relay access denied", "RCPT TO", 554, true],
    ["530 Authentication required", "RCPT TO", 530, true],
    ["550 5.7.1 rejected by policy", "RCPT TO", 550, false],
    ["554 5.7.1 message content rejected", "DATA", 554, false],
  ])(
    "that is answered %s to %s is not told as refused by its address",
    async (answer, command, code, again) => {
      const send = vi.spyOn(app.services.mailer, "send");
      const words = { response: answer, responseCode: code, command };
      send.mockRejectedValueOnce(Object.assign(new Error(`Can't send mail: ${answer}`), words));
      await invite(anAddress());
      const isTriedAgain = await app.drainJobs("mail-invitation").then(
        () => false,
        () => true,
      );
      expect(isTriedAgain).toBe(again);
      send.mockRestore();
      expect(await waiting()).toMatchObject([{ is_refused: false }]);
    },
  );

  test("is over after seven days, says whom to ask, and can be mailed again", async () => {
    const { id, email, token } = await invited();
    app.clock.advance(7 * DAY);
    const late = await verify(token);
    expect([late.status, late.body.code]).toEqual([400, "invitation_expired"]);
    expect(late.body.error).toContain("Demandez à la personne qui vous a invité");
    const again = await app.as(boss);
    expect((await again.get(PATH)).body.results).toMatchObject([{ email, is_expired: true }]);
    expect((await again.post(`${PATH}${id}/resend/`)).body).toMatchObject({ is_expired: false });
    await app.drainJobs("mail-invitation");
    expect((await verify(linkIn(app.mails.at(-1)!.text))).status).toBe(200);
  });

  test("that is withdrawn opens nothing, twice is once, and the same person can be invited anew: then it says to open the newest mail, or once that was accepted that it was used", async () => {
    const { id, email, token } = await invited();
    expect((await asBoss.post(`${PATH}${id}/withdraw/`)).status).toBe(204);
    expect((await asBoss.post(`${PATH}${id}/withdraw/`)).status).toBe(204);
    const refused = await verify(token);
    expect([refused.status, refused.body.code]).toEqual([400, "invitation_withdrawn"]);
    expect(refused.body.error).toContain("demandez-en une autre à la personne qui vous a invité");
    expect((await asBoss.post(`${PATH}${id}/resend/`)).body.code).toBe("invitation_over");
    const anew = await invited(email, "viewer");
    // It has a later mail now (UI-6).
    const replaced = await verify(token);
    expect([replaced.status, replaced.body.code]).toEqual([400, "invitation_withdrawn"]);
    expect(replaced.body.error).toContain("Ouvrez celui du dernier e-mail d’invitation");
    expect((await verify(anew.token)).body.user.role).toBe("viewer");
    expect((await verify(token)).body.code).toBe("link_used");
    expect((await asBoss.post(`${PATH}${anew.id}/withdraw/`)).body.code).toBe("invitation_over");
    expect((await audited(email)).map(([, action]) => action)).toEqual([
      "Invitation envoyée",
      "Invitation retirée",
      "Invitation envoyée",
      "Invitation acceptée",
    ]);
  });

  test("is one for a person: the same again is the same, another role waits for the first to be withdrawn", async () => {
    const { id, email } = await invited();
    const same = await invite(email.toUpperCase());
    expect([same.status, same.body.id, same.body.was_waiting]).toEqual([201, id, true]);
    const other = await invite(email, "admin");
    expect([other.status, other.body.code]).toEqual([409, "is_invited"]);
    const here = await invite(boss.email);
    expect([here.status, here.body.code]).toEqual([409, "is_there"]);
    await app.drainJobs("mail-invitation");
    expect(app.mails).toHaveLength(1);
  });

  test("does not tell who invites that the address has an account elsewhere; its owner is told, without a link", async () => {
    const stranger = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const root = await app.inDatabase(aSuperAdmin);
    const nobody = anAddress();
    const shapes = [];
    for (const email of [stranger.email, root.email, nobody]) {
      const { status, body } = await invite(email);
      shapes.push([status, Object.keys(body)]);
    }
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    await app.drainJobs("mail-invitation");
    const to = (email: string) => app.mails.find((mail) => mail.to === email)!;
    for (const email of [stranger.email, root.email]) {
      expect(to(email).subject).toBe("Une invitation à rejoindre Bobine avec une autre adresse");
      expect(linkIn(to(email).text)).toBe("");
    }
    expect(linkIn(to(nobody).text)).not.toBe("");
  });

  test("whose address has become somebody's meanwhile makes nobody, and says to be invited at another one", async () => {
    const { email, token } = await invited();
    const owner = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { email }));
    const answers = [await verify(token), await (await app.as(owner)).post("/auth/login/verify/", { token })];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        400,
        {
          error: expect.stringMatching(/^Cette adresse a déjà un compte.*à une autre adresse/),
          code: "address_taken",
        },
      ]);
    expect((await asBoss.post("/auth/login/verify/", { token })).body.code).toBe("other_user");
  });

  test("accepted by many at once makes one person", async () => {
    const { email, token } = await invited();
    const answers = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const { count } = await app.inDatabase((tx) =>
      tx.one<{ count: number }>(sql`select count(*)::integer as count from app_user where email = ${email}`),
    );
    expect(count).toBe(1);
  });

  test("is not for a browser in which somebody else is signed in, and stays good", async () => {
    const { token } = await invited();
    expect((await asBoss.post("/auth/login/verify/", { token })).body.code).toBe("other_user");
    expect((await verify(token)).status).toBe(200);
  });

  test("is one of twenty that wait, also of thirty that are made at once", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => invite(anAddress())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(await waiting()).toHaveLength(20);
  });

  test("is made by administrators alone, of a distributor that was validated, twenty a day", async () => {
    const asClerk = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen, { role: "accountant" })));
    const refused = await invite(anAddress(), "viewer", asClerk);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "Seul un administrateur de votre société peut le faire\u00a0: demandez-lui.",
    ]);
    await app.inDatabase(async (tx) => {
      for (let made = 0; made < 19; made += 1)
        await tx.run(sql`
          insert into invitation (distributor_id, email, role, created_at, token_hash, sent_at, expires_at, withdrawn_at)
          values (${lumen.id}, ${anAddress()}, 'viewer', ${app.clock.now()}, ${Buffer.from(anAddress())}, ${app.clock.now()},
            ${app.clock.now()}, ${app.clock.now()})`);
    });
    expect((await invite(anAddress())).status).toBe(201);
    const tooMany = await invite(anAddress());
    expect([tooMany.status, tooMany.headers["retry-after"]]).toEqual([429, "86400"]);
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set validation_status = 'prospect' where id = ${lumen.id}`),
    );
    expect((await invite(anAddress())).status).toBe(409);
  });
});

describe("a role", () => {
  const change = (id: number, role: string, client = asBoss) => client.patch(`/users/${id}/`, { role });

  test("that is changed counts at once, and stands in the log with what it was", async () => {
    const clerk = await app.inDatabase((tx) => aStaffUser(tx, lumen, { role: "accountant" }));
    const asClerk = await app.as(clerk);
    expect((await asClerk.patch("/banking/automatic-lettering/", { is_on: false })).status).toBe(200);
    const answer = await change(clerk.id, "viewer");
    expect([answer.status, answer.body.role]).toEqual([200, "viewer"]);
    expect((await change(clerk.id, "viewer")).status).toBe(200);
    const refused = await asClerk.patch("/banking/automatic-lettering/", { is_on: true });
    expect([refused.status, refused.body.code]).toEqual([403, "permission_denied"]);
    expect((await asClerk.get("/invoices/invoices/?page=1")).status).toBe(200);
    expect(await audited(clerk.email)).toEqual([[boss.id, "Rôle modifié", ["Comptable", "Lecture seule"]]]);
  });

  test("of the last administrator stays; who steps back leaves another one", async () => {
    const last = await change(boss.id, "accountant");
    expect([last.status, last.body.code]).toEqual([409, "last_administrator"]);
    const second = await app.inDatabase((tx) => aStaffUser(tx, lumen));
    expect((await change(boss.id, "accountant")).status).toBe(200);
    expect((await change(boss.id, "admin")).status).toBe(403);
    expect((await change(boss.id, "admin", await app.as(second))).status).toBe(200);
  });

  test("of two administrators who demote each other at once, one stays", async () => {
    const second = await app.inDatabase((tx) => aStaffUser(tx, lumen));
    const asSecond = await app.as(second);
    await Promise.all([change(second.id, "viewer"), change(boss.id, "viewer", asSecond)]);
    const { admins } = await app.inDatabase((tx) =>
      tx.one<{ admins: number }>(sql`
        select count(*)::integer as admins from app_user where distributor_id = ${lumen.id} and role = 'admin'`),
    );
    expect(admins).toBe(1);
  });
});
