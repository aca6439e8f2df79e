import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, errors } from "../errors.ts";

/** A text, number or date that only PostgreSQL looked at, and that no column takes: a NUL, half a character, a year 300000. */
const UNFIT = new Set(["22021", "22P02", "22P05", "22003", "22007", "22008"]);

/**
 * PostgreSQL cannot serve now: restart, shutdown, too many connections, a disk or a memory that is full, a statement or a pause
 * over its time, a lock or a conflict that outlasted its tries. Or this machine cannot: no way there, no disk, no file left to open.
 */
const UNAVAILABLE = new Set([
  "57014",
  "25P03",
  "57P01",
  "57P02",
  "57P03",
  "53100",
  "53200",
  "53300",
  "55P03",
  "40001",
  "40P01",
  "08006",
  "08001",
  "08003",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EMFILE",
  "ENFILE",
]);

/** As which PgBouncer ends a session for whatever reason: its database is away, no session came free in time (OPS-6). Of one query it is a mistake of ours. */
const PROTOCOL_VIOLATION = "08P01";

/** What pg and its pool say without a code: the session broke off, or none came free in time. */
const NO_SESSION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/;

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, statusCode, message, severity } = error as {
    code?: string;
    statusCode?: number;
    message?: string;
    severity?: string;
  };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE" || statusCode === 413)
    return errors.tooLarge();
  if (
    code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ||
    statusCode === 415 ||
    code === "FST_INVALID_MULTIPART_CONTENT_TYPE"
  )
    return errors.unsupportedMedia();
  if (code === PROTOCOL_VIOLATION && severity === "FATAL") return errors.unavailable();
  if (code !== undefined && UNFIT.has(code)) return errors.badRequest();
  // A limit of ours on what took too long, whose code is a number (AbortSignal.timeout).
  if (error instanceof DOMException && error.name === "TimeoutError") return errors.unavailable();
  if (code === undefined ? NO_SESSION.test(message ?? "") : UNAVAILABLE.has(code))
    return errors.unavailable();
  // An address that cannot be read, or an id longer than any: it does not exist.
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") return errors.notFound();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return errors.badRequest();
  return undefined;
}

/** One handler turns every error into HTTP; above 499 the message stays inside. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (!known || known.status >= 500) request.log.error({ err: error }, "request failed");
  const answer = known ?? errors.unexpected();
  return reply
    .status(answer.status)
    .headers(answer.headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(answer.body));
}

/** For what fails before there is a route, and so before any hook: an address that cannot be read. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": request.id,
  });
  answerError(error, request, reply);
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}
