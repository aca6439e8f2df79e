import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail } from "../services.ts";
import { createMailer } from "./mailer.ts";

const FROM = "Bobine <ne-pas-repondre@bobine.example>";
const MAIL: Mail = {
  to: "camille@lumen-films.example",
  subject: "Votre lien de connexion — été",
  text: "Bonjour Camille,\n\nhttps://bobine.example/auth/verify?token=abc=def\n\n.\nÀ bientôt\n",
  html: "<p>Bonjour Camille,</p><p>À bientôt</p>",
};
/** Each would add a recipient or a header, or is no address. */
const NOT_ONE_ADDRESS = [
  "camille@lumen-films.example\r\nBcc: voleur@ailleurs.example",
  "camille@lumen-films.example\nBcc: voleur@ailleurs.example",
  "camille@lumen-films.example\r",
  "camille@lumen-films.example, voleur@ailleurs.example",
  "camille@lumen-films.example; voleur@ailleurs.example",
  "Voleur <voleur@ailleurs.example>",
  '"camille@lumen-films.example" voleur@ailleurs.example',
  "camille@lumen-films.example voleur@ailleurs.example",
  "liste: camille@lumen-films.example;",
  "camille",
  "",
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-mail-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("without SMTP_URL", () => {
  const outbox = () => readdirSync(join(folder, "outbox")).toSorted();
  const mailer = (onOutbox?: (mail: Mail) => void) =>
    createMailer({ smtpUrl: null, mailFrom: FROM, dataDir: folder }, onOutbox);

  test("a mail becomes a whole file of the outbox, that its owner alone may read, and is told", async () => {
    const told: Mail[] = [];
    await mailer((mail) => told.push(mail)).send(MAIL);
    const names = outbox();
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}\.eml$/)]);
    const path = join(folder, "outbox", names[0]!);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "outbox")).mode & 0o777).toBe(0o700);
    const parsed = await PostalMime.parse(readFileSync(path));
    expect(parsed.from).toMatchObject({ name: "Bobine", address: "ne-pas-repondre@bobine.example" });
    expect(parsed.to?.map((to) => to.address)).toEqual([MAIL.to]);
    expect(parsed.subject).toBe(MAIL.subject);
    expect(parsed.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(MAIL.text.trimEnd());
    expect(parsed.html?.trim()).toBe(MAIL.html);
    expect(told).toEqual([MAIL]);
  });

  test("many at once are as many files", async () => {
    const sender = mailer();
    await Promise.all(Array.from({ length: 20 }, () => sender.send(MAIL)));
    expect(outbox()).toHaveLength(20);
  });

  test.each(NOT_ONE_ADDRESS)("the address %j is refused and nothing is written", async (to) => {
    await expect(mailer().send({ ...MAIL, to })).rejects.toThrow("not one e-mail address");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["\r\n", "\n", "\r", "\r\n\r\n", "\u2028", "\0"])(
    "a subject with %j adds no header and no recipient",
    async (end) => {
      const subject = `Facture${end}Bcc: voleur@ailleurs.example${end}X-Volé: oui`;
      await mailer().send({ ...MAIL, subject });
      const parsed = await PostalMime.parse(readFileSync(join(folder, "outbox", outbox()[0]!)));
      expect(parsed.bcc ?? []).toEqual([]);
      expect(parsed.headers.map((header) => header.key).toSorted()).toEqual([
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "subject",
        "to",
      ]);
      expect(parsed.subject).toContain("Facture");
      expect(parsed.text).toContain("Bonjour Camille,");
    },
  );
});

describe("with SMTP_URL", () => {
  interface Received {
    readonly from: string;
    readonly to: string[];
    readonly content: Buffer;
    readonly user: string | undefined;
  }
  let server: SMTPServer;
  let url: string;
  const received: Received[] = [];
  const refuse = "refuse@lumen-films.example";

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === "mot de passe" ? done(null, { user: username ?? "" }) : done(new Error("refused")),
      onRcptTo: ({ address }, _session, done) =>
        done(address === refuse ? Object.assign(new Error("unknown"), { responseCode: 550 }) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map((to) => to.address),
            content: Buffer.concat(chunks),
            user: session.user as string | undefined,
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `smtp://bobine:mot%20de%20passe@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    received.length = 0;
  });
  const mailer = (smtpUrl = url) => createMailer({ smtpUrl, mailFrom: FROM, dataDir: folder });

  test("a mail is sent to the one person, with the account of the address, and leaves no file", async () => {
    await mailer().send(MAIL);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: "ne-pas-repondre@bobine.example",
      to: [MAIL.to],
      user: "bobine",
    });
    const parsed = await PostalMime.parse(received[0]!.content);
    expect(parsed.subject).toBe(MAIL.subject);
    expect(parsed.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(MAIL.text.trimEnd());
    expect(parsed.html?.trim()).toBe(MAIL.html);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(NOT_ONE_ADDRESS)("the address %j is refused before anything is sent", async (to) => {
    await expect(mailer().send({ ...MAIL, to })).rejects.toThrow("not one e-mail address");
    expect(received).toEqual([]);
  });

  test("a subject with line breaks adds no recipient", async () => {
    await mailer().send({ ...MAIL, subject: "Facture\r\nBcc: voleur@ailleurs.example\r\n\r\nVolé" });
    expect(received.map((mail) => mail.to)).toEqual([[MAIL.to]]);
    const parsed = await PostalMime.parse(received[0]!.content);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.subject).toBe("Facture Bcc: voleur@ailleurs.example Volé");
  });

  test("what the server refuses is an error for the caller", async () => {
    await expect(mailer().send({ ...MAIL, to: refuse })).rejects.toThrow("550");
    await expect(mailer(url.replace("passe", "passes")).send(MAIL)).rejects.toThrow("Invalid login");
    await expect(mailer("smtp://127.0.0.1:1").send(MAIL)).rejects.toThrow("ECONNREFUSED");
    expect(received).toEqual([]);
  });
});
