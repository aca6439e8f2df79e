import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../errors.ts";
import {
  acceptedEncodings,
  ENCODINGS,
  isCompressedForm,
  isCompressible,
  isTooLong,
} from "./file-encodings.ts";
import { fileHeaders } from "./file-headers.ts";
import type { Services } from "../../services.ts";
import type { RegistryStorage } from "./registry-storage.ts";

/** `<name>/<build>/<file>` */
const FILE_OF_BUILD = /^[a-z][a-z0-9-]*\/[a-f0-9]{12,64}(\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/;

export type SendStoredFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
) => Promise<FastifyReply>;

/** Sends files that never change, in the best form that the browser accepts. */
export function storedFileSender(
  storage: RegistryStorage,
  log: Pick<Services["log"], "error">,
): SendStoredFile {
  /** @throws AppError 503, which the shell tries again, when the storage does not answer */
  const read = async (key: string): Promise<Uint8Array | undefined> => {
    try {
      return await storage.read(key);
    } catch (error) {
      log.error({ err: error, key }, "a file of the registry could not be read");
      throw errors.unavailable();
    }
  };
  return async (request, reply, key) => {
    if (isTooLong(key)) throw errors.notFound();
    const accepted = isCompressible(key) ? acceptedEncodings(request.headers["accept-encoding"]) : [];
    for (const [coding, ending] of ENCODINGS) {
      if (!accepted.includes(coding)) continue;
      const content = await read(`${key}${ending}`);
      if (content === undefined) continue;
      reply.header("content-encoding", coding);
      return sendFile(reply, key, content);
    }
    const content = await read(key);
    if (content === undefined) throw errors.notFound();
    return sendFile(reply, key, content);
  };
}

/** Sends the files of published builds from a storage that no web server can read by itself. */
export function mountStoredFiles(app: FastifyInstance, send: SendStoredFile): void {
  app.get<{ Params: { "*": string } }>("/r/*", async (request, reply) => {
    const key = request.params["*"];
    if (!FILE_OF_BUILD.test(key) || key.includes("..") || isCompressedForm(key)) throw errors.notFound();
    return send(request, reply, key);
  });
}

const sendFile = (reply: FastifyReply, key: string, content: Uint8Array): FastifyReply =>
  reply
    .header("vary", "accept-encoding")
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("access-control-allow-origin", "*")
    .headers(fileHeaders(key))
    .send(Buffer.from(content));
