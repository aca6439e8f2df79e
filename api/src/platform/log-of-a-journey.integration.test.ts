import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { errors } from "../errors.ts";
import { aCinema, aDistributor, aStaffUser, LUMEN } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import { createLogger } from "./logger.ts";

const EMAIL = "helene.durand@lumen.example";
const IBAN = "FR7630006000011234567890189";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ log: createLogger("trace", { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.close());

test("the log and the metrics of a journey hold requests, builds and faults, and nothing of a person", async () => {
  const user = await app.inDatabase(async (tx) => {
    const lumen = await aDistributor(tx, LUMEN);
    await aCinema(tx, lumen, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, lumen, {
      email: EMAIL,
      first_name: "Hélène-Rochebrune",
    });
  });

  // Signs in by mail, with a wrong link first.
  const browser = app.anonymous();
  expect((await browser.post("/auth/login/", { email: EMAIL })).status).toBe(200);
  await app.drainJobs();
  const token = /token=([\w.~-]+)/.exec(app.mails.at(-1)?.text ?? "")?.[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  await app.app.inject({ url: `/auth/verify?token=${token}` });
  await browser.post("/auth/login/verify/", { token: `${token}x` });
  const session = await browser.post("/auth/login/verify/", { token });
  const { access, refresh } = session.body as { access?: string; refresh?: string };

  // Works: profile, import, bank account; and makes the database, the store and a job fail on the way.
  const client = await app.as(user);
  const build = { "x-front-build": "mfe-finance@0123456789ab" };
  const profile = await client.get("/auth/user/", build);
  const requestId = String(profile.headers["x-request-id"]);
  await client.patch("/auth/user/", { phone_number: "0612345678" });
  const report = reportOf([declaration()]);
  await client.upload("/box-office/upload-cnc-xml/", "xml_file", "s47.xml", report, "text/xml");
  await app.drainJobs();
  await app.whileBroken(async () => {
    const broken = Object.assign(
      new Error(`duplicate key for ${EMAIL}`, { cause: new Error(`row of ${IBAN}`) }),
      {
        code: "23505",
        detail: `Key (email)=(${EMAIL}) already exists.`,
      },
    );
    const open = vi.spyOn(app.services.files, "open");
    open.mockRejectedValue(broken);
    const { id } = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select id from invoice_file limit 1`),
    );
    expect((await client.get(`/invoices/files/${id}/`)).status).toBe(500);
    open.mockRejectedValue(errors.files.unavailable(new Error(`no ${IBAN}`)));
    expect((await client.get(`/invoices/files/${id}/`)).status).toBe(503);
    open.mockRestore();
  });
  await client.post("/auth/logout/", { refresh });

  const log = lines.join("");
  const metrics = (await app.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" })).payload;
  // It tells what it should…
  const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answered.find((line) => line["reqId"] === requestId)).toMatchObject({
    msg: "answered",
    path: "/api/v1/auth/user/",
    status: 200,
    uiBuild: "mfe-finance@0123456789ab",
  });
  expect(log).toContain("duplicate key for (adresse)");
  expect(log).toContain("23505");
  expect(metrics).toMatch(/bobine_job_run_seconds_count\{job="draw-documents",outcome="done"\} [1-9]/);
  // … and nothing else.
  const secrets = {
    EMAIL,
    IBAN,
    token,
    access,
    refresh,
    phone: "0612345678",
    secret: app.services.config.secretKey,
  };
  for (const [name, secret] of Object.entries({
    ...secrets,
    first_name: "Rochebrune",
  })) {
    if (secret === undefined || secret === "") continue;
    expect([name, log.includes(secret), metrics.includes(secret)]).toEqual([name, false, false]);
  }
  expect(/[\w.]+@[\w-]+\.(example|fr)\b|eyJ[\w-]+\./.exec(`${log}${metrics}`)?.[0]).toBeUndefined();
});
