// What people say of actions, operations, invoices and clients, and whom they mention (COM-1 to COM-5).
import { COMMENTS_AN_HOUR, COMMENTS_OF_SUBJECT } from "@bobine/contract/comments";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

type Person = { id: number; email: string };
let app: TestApp;
let lumen: BuiltDistributor;
let camille: Person;
let hugo: Person;
let asCamille: TestClient;
let asHugo: TestClient;
let line: number;
let action: number;
let invoice: { id: number; invoice_number: string };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    camille = await aStaffUser(tx, lumen, { role: "accountant" });
    hugo = await aStaffUser(tx, lumen, { first_name: "Hugo", role: "accountant" });
    const cinema = await aCinema(tx, lumen);
    invoice = await anInvoice(tx, lumen, cinema, { client_account: "411BEFFROI" });
    ({ id: line } = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${lumen.id}, '2026-11-27', 'VIR REX', 20, 'empreinte') returning id`));
    ({ id: action } = await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, transaction_id, status, open_status, reason_code, reason, description)
      values (${lumen.id}, ${line}, 'PENDING', 'PENDING', 'other', 'À vérifier', 'VIR REX') returning id`));
  });
  asCamille = await app.as(camille);
  asHugo = await app.as(hugo);
});

const about = (kind: string, subject: string | number) => `/comments/?subject=${kind}:${subject}`;
const say = (text: string, kind = "user_action", subject: string | number = action, by = asCamille) =>
  by.post("/comments/", { subject: `${kind}:${subject}`, text });
const textsOf = async (kind: string, subject: string | number) =>
  (await asHugo.get(about(kind, subject))).body.results.map(({ text }: { text: string }) => text);
const entries = async () =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ action_details: Record<string, unknown> }>(
        sql`select action_details from audit_log where distributor_id = ${lumen.id} order by id`,
      ),
    )
  ).map(({ action_details }) => action_details);

