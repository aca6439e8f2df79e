import type { FastifyError, FastifyInstance } from "fastify";
import { AppError, errors } from "../errors.ts";

/** PostgreSQL says that it cannot serve now: restart, shutdown, too many connections. */
const UNAVAILABLE = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08006",
  "08001",
  "08003",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
]);

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE" || statusCode === 413)
    return errors.tooLarge();
  if (
    code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ||
    statusCode === 415 ||
    code === "FST_INVALID_MULTIPART_CONTENT_TYPE"
  )
    return errors.unsupportedMedia();
  // 22P05 and 22021: a NUL or an impossible character in a text that only PostgreSQL looked at.
  if (code === "22P05" || code === "22021" || code === "22003" || code === "22007" || code === "22008")
    return errors.badRequest();
  if (code !== undefined && UNAVAILABLE.has(code)) return errors.unavailable();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return errors.badRequest();
  return undefined;
}

/** One handler turns every error into HTTP; above 499 the message stays inside. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error);
    if (!known || known.status >= 500) request.log.error({ err: error }, "request failed");
    const answer = known ?? errors.unexpected();
    return reply
      .status(answer.status)
      .headers(answer.headers)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(answer.body));
  });
}
