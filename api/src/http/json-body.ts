import type { FastifyInstance } from "fastify";
import { errors } from "../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads JSON bodies: UTF-8 or nothing (RFC 8259 §8.1), since bytes that are something else would be kept as « � ». A body of no
 * byte is no body, whatever its type says: clients name a type on calls that take none. Plain text, which a page of another site may
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
    void parse(request, text, done);
  });
}