describe("COM-1: a comment", () => {
  test("is read by everybody of the distributor, newest first, as it was typed", async () => {
    const said = await say("  <b>Vu</b> avec Jeanne :\n2 semaines & plus  ");
    expect([said.status, said.body]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        text: "<b>Vu</b> avec Jeanne :\n2 semaines & plus",
        author: { first_name: "Camille", last_name: "Rousseau", email: camille.email },
        is_own: true,
        created_at: expect.any(String) as string,
        edited_at: null,
        mentions: [],
        is_unread_mention: false,
      },
    ]);
    await say("D’accord", "user_action", action, asHugo);
    const viewer = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen, { role: "viewer" })));
    const { count, results } = (await viewer.get(about("user_action", action))).body;
    expect([
      count,
      results.map(({ text, is_own }: { text: string; is_own: boolean }) => [text, is_own]),
    ]).toEqual([
      2,
      [
        ["D’accord", false],
        ["<b>Vu</b> avec Jeanne :\n2 semaines & plus", false],
      ],
    ]);
    expect((await say("Et moi", "user_action", action, viewer)).status).toBe(403);
  });

  test("of an action about an operation is the operation's, of an invoice or a client theirs", async () => {
    await say("De l’action");
    await say("De l’opération", "transaction", line);
    await say("De la facture", "invoice", invoice.id);
    await say("Du client", "client", "411BEFFROI");
    expect(await textsOf("transaction", line)).toEqual(["De l’opération", "De l’action"]);
    expect(await textsOf("user_action", action)).toEqual(["De l’opération", "De l’action"]);
    expect(await textsOf("invoice", invoice.id)).toEqual(["De la facture"]);
    expect(await textsOf("client", "411BEFFROI")).toEqual(["Du client"]);
    const alone = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`
        insert into user_action (distributor_id, status, open_status, reason_code, reason, description)
        values (${lumen.id}, 'PENDING', 'PENDING', 'missing_email', 'Adresse e-mail manquante', 'Le Rex') returning id`),
    );
    await say("Sans opération", "user_action", alone.id);
    expect(await textsOf("user_action", alone.id)).toEqual(["Sans opération"]);
  });

  test("of a client is written where there is no document yet: of a linked cinema, or of an advance (CLI-1)", async () => {
    const cinema = await app.inDatabase(async (tx) => {
      await aCinema(tx, lumen, { default_accounting_code: "411SUIVANT" });
      return await aCinema(tx, lumen, { default_accounting_code: "411ALORS" });
    });
    const parts = [{ kind: "advance", cinema_id: cinema.id, amount: "20.00" }];
    expect((await asCamille.post(`/banking/transactions/${line}/parts/`, { parts })).status).toBe(200);
    await app.inDatabase((tx) =>
      tx.run(sql`update cinema set default_accounting_code = '411ENSUITE' where id = ${cinema.id}`),
    );
    for (const account of ["411SUIVANT", "411ALORS", "411ENSUITE"]) {
      expect((await asCamille.get(`/clients/account/?account=${account}&on=2026-12-31`)).status).toBe(200);
      expect(await textsOf("client", account)).toEqual([]);
      expect((await say("Rappeler lundi", "client", account)).status).toBe(201);
      expect(await textsOf("client", account)).toEqual(["Rappeler lundi"]);
    }
    expect((await entries()).at(-1)).toMatchObject({ client_accounts: ["411ENSUITE"] });
    const foreign = await app.as(
      await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { role: "accountant" })),
    );
    expect((await say("x", "client", "411SUIVANT", foreign)).status).toBe(404);
  });

  test("is nobody else's to read or write, and of nothing that there is not", async () => {
    const other = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const asOther = await app.as(other);
    const { body } = await say("Entre nous");
    for (const [kind, subject] of [
      ["user_action", action],
      ["transaction", line],
      ["invoice", invoice.id],
      ["client", "411BEFFROI"],
    ] as const) {
      expect((await asOther.get(about(kind, subject))).status).toBe(404);
      expect((await say("x", kind, subject, asOther)).status).toBe(404);
    }
    expect((await asOther.patch(`/comments/${body.id}/`, { text: "x" })).status).toBe(404);
    expect((await asOther.delete(`/comments/${body.id}/`)).status).toBe(404);
    for (const subject of ["0", "x", "411INCONNU", "99999999999999999"])
      expect((await say("x", "invoice", subject)).status).toBe(400);
    expect((await say("x", "invoice", "999999999")).status).toBe(404);
    expect((await say("x", "client", "411INCONNU")).status).toBe(404);
    expect((await say("   ")).body).toEqual({ text: ["Ce champ ne peut pas être vide"] });
    expect((await say("x".repeat(2001))).status).toBe(400);
    expect((await say("x", "cinema", 1)).status).toBe(400);
  });

  test("sent twice with one key is one", async () => {
    const send = () =>
      asCamille.post(
        "/comments/",
        { subject: `invoice:${invoice.id}`, text: "Une fois" },
        { "idempotency-key": "un" },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(await textsOf("invoice", invoice.id)).toEqual(["Une fois"]);
  });

  test("has limits: of a person in an hour, and of a subject", async () => {
    const fill = (author: number, count: number, at: Date) =>
      app.inDatabase((tx) =>
        tx.run(sql`
          insert into comment (distributor_id, subject_kind, client_account, author_id, text, created_at)
          select ${lumen.id}, 'client', '411BEFFROI', ${author}, 'x', ${at} from generate_series(1, ${count})`),
      );
    await fill(camille.id, COMMENTS_AN_HOUR, app.clock.now());
    app.clock.advance(50 * 60_000);
    asCamille = await app.as(camille);
    const tooMany = await say("De trop");
    expect([tooMany.status, tooMany.headers["retry-after"]]).toEqual([429, "600"]);
    app.clock.advance(600_001);
    asCamille = await app.as(camille);
    expect((await say("Plus tard")).status).toBe(201);
    await fill(hugo.id, COMMENTS_OF_SUBJECT - COMMENTS_AN_HOUR, new Date(0));
    expect((await say("Plein", "client", "411BEFFROI")).body.code).toBe("too_many_comments");
    expect((await asCamille.get(`${about("client", "411BEFFROI")}&page=20`)).body.results).toHaveLength(50);
  });

  test("of a super admin says that Bobine writes", async () => {
    const bobine = await app.as(await app.inDatabase(aSuperAdmin), lumen.id);
    const { body } = await say("Corrigé, @Hugo Rousseau", "invoice", invoice.id, bobine);
    expect([body.author, body.is_own, body.mentions]).toEqual([null, true, ["@Hugo Rousseau"]]);
    expect((await asHugo.get("/comments/mentions/")).body.results[0].author).toBeNull();
  });
});

