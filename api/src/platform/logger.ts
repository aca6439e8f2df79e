import type { IncomingMessage } from "node:http";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.ts";

/**
 * Structured logs. No token and no secret is in them: a sign-in link carries its token in the query, so addresses are logged
 * without theirs.
 * @param out where they go; the standard output unless a test reads them
 */
export function createLogger(level: Config["logLevel"], out?: DestinationStream): Logger {
  const options = {
    level,
    redact: [
      "req.headers.authorization",
      "req.headers.cookie",
      'res.headers["set-cookie"]',
      "token",
      "refresh",
      "*.token",
      "*.refresh",
    ],
    serializers: {
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
