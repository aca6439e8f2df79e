import type { IncomingMessage } from "node:http";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.ts";
import { withoutPersons } from "./without-persons.ts";

/** What tells a fault from another; a database's `detail` holds the row, a mail server's answer the recipient. */
const KEPT = [
  "code",
  "status",
  "severity",
  "table",
  "constraint",
  "routine",
  "syscall",
  "command",
  "responseCode",
] as const;

/** An error with its causes, and nothing of a person in it. */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const own = error as unknown as Record<string, unknown>;
  return {
    type,
    message: withoutPersons(message),
    stack: withoutPersons(stack),
    ...Object.fromEntries(KEPT.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
  };
}

/**
 * Structured logs. No token, no secret and nothing that names a person is in them: a sign-in link carries its token in the query,
 * so addresses are logged without theirs.
 * @param out where they go; the standard output unless a test reads them
 */
export function createLogger(level: Config["logLevel"], out?: DestinationStream): Logger {
  const options = {
    level,
    redact: [
      "req.headers.authorization",
      "req.headers.cookie",
      'res.headers["set-cookie"]',
      // What the reader of uploads tells at the level trace.
      "busboyOptions.headers",
      "token",
      "refresh",
      "*.token",
      "*.refresh",
    ],
    serializers: {
      err: errorForLog,
      req: (request: IncomingMessage & { readonly ip?: string; readonly host?: string }) => ({
        method: request.method,
        url: request.url?.split("?")[0],
        host: request.host,
        remoteAddress: request.ip,
      }),
    },
  };
  return out ? pino(options, out) : pino(options);
}
