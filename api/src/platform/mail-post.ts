import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Config } from "../config.ts";
import type { HandOver } from "../domain/mailing/delivery.ts";
import type { Answer } from "../domain/mailing/smtp-answers.ts";
import { smtpServerOf } from "./smtp-address.ts";

const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 60_000;

/** A whole message and for whom it is; its headers name nobody that the envelope does not. */
export interface PostedMessage {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly content: Buffer;
  /** Names the message, the same at each try. */
  readonly key: string;
}

/** Hands over messages one after the other, and says what became of each. */
export interface MailPost {
  /**
   * @param beforeTheEnd runs when all is written but the end: until it has come back the message cannot have left, from then on it
   *   may have. When it throws, the message does not leave.
   * @throws what `beforeTheEnd` throws, and nothing else
   */
  handOver(message: PostedMessage, beforeTheEnd: () => Promise<void>): Promise<HandOver>;
  close(): void;
}

/**
 * By SMTP when `SMTP_URL` is set; else each message is a file of `DATA_DIR/outbox`.
 * @param silentMs after that a mail server that says nothing is away; shorter for tests
 */
export const openMailPost = (
  config: Pick<Config, "smtpUrl" | "dataDir">,
  silentMs = SOCKET_TIMEOUT_MS,
): MailPost =>
  config.smtpUrl === null ? folderPost(join(config.dataDir, "outbox")) : smtpPost(config.smtpUrl, silentMs);

function folderPost(outbox: string): MailPost {
  return {
    handOver: async (message, beforeTheEnd) => {
      const name = `${message.key}.eml`;
      try {
        await mkdir(outbox, { recursive: true, mode: 0o700 });
        await writeFile(join(outbox, `.${name}`), message.content, { mode: 0o600 });
      } catch (error) {
        return { kind: "away", problem: reasonOf(error) };
      }
      await beforeTheEnd();
      try {
        await rename(join(outbox, `.${name}`), join(outbox, name));
      } catch (error) {
        return { kind: "away", problem: reasonOf(error) };
      }
      return { kind: "taken", refused: new Map() };
    },
    close: () => undefined,
  };
}

/** What nodemailer says of a failure. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** nodemailer writes into what it is given who was refused, and tells it of no message that fails after its envelope. */
interface SmtpEnvelope {
  readonly from: string;
  readonly to: string[];
  readonly size: number;
  readonly rejectedErrors?: readonly (SmtpError & { readonly recipient?: string })[];
}

/**
 * One connection for many messages, opened for the first one and again after it broke. nodemailer reads a message only once the
 * server has asked for it, and writes the final dot when the message ends: so the end is held back until the caller has said so.
 */
function smtpPost(url: string, silentMs: number): MailPost {
  const { auth, ...server } = smtpServerOf(url);
  let open: SMTPConnection | undefined;

  const connect = async (): Promise<SMTPConnection> => {
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: silentMs,
      socketCloseTimeout: 0,
    });
    // One for both: nodemailer tells a login of neither an error of its connection nor of its end.
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: Error | null): void => (error ? reject(error) : resolve());
      connection.on("error", (error) => {
        if (open === connection) open = undefined;
        reject(error);
      });
      connection.once("end", () => {
        if (open === connection) open = undefined;
        reject(new Error("the mail server closed the connection"));
      });
      connection.connect((error) => {
        if (!error && auth && connection.allowsAuth) connection.login({ credentials: auth, ...auth }, settle);
        else settle(error);
      });
    }).catch((error: unknown) => {
      connection.close();
      throw error;
    });
    open = connection;
    return connection;
  };

  return {
    handOver: async (message, beforeTheEnd) => {
      let connection: SMTPConnection;
      try {
        connection = open ?? (await connect());
      } catch (error) {
        return { kind: "away", problem: reasonOf(error) };
      }
      let mayHaveLeft = false;
      let stopped: { readonly by: unknown } | undefined;
      async function* body(): AsyncGenerator<Buffer> {
        yield message.content;
        try {
          await beforeTheEnd();
          mayHaveLeft = true;
        } catch (error) {
          stopped = { by: error };
          throw error;
        }
      }
      const { from, to } = message.envelope;
      const envelope: SmtpEnvelope = { from, to: [...to], size: message.content.length };
      const error = await new Promise<SmtpError | null>((resolve) => {
        connection.send(envelope, Readable.from(body(), { objectMode: false }), (failed) =>
          resolve(failed as SmtpError | null),
        );
      });
      const refused = refusalsOf(envelope.rejectedErrors);
      if (!error) return { kind: "taken", refused };
      // A connection that is in the middle of something is of no use to the next message.
      connection.close();
      if (open === connection) open = undefined;
      if (stopped) throw stopped.by;
      if (isAnswer(error, mayHaveLeft)) {
        const answer = { code: error.responseCode, text: error.response ?? error.message };
        return { kind: "not_taken", answer, refused };
      }
      if (mayHaveLeft) return { kind: "in_doubt", problem: reasonOf(error), refused };
      // Larger than the server said that it takes.
      if (error.code === "EMESSAGE")
        return { kind: "not_taken", answer: { code: 552, text: `552 5.3.4 ${error.message}` }, refused };
      return { kind: "away", problem: reasonOf(error) };
    },
    close: () => {
      open?.quit();
      open = undefined;
    },
  };
}

/**
 * True when the server spoke of this message. A goodbye (421) in the place of the answer to its end is one: what is not answered with 2yz is
 * not accepted (RFC 5321 §4.2.1). A line that was cut off is not (nodemailer says CONN). A sender that is refused is the installation's
 * fault, not the recipient's.
 */
function isAnswer(
  error: SmtpError,
  mayHaveLeft: boolean,
): error is SmtpError & { readonly responseCode: number } {
  if (error.responseCode === undefined || error.command === "MAIL FROM") return false;
  return !mayHaveLeft || error.command !== "CONN";
}

function refusalsOf(errors: SmtpEnvelope["rejectedErrors"]): ReadonlyMap<string, Answer> {
  const refusals = new Map<string, Answer>();
  for (const { recipient, responseCode, response, message } of errors ?? [])
    if (recipient !== undefined)
      // Refused here, before the server was asked: the address cannot be written in this session.
      refusals.set(recipient, { code: responseCode ?? 553, text: response ?? message });
  return refusals;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter(Boolean).join(" ") || "unknown";
}
