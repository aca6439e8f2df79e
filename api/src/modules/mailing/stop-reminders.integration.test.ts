// A person stops the reminders of an invoice (MAIL-7), whatever the jobs are about at that moment.
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { anIssuedInvoice, startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
let cinema: { id: number; name: string };
let person: { id: number };

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.recipients.clear();
  smtp.message = 250;
  smtp.onStep = () => undefined;
  app.clock.set("2027-01-05");
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = false`);
    distributor = await aDistributor(tx);
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    cinema = await aCinema(tx, distributor);
    await tx.run(
      sql`update cinema set default_invoice_emails = array['compta@cinema.example'] where id = ${cinema.id}`,
    );
    person = await aStaffUser(tx, distributor);
  });
});

const FIRST = "2027-01-06";
const SECOND = "2027-01-20";
async function roundAt(instant: string): Promise<void> {
  app.clock.set(instant);
  await mailingHandlers(app.services)["mail-round"]();
}
/** Issued long ago: its own mail is no news any more. */
const anOverdueInvoice = (changes: Parameters<typeof anIssuedInvoice>[3] = {}) =>
  app.inDatabase((tx) =>
    anIssuedInvoice(tx, distributor, cinema, { invoice_date: "2026-11-01", ...changes }),
  );
const stop = async (invoice: { id: number }, body: object = { reason: "dispute" }) =>
  (await app.as(person)).put(`/invoices/invoices/${invoice.id}/reminder-stop/`, body);
const resume = async (invoice: { id: number }) =>
  (await app.as(person)).delete(`/invoices/invoices/${invoice.id}/reminder-stop/`);
const told = async (invoice: { id: number }) =>
  (await (await app.as(person)).get(`/invoices/invoices/${invoice.id}/mails/`)).body;
const subjects = async () =>
  await Promise.all(
    smtp.received.map(async ({ content }) => (await PostalMime.parse(content)).subject ?? ""),
  );

test("a dispute stops every level until somebody resumes it; both are told and audited once", async () => {
  const invoice = await anOverdueInvoice();
  const answer = await stop(invoice, { reason: "dispute", comment: " Séance annulée " });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      reason: "dispute",
      promised_on: null,
      comment: "Séance annulée",
      is_in_effect: true,
      is_leaving: false,
    },
  });
  await stop(invoice, { reason: "dispute", comment: "Séance annulée" });
  await roundAt(FIRST);
  await roundAt(SECOND);
  expect(smtp.received).toEqual([]);
  expect((await told(invoice)).reminder_stop).toMatchObject({ comment: "Séance annulée" });
  expect((await resume(invoice)).status).toBe(204);
  expect((await resume(invoice)).status).toBe(204);
  expect((await told(invoice)).reminder_stop).toBeNull();
  await roundAt("2027-01-21");
  expect(await subjects()).toEqual([expect.stringContaining(invoice.invoice_number)]);
  const { events } = (await (await app.as(person)).get(`/invoices/invoices/${invoice.id}/detail/`)).body;
  expect(events).toMatchObject([
    { kind: "reminders_resumed", is_automatic: false },
    { kind: "reminders_stopped", subject: "Litige", comment: "Séance annulée" },
  ]);
});

test("a promised payment is waited for until its day is over, then the invoice is reminded by itself", async () => {
  const invoice = await anOverdueInvoice();
  expect((await stop(invoice, { reason: "promise", promised_on: "2027-01-12" })).status).toBe(200);
  for (const day of [FIRST, "2027-01-11", "2027-01-12"]) await roundAt(day);
  expect(smtp.received).toEqual([]);
  await roundAt("2027-01-13");
  expect(smtp.received).toHaveLength(1);
  expect((await told(invoice)).reminder_stop).toMatchObject({ reason: "promise", is_in_effect: false });
});

describe("a reminder that one of its addresses took before the stop (MAIL-2, MAIL-8)", () => {
  const statesOf = async (invoice: { id: number }) =>
    (await told(invoice)).results.map(
      ({ state, reminder_level }: { state: string; reminder_level: number }) => [reminder_level, state],
    );
  const PROMISE = { reason: "promise", promised_on: "2027-01-08" };
  beforeEach(async () => {
    await app.inDatabase((tx) =>
      tx.run(sql`
        update cinema set default_invoice_emails = array['compta@cinema.example', 'direction@cinema.example'] where id = ${cinema.id}`),
    );
    smtp.recipients.set("direction@cinema.example", "452 4.2.2 mailbox full");
  });

  test("counts as sent, and leaves to nobody else once nothing of it is left", async () => {
    const invoice = await anOverdueInvoice();
    await roundAt(`${FIRST}T08:00:00Z`);
    expect(smtp.received.map(({ to }) => to)).toEqual([["compta@cinema.example"]]);
    await stop(invoice, PROMISE);
    smtp.recipients.clear();
    await roundAt(`${FIRST}T09:00:00Z`);
    expect(await statesOf(invoice)).toEqual([[1, "sent"]]);
    // The promise is over: its level left already.
    await roundAt("2027-01-11");
    expect(smtp.received).toHaveLength(1);
    await roundAt(SECOND);
    expect((await subjects()).at(-1)).toMatch(/^Deuxième/);
  });

  test("counts as sent for the invoice that is stopped while it leaves to the others with the rest", async () => {
    const [stopped, owed] = [await anOverdueInvoice(), await anOverdueInvoice()];
    await roundAt(`${FIRST}T08:00:00Z`);
    await stop(stopped, PROMISE);
    smtp.recipients.clear();
    await roundAt(`${FIRST}T09:00:00Z`);
    const [, later] = smtp.received;
    expect(later?.to).toEqual(["direction@cinema.example"]);
    const { subject = "", text = "" } = await PostalMime.parse(later?.content ?? "");
    expect(subject + text).toContain(owed.invoice_number);
    expect(subject + text).not.toContain(stopped.invoice_number);
    await roundAt("2027-01-11");
    expect(smtp.received).toHaveLength(2);
    for (const invoice of [stopped, owed]) expect(await statesOf(invoice)).toEqual([[1, "sent"]]);
  });
});

test("an invoice that is stopped after the morning's plan is taken out of a mail that has not left", async () => {
  const [disputed, owed] = [await anOverdueInvoice(), await anOverdueInvoice()];
  smtp.message = 451;
  await roundAt(`${FIRST}T07:00:00Z`);
  expect((await stop(disputed)).body).toMatchObject({ is_leaving: false });
  smtp.message = 250;
  await roundAt(`${FIRST}T09:00:00Z`);
  const [subject, ...more] = await subjects();
  expect([subject, more]).toEqual([expect.stringContaining(owed.invoice_number), []]);
  expect((await told(disputed)).results).toEqual([]);
});

test.each(["connected", "from", "recipient"] as const)(
  "an invoice that is stopped while a worker is at « %s » of its mail is never mailed",
  async (step) => {
    const invoice = await anOverdueInvoice();
    let stopped: Promise<unknown> | undefined;
    smtp.onStep = async (now) => {
      if (now === step) await (stopped ??= stop(invoice));
    };
    await roundAt(FIRST);
    await stopped;
    smtp.onStep = () => undefined;
    await roundAt(`${FIRST}T15:00:00Z`);
    expect(await stopped).toMatchObject({ status: 200, body: { is_leaving: false } });
    expect(smtp.received).toEqual([]);
    expect((await told(invoice)).results).toMatchObject([{ state: "cancelled" }]);
  },
);

test("one that is stopped while its message is on the wire either never leaves, or says that it leaves", async () => {
  const invoice = await anOverdueInvoice();
  let stopped: ReturnType<typeof stop> | undefined;
  smtp.onStep = async (now) => {
    if (now === "data") await (stopped ??= stop(invoice));
    // A mail that has left before anybody stops it says nothing of the wire.
    if (now === "taken") await stopped;
  };
  await roundAt(FIRST);
  await roundAt(`${FIRST}T15:00:00Z`);
  const answer = await stopped;
  expect(smtp.received).toHaveLength(answer?.body.is_leaving === true ? 1 : 0);
});

test("one whose mail was being handed over says that it leaves; the next level is stopped", async () => {
  const invoice = await anOverdueInvoice();
  let answer: Promise<{ body: unknown }> | undefined;
  smtp.onStep = async (step) => {
    if (step === "taken") await (answer ??= stop(invoice));
  };
  await roundAt(FIRST);
  expect((await answer)?.body).toMatchObject({ is_leaving: true });
  smtp.onStep = () => undefined;
  await roundAt(SECOND);
  expect(smtp.received).toHaveLength(1);
});

test("a statement asks for nothing that is stopped", async () => {
  const [owed, disputed] = [await anOverdueInvoice(), await anOverdueInvoice()];
  await roundAt(FIRST);
  await stop(disputed);
  smtp.received.length = 0;
  await roundAt(SECOND);
  const { html = "", attachments } = await PostalMime.parse(smtp.received[0]!.content);
  const csv = new TextDecoder().decode(attachments[0]!.content as ArrayBuffer);
  for (const text of [html, csv]) {
    expect(text).toContain(owed.invoice_number);
    expect(text).not.toContain(disputed.invoice_number);
  }
});

describe("an invoice that another one's reminder only lists (MAIL-2)", () => {
  const THIRD = "2027-02-15";
  /** What is late with the formal notice of another invoice, or with its second reminder. */
  const ripe = async (day: string) => {
    const owed = await anOverdueInvoice();
    for (const at of [FIRST, SECOND]) if (at < day) await roundAt(at);
    const listed = await anOverdueInvoice({ due_date: day === SECOND ? "2027-01-18" : "2027-02-13" });
    smtp.received.length = 0;
    return { owed, listed };
  };
  const toldIn = async (at: number) => {
    const { text = "", attachments } = await PostalMime.parse(smtp.received[at]!.content);
    return text + new TextDecoder().decode(attachments[0]!.content as ArrayBuffer);
  };

  test.each([
    [SECOND, "recipient"],
    [THIRD, "recipient"],
    [SECOND, "connected"],
  ] as const)("is not in the mail of %s when it is stopped at « %s » of it", async (day, step) => {
    const { owed, listed } = await ripe(day);
    let answer: ReturnType<typeof stop> | undefined;
    smtp.onStep = async (now) => {
      if (now === step) await (answer ??= stop(listed));
    };
    await roundAt(day);
    expect((await answer)?.body).toMatchObject({ is_leaving: false });
    expect(smtp.received).toHaveLength(1);
    expect(await toldIn(0)).toContain(owed.invoice_number);
    expect(await toldIn(0)).not.toContain(listed.invoice_number);
  });

  test.each([SECOND, THIRD])(
    "leaves with the mail of %s that is being handed over, and the answer says so",
    async (day) => {
      const { listed } = await ripe(day);
      let answer: ReturnType<typeof stop> | undefined;
      smtp.onStep = async (step) => {
        if (step === "taken") await (answer ??= stop(listed));
      };
      await roundAt(day);
      expect((await answer)?.body).toMatchObject({ is_leaving: true });
      expect(await toldIn(0)).toContain(listed.invoice_number);
    },
  );

  test("is not leaving with a formal notice to another company", async () => {
    await ripe(THIRD);
    const others = await anOverdueInvoice({ due_date: "2027-02-13", siren: "399999999" });
    let answer: ReturnType<typeof stop> | undefined;
    smtp.onStep = async (step) => {
      if (step === "taken") await (answer ??= stop(others));
    };
    await roundAt(THIRD);
    expect((await answer)?.body).toMatchObject({ is_leaving: false });
    expect(await toldIn(0)).not.toContain(others.invoice_number);
  });
});

test("refuses what nothing is due on, a day that is past or far, and a promise without its day", async () => {
  const note = await anOverdueInvoice({ type: "credit_note" });
  expect(await stop(note)).toMatchObject({ status: 409, body: { code: "nothing_due" } });
  const invoice = await anOverdueInvoice();
  for (const promised_on of ["2027-01-04", "2028-02-01", null])
    expect(await stop(invoice, { reason: "promise", promised_on })).toMatchObject({
      status: 400,
      body: { promised_on: [expect.stringMatching(/^(Choisissez|Indiquez)/)] },
    });
  expect((await told(invoice)).reminder_stop).toBeNull();
});