describe("COM-2: words are changed by who wrote them, and deleted by them or an administrator", () => {
  test("changed, they are said to be; the same again change nothing", async () => {
    const { id } = (await say("Vu")).body;
    const edited = await asCamille.patch(`/comments/${id}/`, { text: "Vu, et revu" });
    expect([edited.status, edited.body.text, typeof edited.body.edited_at]).toEqual([
      200,
      "Vu, et revu",
      "string",
    ]);
    await asCamille.patch(`/comments/${id}/`, { text: "Vu, et revu" });
    const refused = await asHugo.patch(`/comments/${id}/`, { text: "Autre chose" });
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "Seul l’auteur d’un commentaire peut le modifier.",
    ]);
    expect((await entries()).map(({ event }) => event)).toEqual([
      "Commentaire ajouté",
      "Commentaire modifié",
      "refused_call",
    ]);
  });

  test("that were changed elsewhere meanwhile are not replaced unseen; the same again change nothing", async () => {
    const { id } = (await say("Vu")).body;
    const change = (text: string, seen: string) => asCamille.patch(`/comments/${id}/`, { text, seen });
    expect((await change("Vu, payé lundi", "Vu")).status).toBe(200);
    const refused = await change("Vu, et revu", "Vu");
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: "comment_changed",
        detail: "Ce commentaire a été modifié entre-temps, dans un autre onglet ou sur un autre appareil.",
      },
    ]);
    expect(await textsOf("user_action", action)).toEqual(["Vu, payé lundi"]);
    // Its answer was lost.
    expect((await change("Vu, payé lundi", "Vu")).status).toBe(200);
    expect((await change("Vu, et revu", "Vu, payé lundi")).body.text).toBe("Vu, et revu");
  });

  test("deleted, they are gone from the database, twice too; the log never had them", async () => {
    const { id } = (await say("Secret du client")).body;
    expect((await asHugo.delete(`/comments/${id}/`)).status).toBe(403);
    expect((await asCamille.delete(`/comments/${id}/`)).status).toBe(204);
    expect((await asCamille.delete(`/comments/${id}/`)).status).toBe(204);
    expect((await asCamille.patch(`/comments/${id}/`, { text: "Encore" })).status).toBe(404);
    expect(await textsOf("user_action", action)).toEqual([]);
    const rows = await app.inDatabase((tx) =>
      tx.many<{ text: string }>(sql`select text from comment where id = ${id}`),
    );
    expect(rows).toEqual([{ text: "" }]);
    const told = await entries();
    expect(JSON.stringify(told)).not.toContain("Secret");
    expect(told.filter(({ event }) => event !== "refused_call")).toEqual([
      { event: "Commentaire ajouté", ...LINE() },
      { event: "Commentaire supprimé", ...LINE() },
    ]);
  });

  test("an administrator and a super admin delete anybody's", async () => {
    const boss = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
    const bobine = await app.as(await app.inDatabase(aSuperAdmin), lumen.id);
    for (const by of [boss, bobine]) {
      const { id } = (await say("Vu")).body;
      expect((await by.delete(`/comments/${id}/`)).status).toBe(204);
    }
  });
});

const LINE = () => ({
  transaction_id: line,
  transaction_label: "VIR REX",
  transaction_date: "2026-11-27",
  transaction_amount: "20.00",
});

