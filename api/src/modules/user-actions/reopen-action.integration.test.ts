// LET-4: « Annuler » reopens no action whose cause is gone.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCinema, aDistributor, anInvoice, aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { requestCheck } from "../mailing/mail-actions.ts";
import { recordBounce } from "../mailing/record-bounce.ts";

const NOW = new Date("2026-11-30T09:00:00Z");

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

describe("of mails", () => {
  const aMailAction = (reason_code: string, status: string, invoice: number | null = null): Promise<number> =>
    app.inDatabase(async (tx) => {
      const { id } = await tx.one<{ id: number }>(sql`
        insert into user_action (distributor_id, status, open_status, reason_code, reason, invoice_id, resolved_by)
        select ${distributor.id}, ${status}, 'PENDING', ${reason_code}, 'E-mails', ${invoice}, max(id)
        from app_user where distributor_id = ${distributor.id}
        returning id`);
      return id;
    });
  const aMail = (action: number, kind: string, state: string) =>
    set(sql`
      insert into mail (distributor_id, kind, reminder_level, state, user_action_id, created_at)
      values (${distributor.id}, ${kind}, ${kind === "reminder" ? 1 : null}, ${state}, ${action}, now())`);
  const moveMails = (action: number, state: string) =>
    set(sql`update mail set state = ${state} where user_action_id = ${action}`);

  test.each([
    ["missing_email", "invoice", "no_address", "sent"],
    ["missing_email", "reminder", "no_address", "cancelled"],
    ["unconfirmed_email", "reminder", "unconfirmed", "refused"],
  ])(
    "%s of a mail (%s) is asked again while it is %s, and no more once it is %s",
    async (reason, kind, before, after) => {
      for (const status of ["DONE", "REJECTED"]) {
        const id = await aMailAction(reason, status);
        await aMail(id, kind, before);
        expect(await revert(id)).toEqual([200, undefined, "PENDING"]);
        await set(sql`update user_action set status = ${status} where id = ${id}`);
        await moveMails(id, after);
        expect(await revert(id)).toEqual([409, "nothing_waits", status]);
      }
    },
  );

  test("an address that one of several mails still waits for is asked again", async () => {
    const id = await aMailAction("missing_email", "DONE");
    await aMail(id, "invoice", "sent");
    expect(await revert(id)).toEqual([409, "nothing_waits", "DONE"]);
    await aMail(id, "invoice", "no_address");
    expect(await revert(id)).toEqual([200, undefined, "PENDING"]);
  });

  test("whether a document arrived is asked again, whether a reminder did is not once that closed by itself (MAIL-13)", async () => {
    const id = await aMailAction("unconfirmed_email", "DONE");
    expect(await revert(id)).toEqual([200, undefined, "PENDING"]);
    await set(sql`update user_action set status = 'DONE', resolved_by = null where id = ${id}`);
    expect(await revert(id)).toEqual([409, "nothing_waits", "DONE"]);
  });

  test.each(["DONE", "REJECTED"])(
    "whether a reminder arrived, answered (%s) before it came back with no address to blame, is not asked again (MAIL-13, MAIL-14)",
    async (status) => {
      const address = "compta@salle.test";
      const action = await app.inDatabase(async (tx) => {
        const mail = await tx.one<{ id: number; message_key: string }>(sql`
          with mail as (
            insert into mail (distributor_id, kind, reminder_level, state, created_at)
            values (${distributor.id}, 'reminder', 1, 'unconfirmed', now()) returning id, message_key),
          recipient as (
            insert into mail_recipient (distributor_id, mail_id, address, state)
            select ${distributor.id}, id, ${address}, 'unconfirmed' from mail)
          select id, message_key from mail`);
        const { id: invoice_id } = await anInvoice(tx, distributor, cinema);
        await tx.run(
          sql`insert into mail_invoice (distributor_id, mail_id, invoice_id, event) values (${distributor.id}, ${mail.id}, ${invoice_id}, 'reminder_1')`,
        );
        const documents = [{ id: invoice_id, invoice_number: "F1", cinema_name: "Le Beffroi" }];
        const recipients = [{ address, state: "unconfirmed", response: "" }] as const;
        await requestCheck(
          tx,
          { ...mail, distributor_id: distributor.id, kind: "reminder", recipients },
          documents,
          NOW,
          "",
        );
        return await tx.one<{ id: number; message_key: string }>(
          sql`select user_action_id as id, message_key from mail where id = ${mail.id}`,
        );
      });
      const answer = () =>
        set(sql`
          update user_action set status = ${status}, resolved_by = (select max(id) from app_user where distributor_id = ${distributor.id})
          where id = ${action.id}`);
      await answer();
      expect(await revert(action.id)).toEqual([200, undefined, "PENDING"]);
      await answer();
      const blocked = { address, action: "failed", status: "5.7.1", diagnostic: "" } as const;
      const recorded = await app.inDatabase((tx) =>
        recordBounce(tx, { messageKey: action.message_key, recipients: [blocked] }, NOW),
      );
      expect(recorded).toBe(1);
      expect(await revert(action.id)).toEqual([409, "nothing_waits", status]);
    },
  );

  test.each([
    ["paid", sql`allocated_amount = total_amount`],
    ["credited", sql`credited_amount = total_amount`],
    ["in default", sql`in_default = true, defaulted_on = '2026-11-30'`],
  ])("an invoice that is %s is not proposed to be given up again (MAIL-2)", async (_, settled) => {
    const invoice = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    const id = await aMailAction("default_proposal", "REJECTED", invoice.id);
    expect(await revert(id)).toEqual([200, undefined, "PENDING"]);
    await set(sql`update user_action set status = 'DONE' where id = ${id}`);
    await set(sql`update invoice set ${settled} where id = ${invoice.id}`);
    expect(await revert(id)).toEqual([409, "nothing_waits", "DONE"]);
  });

  test("an invoice that is asked about anew is not asked about twice (MAIL-2)", async () => {
    const invoice = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    const id = await aMailAction("default_proposal", "DONE", invoice.id);
    const newer = await aMailAction("default_proposal", "PENDING", invoice.id);
    expect(await revert(id)).toEqual([409, "asked_anew", "DONE"]);
    await set(sql`update user_action set status = 'REJECTED' where id = ${newer}`);
    expect(await revert(newer)).toEqual([200, undefined, "PENDING"]);
  });
});
