// Both ways by which mails leave, against servers that speak TLS. Their certificate is smtp-server's own, which nobody signed.
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMailPost } from "./mail-post.ts";
import { createMailer } from "./mailer.ts";

const MESSAGE = {
  envelope: { from: "ne-pas-repondre@bobine.example", to: ["compta@lumen-films.example"] },
  content: Buffer.from("Subject: Facture\r\n\r\nBonjour\r\n"),
  key: "k",
};
const MAIL = {
  to: "compta@lumen-films.example",
  subject: "Facture",
  text: "Bonjour",
  html: "<p>Bonjour</p>",
};
let folder: string;
let server: SMTPServer;
/** Of each mail taken: was it in TLS, and whose account. */
let taken: { readonly isSecure: boolean; readonly user: unknown }[];
let logins: number;

const listen = async (options: SMTPServerOptions): Promise<number> => {
  server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username }, _session, done) => {
      logins += 1;
      done(null, { user: username ?? "" });
    },
    onData: (stream, session, done) => {
      stream.on("end", () => {
        taken.push({ isSecure: session.secure, user: session.user });
        done();
      });
      stream.resume();
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.server.address() as AddressInfo).port;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-tls-"));
  [taken, logins] = [[], 0];
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true });
});

/** Sends by one of the two ways. @returns whether the server took it */
const WAYS: readonly [string, (smtpUrl: string) => Promise<boolean>][] = [
  [
    "a link",
    (smtpUrl) =>
      createMailer({ smtpUrl, mailFrom: "Bobine <ne-pas-repondre@bobine.example>", dataDir: folder })
        .send(MAIL)
        .then(
          () => true,
          () => false,
        ),
  ],
  [
    "an invoice",
    async (smtpUrl) => {
      const post = openMailPost({ smtpUrl, dataDir: folder });
      const { kind } = await post.handOver(MESSAGE, () => Promise.resolve());
      post.close();
      return kind === "taken";
    },
  ],
];

describe.each(WAYS)("%s", (_name, send) => {
  test("goes in TLS from the first byte, with the account", async () => {
    const port = await listen({ secure: true });
    expect(await send(`smtps://bobine:secret@127.0.0.1:${port}?tls.rejectUnauthorized=false`)).toBe(true);
    expect(taken).toEqual([{ isSecure: true, user: "bobine" }]);
  });

  test("goes in TLS when the server offers it", async () => {
    const port = await listen({});
    expect(await send(`smtp://bobine:secret@127.0.0.1:${port}?tls.rejectUnauthorized=false`)).toBe(true);
    expect(taken).toEqual([{ isSecure: true, user: "bobine" }]);
  });

  test.each(["smtp", "smtps"])(
    "is not given over %s to who shows a certificate that nobody signed",
    async (protocol) => {
      const port = await listen({ secure: protocol === "smtps" });
      expect(await send(`${protocol}://bobine:secret@127.0.0.1:${port}`)).toBe(false);
      expect([taken, logins]).toEqual([[], 0]);
    },
  );

  test("is not given in the clear, nor the password, where TLS is required", async () => {
    const port = await listen({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
    expect(await send(`smtp://bobine:secret@127.0.0.1:${port}?requireTLS=true`)).toBe(false);
    expect([taken, logins]).toEqual([[], 0]);
  });
});