test("COM-3: rows of actions and invoices say how many there are, without those that were deleted", async () => {
  const countOf = async (path: string) => (await asHugo.get(path)).body.results[0].comment_count as number;
  await say("Une");
  const { id } = (await say("Deux", "transaction", line)).body;
  await say("Trois", "invoice", invoice.id);
  expect([await countOf("/user-actions/?page=1"), await countOf("/invoices/invoices/?page=1")]).toEqual([
    2, 1,
  ]);
  await asCamille.delete(`/comments/${id}/`);
  expect(await countOf("/user-actions/?page=1")).toBe(1);
  expect((await asHugo.get(`/user-actions/${action}/`)).body.comment_count).toBe(1);
});

describe("COM-4: a mention", () => {
  const mentionsOf = async (by: TestClient) => (await by.get("/comments/mentions/")).body;

  test("is in the list of who is mentioned, with where it was made, until it is read", async () => {
    const { id } = (await say("@Hugo Rousseau peux-tu voir ?")).body;
    await say("@hugo rousseau et ici ?", "invoice", invoice.id);
    const { unread_count, results } = await mentionsOf(asHugo);
    expect(unread_count).toBe(2);
    expect(results.map(({ subject }: { subject: object }) => subject)).toEqual([
      { kind: "invoice", id: String(invoice.id), label: `Facture ${invoice.invoice_number}`, date: null },
      { kind: "user_action", id: String(action), label: "À vérifier – VIR REX", date: null },
    ]);
    const shown = (await asHugo.get(about("user_action", action))).body.results[0];
    expect([shown.mentions, shown.is_unread_mention]).toEqual([["@Hugo Rousseau"], true]);
    expect((await asHugo.post("/comments/mentions/read/", { comments: [id] })).body).toEqual({
      unread_count: 1,
    });
    // Nobody reads for another.
    expect((await asCamille.post("/comments/mentions/read/", { comments: null })).body.unread_count).toBe(0);
    expect((await mentionsOf(asHugo)).unread_count).toBe(1);
    await asHugo.post("/comments/mentions/read/", { comments: null });
    expect((await mentionsOf(asHugo)).unread_count).toBe(0);
  });

  test("of a client says which, of an operation without action that one", async () => {
    await say("@Hugo Rousseau", "client", "411BEFFROI");
    await app.inDatabase((tx) => tx.run(sql`delete from user_action where id = ${action}`));
    await say("@Hugo Rousseau", "transaction", line);
    expect((await mentionsOf(asHugo)).results.map(({ subject }: { subject: object }) => subject)).toEqual([
      { kind: "transaction", id: String(line), label: "Opération VIR REX", date: "2026-11-27" },
      {
        kind: "client",
        id: "411BEFFROI",
        label: expect.stringMatching(/^Client 411BEFFROI – SARL Ciné/) as string,
        date: null,
      },
    ]);
  });

  test("is of nobody who is disabled, of another company, of Bobine, or oneself", async () => {
    await app.inDatabase(async (tx) => {
      const gone = await aStaffUser(tx, lumen, { first_name: "Gaston" });
      await tx.run(sql`update app_user set disabled_at = now() where id = ${gone.id}`);
      await aStaffUser(tx, await aDistributor(tx), { first_name: "Nadia" });
      await aSuperAdmin(tx);
    });
    const said = await say("@Gaston Rousseau @Nadia Rousseau @Alex Admin @Camille Rousseau");
    expect(said.body.mentions).toEqual([]);
  });

  test("COM-5: goes with the words that made it", async () => {
    const { id } = (await say("@Hugo Rousseau")).body;
    await asCamille.patch(`/comments/${id}/`, { text: "Non, rien" });
    expect((await mentionsOf(asHugo)).count).toBe(0);
    await asCamille.patch(`/comments/${id}/`, { text: "Si, @Hugo Rousseau" });
    expect((await mentionsOf(asHugo)).count).toBe(1);
    await asCamille.delete(`/comments/${id}/`);
    expect((await mentionsOf(asHugo)).count).toBe(0);
  });
});
