import type { FastifyInstance } from "fastify";
import { errors } from "../errors.ts";

/** Far above what any call reads; so that whoever walks what was sent never runs out of stack. */
const MAX_LEVELS = 64;

/** JSON of more levels than any call reads. */
export const isTooDeep = (json: unknown, levels = MAX_LEVELS): boolean =>
  typeof json === "object" &&
  json !== null &&
  (levels === 0 || Object.values(json).some((part) => isTooDeep(part, levels - 1)));

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads JSON bodies: UTF-8 or nothing (RFC 8259 §8.1), since bytes that are something else would be kept as « � ». A body of no
 * byte is no body, whatever its type says: clients name a type on calls that take none. What is nested
 * too deep is refused, whether a call reads it or not. Plain text, which a page of another site may
 * send without asking, is of another type.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null, undefined);
      return;
    }
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      done(errors.badRequest());
      return;
    }
    void parse(request, text, (error, json) => {
      if (error === null && isTooDeep(json)) done(errors.badRequest());
      else done(error, json);
    });
  });
}
