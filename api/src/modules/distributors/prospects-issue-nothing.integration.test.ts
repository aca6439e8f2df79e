// By whichever path: nothing leaves a distributor that nobody has checked.
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
  LUMEN,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";
import { issueInvoices } from "../invoices/issue-invoices.ts";
import { mailingHandlers } from "../mailing/mailing.jobs.ts";
import { anIssuedInvoice, startTestSmtpServer, type TestSmtpServer } from "../mailing/mailing.testing.ts";

const AUTOMATION = "/onboarding/distributor/automation/";

let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor & { siren: string };
let cinema: { id: number; name: string };
let serial = 0;
let issued: { id: number };
let staff: TestClient;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

/** A distributor with all that would make it issue, remind and mail; then nobody knows it any more. */
beforeEach(async () => {
  smtp.received.length = 0;
  app.clock.set("2026-11-30");
  const person = await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = false`);
    const siren = String(300_000_000 + (serial += 1));
    distributor = { ...(await aDistributor(tx, { siren })), siren };
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    cinema = await aCinema(tx, distributor, { screens: [String(910_231 + serial)] });
    issued = await anIssuedInvoice(tx, distributor, cinema, {
      invoice_number: "F26900001",
      invoice_date: "2026-11-30",
    });
    await anInvoice(tx, distributor, cinema, { invoice_date: "2026-10-01", due_date: "2026-11-01" });
    return await aStaffUser(tx, distributor);
  });
  staff = await app.as(person);
});

const become = (status: ValidationStatus) =>
  app.inDatabase((tx) =>
    tx.run(sql`update distributor set validation_status = ${status} where id = ${distributor.id}`),
  );
const report = () =>
  staff.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport.xml",
    reportOf([declaration({ screen: String(910_231 + serial) })])
      .replaceAll(LUMEN.siren, distributor.siren)
      .replaceAll(LUMEN.name, distributor.name),
    "text/xml",
  );
const morning = async (): Promise<void> => {
  app.clock.set("2026-12-01");
  await mailingHandlers(app.services)["mail-round"]();
};
const count = (table: "invoice" | "mail") =>
  app.inDatabase(
    async (tx) =>
      (
        await tx.one<{ count: number }>(
          table === "mail"
            ? sql`select count(*)::integer as count from mail where distributor_id = ${distributor.id}`
            : sql`select count(*)::integer as count from invoice where distributor_id = ${distributor.id} and origin = 'issued'`,
        )
      ).count,
  );

test("a report is imported and issues nothing; once validated, it is issued", async () => {
  await become("prospect");
  const answer = await report();
  expect(answer.body.preliminary_stats).toMatchObject({
    imported: 1,
    invoices_expected: 0,
    invoices_held: 0,
  });
  const before = await count("invoice");
  await app.drainJobs();
  expect((await issueInvoices(app.services, distributor.id)).invoices).toEqual([]);
  expect(await count("invoice")).toBe(before);
  await become("validated");
  expect((await issueInvoices(app.services, distributor.id)).invoices).toHaveLength(1);
});

describe.each([
  ["prospect", "distributor_not_validated", "en cours de validation"],
  ["refused", "distributor_refused", "refusée"],
] as const)("a distributor that is %s", (status, code, words) => {
  test("gives no credit note and sends nothing by hand, and says why", async () => {
    await become(status);
    const answers = [
      await staff.post(`/invoices/invoices/${issued.id}/credit-notes/`, {
        reason: "Geste commercial",
        remaining_net_amount: "100.00",
      }),
      await staff.post(`/invoices/invoices/${issued.id}/send/`, {}),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([409, code]);
      expect(answer.body.detail).toContain(words);
    }
    expect([await count("invoice"), await count("mail")]).toEqual([1, 0]);
  });

  test("mails and reminds nobody in the morning; validated, it does", async () => {
    await become(status);
    await morning();
    expect([await count("mail"), smtp.received]).toEqual([0, []]);
    await become("validated");
    await morning();
    expect(smtp.received).toHaveLength(2);
  });

  test("sends nothing that was asked for before", async () => {
    expect((await staff.post(`/invoices/invoices/${issued.id}/send/`, {})).status).toBe(201);
    await become(status);
    await app.drainJobs();
    expect(smtp.received).toEqual([]);
    await become("validated");
    await morning();
    expect(smtp.received.length).toBeGreaterThan(0);
  });

  test("does not switch automation on, whoever asks; it may switch it off", async () => {
    await become(status);
    expect((await staff.patch(AUTOMATION, { automation_on: false })).body.automation_on).toBe(false);
    const admin = await app.as(await app.inDatabase(aSuperAdmin), distributor.id);
    for (const client of [staff, admin]) {
      const answer = await client.patch(AUTOMATION, { automation_on: true });
      expect([answer.status, answer.body.code]).toEqual([409, code]);
    }
    expect((await staff.get("/onboarding/distributor/profile/")).body.automation_on).toBe(false);
  });

  test("writes no document and no mail about one, whatever the code says", async () => {
    await become(status);
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => "written",
        (error: { constraint?: string }) => error.constraint,
      );
    expect(
      await refusal(app.inDatabase((tx) => anIssuedInvoice(tx, distributor, cinema), distributor.id)),
    ).toBe("validated_only");
    expect(
      await refusal(
        app.inDatabase((tx) =>
          tx.run(sql`
            insert into mail (distributor_id, kind, state, created_at) values (${distributor.id}, 'invoice', 'no_address', now())`),
        ),
      ),
    ).toBe("validated_only");
  });
});
