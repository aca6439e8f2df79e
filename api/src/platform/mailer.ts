import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emailSchema } from "@bobine/contract/auth";
import nodemailer from "nodemailer";
import type { Config } from "../config.ts";
import type { Mail, Mailer } from "../services.ts";
import { smtpServerOf } from "./smtp-address.ts";

/** One address and nothing else: a line break or a comma would add recipients (MAIL-6). */
function oneAddress(address: string): string {
  if (/[\r\n,;<>"]/.test(address) || !emailSchema.safeParse(address).success) {
    throw new RangeError("not one e-mail address");
  }
  return address;
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");

/**
 * Mail by SMTP when `SMTP_URL` is set. Without, each mail becomes a file of `DATA_DIR/outbox`.
 * @param onOutbox told of each mail that only became a file, so that a terminal can show its link
 */
export function createMailer(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">,
  onOutbox: (mail: Mail) => void = () => undefined,
): Mailer {
  const message = (mail: Mail) => ({
    from: config.mailFrom,
    to: oneAddress(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
  });
  if (config.smtpUrl !== null) {
    const transport = nodemailer.createTransport({
      ...smtpServerOf(config.smtpUrl),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
    return {
      send: async (mail) => {
        await transport.sendMail(message(mail));
      },
    };
  }
  const outbox = join(config.dataDir, "outbox");
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const made = await writer.sendMail(message(mail));
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      // The name sorts by time; the file appears whole.
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(outbox, `.${name}`), made.message as Buffer, { mode: 0o600 });
      await rename(join(outbox, `.${name}`), join(outbox, name));
      onOutbox(mail);
    },
  };
}
