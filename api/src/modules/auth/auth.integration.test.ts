import { createHash } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import sql, { raw } from "sql-template-tag";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { statementsOf } from "../../testing/statements-seen.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SENT = "Si un compte correspond à cette adresse, un lien de connexion vient de lui être envoyé.";
const LINK = /https?:\/\/\S+\/auth\/verify\?token=([\w-]+)/;

let app: TestApp;
let lumen: BuiltDistributor;

beforeAll(async () => {
  // Behind a proxy, so that each test calls from an address of its own and spends its own share of the limits.
  app = await createTestApp({ config: { trustProxy: true } });
  lumen = await app.inDatabase((tx) => aDistributor(tx, { name: "Lumen Films Distribution" }));
});
afterAll(() => app.close());

let address = 0;
let from: Record<string, string>;
beforeEach(() => {
  address += 1;
  from = { "x-forwarded-for": `198.51.100.${address}` };
  app.mails.length = 0;
});

const aPerson = () => app.inDatabase((tx) => aStaffUser(tx, lumen, { first_name: "Camille" }));
const disable = (id: number) =>
  app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = ${app.clock.now()} where id = ${id}`));
const requestLink = (email: string) => app.anonymous().post("/auth/login/", { email }, from);
const verify = (token: string, client: TestClient = app.anonymous()) =>
  client.post("/auth/login/verify/", { token }, from);
const refresh = (token: string, rotate?: boolean) =>
  app
    .anonymous()
    .post(
      "/auth/token/refresh/",
      rotate === undefined ? { refresh: token } : { refresh: token, rotate },
      from,
    );
const me = (token: string) => app.anonymous().get("/auth/user/", { authorization: `Bearer ${token}` });
const verifyAs = (access: string, token: string) =>
  app.anonymous().post("/auth/login/verify/", { token }, { ...from, authorization: `Bearer ${access}` });
const sessionsOf = async (userId: number) =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ count: number }>(
        sql`select count(*)::integer as count from user_session where user_id = ${userId}`,
      ),
    )
  ).count;

async function linkTokenOf(person: { email: string }): Promise<string> {
  app.mails.length = 0;
  expect((await requestLink(person.email)).status).toBe(200);
  await app.drainJobs("mail-link");
  expect(app.mails).toHaveLength(1);
  const token = LINK.exec(app.mails[0]!.text)?.[1];
  expect(token).toMatch(/^[\w-]{43}$/);
  return token!;
}

async function signIn(person: { email: string }): Promise<{ token: string; refresh: string }> {
  const answer = await verify(await linkTokenOf(person));
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("asking for a link", () => {
  test("answers the same for known, unknown and disabled people, and mails only the known one", async () => {
    const known = await aPerson();
    const gone = await aPerson();
    await disable(gone.id);
    const answers = [];
    for (const email of [known.email, "inconnue@ailleurs.example", gone.email])
      answers.push(await requestLink(email));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(JSON.stringify({ detail: SENT }));
    }
    await app.drainJobs("mail-link");
    expect(app.mails.map((mail) => mail.to)).toEqual([known.email]);
  });

  test("the mail is French, its link leads to the product, and its token is kept as a hash only", async () => {
    const person = await aPerson();
    const token = await linkTokenOf(person);
    const mail = app.mails[0]!;
    expect(mail.subject).toBe("Votre lien de connexion");
    expect(mail.text).toContain("Bonjour Camille,");
    expect(mail.text).toContain("Ce lien est valable 15 minutes et ne peut être utilisé qu’une fois.");
    expect(mail.text).toContain(`${app.services.config.publicUrl}/auth/verify?token=${token}`);
    expect(mail.html).toContain('<html lang="fr">');
    expect(mail.html).toContain(`/auth/verify?token=${token}`);
    const kept = await app.inDatabase((tx) =>
      tx.many<{ row: string }>(sql`select l::text as row from magic_link l where user_id = ${person.id}`),
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]!.row).not.toContain(token);
    expect(kept[0]!.row).not.toContain(Buffer.from(token).toString("hex"));
  });

  test("a first name with HTML stays text in the mail", async () => {
    const person = await app.inDatabase((tx) => aStaffUser(tx, lumen, { first_name: '<img src="x">' }));
    await linkTokenOf(person);
    expect(app.mails[0]!.html).toContain("Bonjour &lt;img src=&quot;x&quot;&gt;,");
  });

  test("the address is found in any case, and the mail goes to the stored one", async () => {
    const person = await aPerson();
    await requestLink(person.email.toUpperCase());
    await app.drainJobs("mail-link");
    expect(app.mails.map((mail) => mail.to)).toEqual([person.email]);
  });

  test.each([
    ["a line break and a header", (email: string) => `${email}\r\nBcc: voleur@ailleurs.example`],
    ["a lone line feed", (email: string) => `${email}\nvoleur@ailleurs.example`],
    ["a trailing line break", (email: string) => `${email}\r\n`],
    ["a list", (email: string) => `${email},voleur@ailleurs.example`],
    ["a display name", (email: string) => `Voleur <${email}>`],
    ["a NUL", (email: string) => `${email}\0`],
    ["no address", () => "personne"],
    ["nothing", () => ""],
  ])("an address with %s is refused and nothing is mailed", async (_case, made) => {
    const person = await aPerson();
    const answer = await requestLink(made(person.email));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ email: ["Veuillez saisir une adresse email valide"] });
    await app.drainJobs("mail-link");
    expect(app.mails).toEqual([]);
  });

  test.each(["constructor", "toString", "hasOwnProperty", "is_staff"])(
    "a field that is not expected is named, even %s",
    async (name) => {
      const answer = await app
        .anonymous()
        .post("/auth/login/", { email: "personne@ailleurs.example", [name]: 1 }, from);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ [name]: ["Ce champ n’est pas attendu."] });
    },
  );

  describe("is counted for each address, whoever has it", () => {
    const LAST =
      "Cinq liens ont été demandés pour cette adresse en un quart d’heure. Utilisez le dernier reçu\u202f; vous pourrez en demander un autre dans ";
    test.each(["known", "unknown", "disabled"])(
      "the fifth within a quarter of an hour is the last, and the answer says so: %s",
      async (kind) => {
        const person = await aPerson();
        if (kind === "disabled") await disable(person.id);
        const email = kind === "unknown" ? `inconnue-${person.id}@ailleurs.example` : person.email;
        for (let asked = 1; asked <= 4; asked += 1)
          expect((await requestLink(email)).text).toBe(JSON.stringify({ detail: SENT }));
        expect((await requestLink(email)).body).toEqual({ detail: `${LAST}15 minutes.`, wait_seconds: 900 });
        app.clock.advance(14 * MINUTE + SECOND);
        expect((await requestLink(email)).body).toEqual({ detail: `${LAST}1 minute.`, wait_seconds: 59 });
        await app.drainJobs("mail-link");
        const links = async () =>
          (
            await app.inDatabase((tx) =>
              tx.one<{ count: number }>(
                sql`select count(*)::integer as count from link_request where email = ${email}`,
              ),
            )
          ).count;
        expect(await links()).toBe(0);
        app.clock.advance(59 * SECOND);
        expect((await requestLink(email)).body).toEqual({ detail: SENT });
        app.mails.length = 0;
        await app.drainJobs("mail-link");
        expect(app.mails).toHaveLength(kind === "known" ? 1 : 0);
      },
    );

    test("many that ask at once get five", async () => {
      const person = await aPerson();
      const answers = await Promise.all(Array.from({ length: 12 }, () => requestLink(person.email)));
      expect(answers.filter((answer) => answer.body.wait_seconds === undefined)).toHaveLength(4);
      await app.drainJobs("mail-link");
      expect(app.mails).toHaveLength(5);
    });
  });

  test.each(["/auth/login/", "/auth/register/"])(
    "%s asks the database the same for known, unknown and disabled addresses",
    async (path) => {
      const [known, gone] = [await aPerson(), await aPerson()];
      await disable(gone.id);
      const browser = app.anonymous();
      await browser.get("/auth/csrf-token/");
      const asked: string[][] = [];
      const query = vi.spyOn(Client.prototype, "query");
      for (const email of [known.email, "personne-ici@ailleurs.example", gone.email]) {
        query.mockClear();
        expect((await browser.post(path, { email }, from)).status).toBe(200);
        asked.push(statementsOf(query.mock).filter((text) => !/pgboss\.(?!job)|__pgboss/.test(text)));
      }
      query.mockRestore();
      await app.drainJobs("mail-link");
      expect(asked[0]!.length).toBeGreaterThan(3);
      expect(asked[1]).toEqual(asked[0]);
      expect(asked[2]).toEqual(asked[0]);
    },
  );

  describe("is not lost half-way", () => {
    const linksOf = (person: { id: number }) =>
      app.inDatabase((tx) => tx.many(sql`select id from magic_link where user_id = ${person.id}`));
    const runAgain = () =>
      app.services.pool.query("update pgboss.job set start_after = now() where name = 'mail-link'");
    const fail = (message: string, more: object = {}) => Object.assign(new Error(message), more);

    test.each([
      ["before the mail left", false],
      ["after the mail left", true],
    ])("a job that ended %s is tried again with the same link", async (_when, hasLeft) => {
      const person = await aPerson();
      await requestLink(person.email);
      const send = vi.spyOn(app.services.mailer, "send");
      send.mockImplementationOnce(async (mail) => {
        if (hasLeft) app.mails.push(mail);
        throw fail("connect ECONNREFUSED");
      });
      await expect(app.drainJobs("mail-link")).rejects.toThrow("ECONNREFUSED");
      app.clock.advance(14 * MINUTE);
      await runAgain();
      await app.drainJobs("mail-link");
      send.mockRestore();
      const tokens = app.mails.map((mail) => LINK.exec(mail.text)![1]!);
      expect(tokens).toHaveLength(hasLeft ? 2 : 1);
      expect(new Set(tokens).size).toBe(1);
      expect(await linksOf(person)).toHaveLength(1);
      // Good for a quarter of an hour from its mail on.
      app.clock.advance(14 * MINUTE);
      expect((await verify(tokens[0]!)).status).toBe(200);
    });

    test("a refusal for good is not tried again", async () => {
      await requestLink((await aPerson()).email);
      const send = vi.spyOn(app.services.mailer, "send");
      send.mockRejectedValue(fail("550 no such mailbox", { responseCode: 550, command: "RCPT TO" }));
      await app.drainJobs("mail-link");
      await app.drainJobs("mail-link");
      expect(send).toHaveBeenCalledOnce();
      send.mockRestore();
    });

    test("who asked more than a quarter of an hour ago is mailed nothing", async () => {
      const person = await aPerson();
      await requestLink(person.email);
      app.clock.advance(15 * MINUTE);
      await app.drainJobs("mail-link");
      expect(app.mails).toEqual([]);
      expect(await linksOf(person)).toEqual([]);
    });
  });
});

describe("a link", () => {
  test("opens a session with the person and both tokens", async () => {
    const person = await aPerson();
    const answer = await verify(await linkTokenOf(person));
    expect(answer.status).toBe(200);
    expect(answer.body.user).toEqual({
      id: person.id,
      first_name: "Camille",
      last_name: "Rousseau",
      email: person.email,
      company: lumen.name,
      job_role: "",
      system_role: "distributor_staff",
      role: "admin",
      distributor_id: lumen.id,
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const seen = await me(answer.body.token);
    expect(seen.status).toBe(200);
    expect(seen.body).toEqual(answer.body.user);
  });

  test("works once", async () => {
    const person = await aPerson();
    const token = await linkTokenOf(person);
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect(again.status).toBe(400);
    expect(again.body).toEqual({ error: "Ce lien a déjà été utilisé.", code: "link_used" });
    expect(await sessionsOf(person.id)).toBe(1);
  });

  test("ends the person's other links, and nobody else's", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const foreign = await linkTokenOf(other);
    const [former, latest] = [await linkTokenOf(person), await linkTokenOf(person)];
    expect((await verify(latest)).status).toBe(200);
    expect((await verify(former)).body).toEqual({ error: "Ce lien a déjà été utilisé.", code: "link_used" });
    expect((await verify(foreign)).status).toBe(200);
  });

  test("of two that one person opens at once, one signs in", async () => {
    const person = await aPerson();
    const tokens = [await linkTokenOf(person), await linkTokenOf(person)];
    const answers = await Promise.all(tokens.map((token) => verify(token)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await sessionsOf(person.id)).toBe(1);
  });

  test("50 requests at once with the same link give exactly one session", async () => {
    const person = await aPerson();
    const token = await linkTokenOf(person);
    const browser = app.anonymous();
    await browser.get("/auth/csrf-token/");
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(token, browser)));
    const opened = answers.filter((answer) => answer.status === 200);
    expect(opened).toHaveLength(1);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.text))).toEqual(
      new Set([JSON.stringify({ error: "Ce lien a déjà été utilisé.", code: "link_used" })]),
    );
    expect(await sessionsOf(person.id)).toBe(1);
  });

  test("is good until its fifteenth minute, and then refused with its message", async () => {
    const [early, late] = [await aPerson(), await aPerson()];
    const [earlyToken, lateToken] = [await linkTokenOf(early), await linkTokenOf(late)];
    app.clock.advance(15 * MINUTE - SECOND);
    expect((await verify(earlyToken)).status).toBe(200);
    app.clock.advance(SECOND);
    const answer = await verify(lateToken);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: "Ce lien a expiré. Demandez un nouveau lien de connexion.",
      code: "link_expired",
    });
    expect(await sessionsOf(late.id)).toBe(0);
  });

  test("that nobody was sent, or of somebody disabled meanwhile, is invalid", async () => {
    const person = await aPerson();
    const token = await linkTokenOf(person);
    await disable(person.id);
    for (const bad of [token, "n-importe-quoi", `${token}x`]) {
      const answer = await verify(bad);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: "Lien magique invalide. Veuillez réessayer.",
        code: "link_invalid",
      });
    }
    expect(await sessionsOf(person.id)).toBe(0);
  });

  test("of somebody else is refused to a browser that is signed in, and stays good", async () => {
    const [here, other] = [await aPerson(), await aPerson()];
    const token = await linkTokenOf(other);
    const answer = await verify(token, await app.as(here));
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("User is already logged in as another user.");
    expect((await verify(token)).status).toBe(200);
  });

  test("of somebody else is refused even when the access token has expired, as long as its session lives", async () => {
    const [here, other] = [await signIn(await aPerson()), await aPerson()];
    app.clock.advance(6 * MINUTE);
    const token = await linkTokenOf(other);
    const answer = await verifyAs(here.token, token);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("User is already logged in as another user.");
    expect((await me(here.token)).status).toBe(401);
    const { access } = (await refresh(here.refresh)).body;
    await app.anonymous().post("/auth/logout/", undefined, { authorization: `Bearer ${access}` });
    expect((await verifyAs(here.token, token)).status).toBe(200);
  });

  test("the first one proves the address and moves the distributor's onboarding on", async () => {
    const fresh = await app.inDatabase((tx) => aDistributor(tx));
    // What its company is called is yet to be told: the first step is the only one that is done.
    await app.inDatabase((tx) => tx.run(sql`update distributor set phone = '' where id = ${fresh.id}`));
    const person = await app.inDatabase((tx) => aStaffUser(tx, fresh));
    const status = async () =>
      (
        await app.inDatabase((tx) =>
          tx.one<{ onboarding_status: string }>(
            sql`select onboarding_status from distributor where id = ${fresh.id}`,
          ),
        )
      ).onboarding_status;
    expect(await status()).toBe("created");
    await signIn(person);
    expect(await status()).toBe("email_verified");
  });
});

describe("what has expired", () => {
  const DAY = 24 * 60 * MINUTE;
  const rowsOf = (userId: number) =>
    app.inDatabase((tx) =>
      tx.one<{ links: number; sessions: number }>(sql`
        select (select count(*)::integer from magic_link where user_id = ${userId}) as links,
          (select count(*)::integer from user_session where user_id = ${userId}) as sessions`),
    );

  test("more than thirty days ago is deleted when its person signs in again, and nobody else's", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await signIn(other);
    await signIn(person);
    app.clock.advance(30 * DAY - MINUTE);
    await signIn(person);
    expect(await rowsOf(person.id)).toEqual({ links: 2, sessions: 2 });
    app.clock.advance(7 * DAY + 2 * MINUTE);
    await signIn(person);
    // The first link and the first session are gone; the second ones expired less than thirty days ago.
    expect(await rowsOf(person.id)).toEqual({ links: 2, sessions: 2 });
    expect(await rowsOf(other.id)).toEqual({ links: 1, sessions: 1 });
  });

  test.each(["magic_link", "user_session"])("is found in %s by an index", async (table) => {
    const plan = await app.inDatabase(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      return tx.many<{ "QUERY PLAN": string }>(
        sql`explain ${raw(`delete from ${table} where user_id = 1 and expires_at < now()`)}`,
      );
    });
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/Index Cond: \(user_id = /);
  });
});

describe("refreshing", () => {
  test("without rotation gives an access token and keeps the refresh token", async () => {
    const session = await signIn(await aPerson());
    const answer = await refresh(session.refresh);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["access"]);
    expect((await me(answer.body.access)).status).toBe(200);
    expect((await refresh(session.refresh)).status).toBe(200);
  });

  test("with rotation tells what the person is by now, so that an open page offers no more than that (SEC-22)", async () => {
    const person = await aPerson();
    const session = await signIn(person);
    const first = await refresh(session.refresh, true);
    expect(first.body.role).toBe("admin");
    await app.inDatabase((tx) => tx.run(sql`update app_user set role = 'viewer' where id = ${person.id}`));
    expect((await refresh(first.body.refresh, true)).body.role).toBe("viewer");
  });

  test("with rotation gives another refresh token, and a client that missed it gets the same one within ten seconds", async () => {
    const session = await signIn(await aPerson());
    const first = await refresh(session.refresh, true);
    expect(first.status).toBe(200);
    expect(first.body.refresh).not.toBe(session.refresh);
    app.clock.advance(10 * SECOND);
    const again = await refresh(session.refresh, true);
    expect(again.status).toBe(200);
    expect(again.body.refresh).toBe(first.body.refresh);
    expect((await refresh(first.body.refresh, true)).status).toBe(200);
  });

  test("an old token after the grace ends the session, its successor and its access token too", async () => {
    const session = await signIn(await aPerson());
    const rotated = await refresh(session.refresh, true);
    app.clock.advance(10 * SECOND + 1);
    const replay = await refresh(session.refresh, true);
    expect(replay.status).toBe(401);
    expect(replay.body).toEqual({
      detail: "Votre session a expiré. Veuillez vous reconnecter.",
      code: "refresh_not_valid",
    });
    expect((await refresh(rotated.body.refresh)).status).toBe(401);
    expect((await me(rotated.body.access)).body.code).toBe("token_not_valid");
  });

  test("ten tabs at once with the same token all get the same successor", async () => {
    const session = await signIn(await aPerson());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh, true)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.refresh)).size).toBe(1);
  });

  test.each([2, 3, 5])("a token of %i rotations ago ends the session, even right away", async (rotations) => {
    const session = await signIn(await aPerson());
    let last = session.refresh;
    for (let done = 0; done < rotations; done += 1) last = (await refresh(last, true)).body.refresh;
    const { access } = (await refresh(last)).body;
    expect((await me(access)).status).toBe(200);
    expect((await refresh(session.refresh, true)).status).toBe(401);
    expect((await refresh(last)).status).toBe(401);
    expect((await me(access)).body.code).toBe("token_not_valid");
  });

  test("who only knows a session's id cannot end it", async () => {
    const session = await signIn(await aPerson());
    const id = String(decodeJwt(session.token)["sid"]);
    const [, secret] = session.refresh.split(".");
    const other = await signIn(await aPerson());
    const otherId = String(decodeJwt(other.token)["sid"]);
    for (const forged of [
      id,
      `${id}.`,
      `${id}.n-importe-quoi`,
      `${id}.${"A".repeat(secret?.length ?? 43)}`,
      `${otherId}.${secret}`,
      other.refresh.replace(otherId, id),
      secret ?? "",
      `pas-un-id.${secret}`,
    ]) {
      const answer = await refresh(forged);
      expect([forged, answer.status]).not.toEqual([forged, 200]);
    }
    expect((await refresh(session.refresh)).status).toBe(200);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  test.each([false, true])("a session that is used ends after seven days (rotating: %s)", async (rotate) => {
    const session = await signIn(await aPerson());
    let token = session.refresh;
    const renew = async () => {
      const answer = await refresh(token, rotate);
      token = answer.body.refresh ?? token;
      return answer;
    };
    // Fourteen half days, each a little short of the limit of an unused one.
    for (let half = 0; half < 14; half += 1) {
      app.clock.advance(12 * HOUR - SECOND);
      expect((await renew()).status).toBe(200);
    }
    app.clock.advance(13 * SECOND);
    expect((await renew()).status).toBe(200);
    app.clock.advance(SECOND);
    expect((await renew()).status).toBe(401);
  });

  test.each([false, true])(
    "a session that nobody uses ends after twelve hours (rotating: %s)",
    async (rotate) => {
      const [used, idle] = [await signIn(await aPerson()), await signIn(await aPerson())];
      app.clock.advance(12 * HOUR - SECOND);
      const renewed = await refresh(used.refresh, rotate);
      expect(renewed.status).toBe(200);
      app.clock.advance(SECOND);
      const ended = await refresh(idle.refresh, rotate);
      expect([ended.status, ended.body]).toEqual([
        401,
        { detail: "Votre session a expiré. Veuillez vous reconnecter.", code: "refresh_not_valid" },
      ]);
      expect((await refresh(renewed.body.refresh ?? used.refresh, rotate)).status).toBe(200);
    },
  );

  test.each([false, true])(
    "a screen that renews itself keeps no session alive: twelve hours count from the last action (rotating: %s)",
    async (rotate) => {
      const person = await aPerson();
      let token = (await signIn(person)).refresh;
      const renew = async (idle: string) => {
        const body = { refresh: token, rotate };
        const answer = await app
          .anonymous()
          .post("/auth/token/refresh/", body, { ...from, "x-idle-seconds": idle });
        token = answer.body.refresh ?? token;
        return answer;
      };
      const lastUse = () =>
        app.inDatabase((tx) =>
          tx.one<{ ago: number }>(sql`
            select extract(epoch from ${app.clock.now()}::timestamptz - last_used_at)::integer as ago
            from user_session where user_id = ${person.id}`),
        );
      // The last action is an hour after the sign-in; then the screen asks by itself.
      for (let hours = 1; hours < 13; hours += 1) {
        app.clock.advance(HOUR);
        expect((await renew(String((hours - 1) * 3600))).status).toBe(200);
      }
      expect(await lastUse()).toEqual({ ago: 11 * 3600 });
      app.clock.advance(HOUR - SECOND);
      expect((await renew(String(12 * 3600 - 1))).status).toBe(200);
      app.clock.advance(SECOND);
      expect((await renew(String(12 * 3600))).status).toBe(401);
    },
  );

  test.each(["-1", "1e3", "jamais", "1".repeat(12), ""])(
    "an idle time of %j is none: the renewal is a use",
    async (idle) => {
      const session = await signIn(await aPerson());
      const renew = () =>
        app
          .anonymous()
          .post("/auth/token/refresh/", { refresh: session.refresh }, { ...from, "x-idle-seconds": idle });
      app.clock.advance(11 * HOUR);
      expect((await renew()).status).toBe(200);
      app.clock.advance(11 * HOUR);
      expect((await renew()).status).toBe(200);
    },
  );

  test("the successor is not in the database in clear", async () => {
    const person = await aPerson();
    const rotated = await refresh((await signIn(person)).refresh, true);
    const rows = await app.inDatabase((tx) =>
      tx.many<{ row: string }>(sql`select s::text as row from user_session s where user_id = ${person.id}`),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(rotated.body.refresh);
  });
});

describe("an access token", () => {
  test("lives five minutes", async () => {
    const { token } = await signIn(await aPerson());
    app.clock.advance(5 * MINUTE - SECOND);
    expect((await me(token)).status).toBe(200);
    app.clock.advance(SECOND);
    const answer = await me(token);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      detail: "Le token d’accès est invalide ou a expiré.",
      code: "token_not_valid",
    });
  });

  test("stops at once when its user is disabled, as does the refresh token", async () => {
    const person = await aPerson();
    const session = await signIn(person);
    expect((await me(session.token)).status).toBe(200);
    await disable(person.id);
    expect((await me(session.token)).body.code).toBe("token_not_valid");
    expect((await refresh(session.refresh)).status).toBe(401);
  });

  test("is of this product, for its API, of the kind of access tokens and signed with its key", async () => {
    const person = await aPerson();
    const { token } = await signIn(person);
    const claims = decodeJwt(token);
    const key = (purpose: string) =>
      createHash("sha256").update(`${purpose}:${app.services.config.secretKey}`).digest();
    const made = (changes: {
      typ?: string;
      alg?: string;
      purpose?: string;
      claims?: Record<string, unknown>;
    }) =>
      new SignJWT({ ...claims, ...changes.claims })
        .setProtectedHeader({ alg: changes.alg ?? "HS256", typ: changes.typ ?? "at+jwt" })
        .sign(key(changes.purpose ?? "access"));
    expect((await me(await made({}))).status).toBe(200);
    for (const changes of [
      { typ: "JWT" },
      { alg: "HS512" },
      { purpose: "csrf" },
      { claims: { iss: "other" } },
      { claims: { aud: "other" } },
      { claims: { exp: undefined } },
      { claims: { sid: undefined } },
      { claims: { sid: "n’importe quoi" } },
      { claims: { sub: "n’importe qui" } },
      { claims: { sub: String(person.id + 1) } },
    ]) {
      const answer = await me(await made(changes));
      expect([changes, answer.status, answer.body.code]).toEqual([changes, 401, "token_not_valid"]);
    }
  });

  test("is needed, and a forged or foreign one is refused", async () => {
    const { token } = await signIn(await aPerson());
    const missing = await app.anonymous().get("/auth/user/");
    expect(missing.status).toBe(401);
    expect(missing.body.code).toBe("not_authenticated");
    const [head, claims, signature] = token.split(".") as [string, string, string];
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: "1" }),
    );
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    for (const bad of [
      `${head}.${other.toString("base64url")}.${signature}`,
      `${unsigned}.${claims}.`,
      `${unsigned}.${claims}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -2)}AA`,
      "n-importe-quoi",
      "",
    ]) {
      const answer = await me(bad);
      expect([answer.status, answer.body.code]).toEqual([401, "token_not_valid"]);
    }
  });
});

describe("logging out", () => {
  test("ends the session and no other of the same person", async () => {
    const person = await aPerson();
    const [laptop, phone] = [await signIn(person), await signIn(person)];
    const answer = await app
      .anonymous()
      .post("/auth/logout/", { refresh: laptop.refresh }, { authorization: `Bearer ${laptop.token}` });
    expect(answer.status).toBe(204);
    expect((await me(laptop.token)).body.code).toBe("token_not_valid");
    expect((await refresh(laptop.refresh)).status).toBe(401);
    expect((await me(phone.token)).status).toBe(200);
    expect((await refresh(phone.refresh)).status).toBe(200);
  });

  test("needs no body", async () => {
    const client = await app.as(await aPerson());
    expect((await client.post("/auth/logout/")).status).toBe(204);
    expect((await client.get("/auth/user/")).status).toBe(401);
  });
});

describe("one's own profile", () => {
  test("changes, trimmed, and is told in the audit log", async () => {
    const person = await aPerson();
    const client = await app.as(person);
    const answer = await client.patch("/auth/user/", {
      first_name: "  Camille-Rose ",
      job_role: "Comptable",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      first_name: "Camille-Rose",
      last_name: "Rousseau",
      job_role: "Comptable",
    });
    const entries = await app.inDatabase((tx) =>
      tx.many(
        sql`select action_type, action_details, distributor_id from audit_log where actor_id = ${person.id}`,
      ),
    );
    expect(entries).toEqual([
      {
        action_type: "updated_user",
        action_details: {
          email: person.email,
          changed_fields: ["first_name", "job_role"],
          old_value: ["Camille", ""],
          new_value: ["Camille-Rose", "Comptable"],
        },
        distributor_id: lumen.id,
      },
    ]);
    expect((await client.patch("/auth/user/", { first_name: "Camille-Rose" })).status).toBe(200);
    const { count } = await app.inDatabase((tx) =>
      tx.one<{ count: number }>(
        sql`select count(*)::integer as count from audit_log where actor_id = ${person.id}`,
      ),
    );
    expect(count).toBe(1);
  });

  test.each([
    [{ first_name: " " }, { first_name: ["Ce champ ne peut pas être vide"] }],
    [{ company: "" }, { company: ["Ce champ ne peut pas être vide"] }],
    [{ first_name: "\u200b\u2060 " }, { first_name: ["Ce champ ne peut pas être vide"] }],
    [{ last_name: "x".repeat(151) }, { last_name: ["Ce champ ne peut pas dépasser la longueur maximale"] }],
    [{ first_name: 3 }, { first_name: ["Cette valeur n’a pas le bon type."] }],
    [{ system_role: "super_admin" }, { system_role: ["Ce champ n’est pas attendu."] }],
    [{ email: "autre@ailleurs.example" }, { email: ["Ce champ n’est pas attendu."] }],
  ])("refuses %j", async (body, errors) => {
    const answer = await (await app.as(await aPerson())).patch("/auth/user/", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(errors);
  });

  test.each(["Zoé\n\nVotre compte est bloqué", "Zoé\u2028http://evil.example/"])(
    "refuses %j as a name, a company or a function: each is one line",
    async (text) => {
      const client = await app.as(await aPerson());
      for (const field of ["first_name", "last_name", "company", "job_role"])
        expect((await client.patch("/auth/user/", { [field]: text })).body).toEqual({
          [field]: [FIELD_MESSAGES.format],
        });
    },
  );

  test("a super admin has one too, told in the log of no distributor, whichever is chosen (SEC-2)", async () => {
    const someone = await app.inDatabase(aSuperAdmin);
    const client = await app.as(someone, lumen.id);
    const answer = await client.patch("/auth/user/", { first_name: "Alix" });
    expect(answer.body).toMatchObject({ first_name: "Alix", system_role: "super_admin" });
    const entries = await app.inDatabase((tx) =>
      tx.many(sql`select distributor_id from audit_log where actor_id = ${someone.id}`),
    );
    expect(entries).toEqual([{ distributor_id: null }]);
  });
});

describe("limits", () => {
  test("the 31st request for a link from one address answers 429 in French, and says when to come back", async () => {
    const browser = app.anonymous();
    const ask = () => browser.post("/auth/login/", { email: "personne@ailleurs.example" }, from);
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const refused = await ask();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers["retry-after"]);
    // The window is fifteen minutes long.
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(refused.body).toEqual({
      detail: `Trop de tentatives. Réessayez dans ${seconds} secondes.`,
      code: "throttled",
    });
    const elsewhere = { "x-forwarded-for": "203.0.113.7" };
    expect(
      (await browser.post("/auth/login/", { email: "personne@ailleurs.example" }, elsewhere)).status,
    ).toBe(200);
  });

  test("guessing links from one address is limited too", async () => {
    const browser = app.anonymous();
    const guess = () => verify("x".repeat(43), browser);
    await browser.get("/auth/csrf-token/");
    for (let batch = 0; batch < 12; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 25 }, guess));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 25 }, () => 400));
    }
    expect((await guess()).status).toBe(429);
  });
});
