import { constants } from "node:zlib";
import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Below this an answer fits in one packet anyway. In bytes. */
export const WORTH_COMPRESSING = 1024;
/** 256 kB: the default window of 4 MB would be taken for every answer under way. */
const WINDOW_BITS = 18;
/** Above 5 brotli costs more time than it saves on the wire. */
const QUALITY = 4;

/** Answers of these routes hold a token; they are small, and nothing would be won. */
const TELLS_SECRETS = /^\/api\/v1\/auth\//;

/** Parameters for what is compressed at each request. */
export const FAST_BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  },
};

/**
 * Compresses text answers of the routes that are mounted afterwards, streamed ones too, for clients that ask for it. Files that
 * were compressed when they were built, and parts of files, are left as they are.
 *
 * BREACH needs an answer with a secret and with text of the attacker, got by the victim's browser at the attacker's will. No
 * answer here has all of it: calls are authorised by a header that another site cannot make a browser send, and the answers
 * that hold a token are not compressed.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Before the plugin's own hook, which reads it.
  app.addHook("onRoute", (route) => {
    if (TELLS_SECRETS.test(route.url)) route.compress = false;
  });
  // A body that broke before its first byte was sent is replaced by an error, whose text is not compressed.
  app.addHook("onError", async (_request, reply) => {
    reply.removeHeader("content-encoding");
  });
  await app.register(fastifyCompress, {
    threshold: WORTH_COMPRESSING,
    encodings: ["br", "gzip"],
    brotliOptions: FAST_BROTLI,
    customTypes: /^text\/(?!event-stream)|[+/](?:json|xml|javascript)(?:;|$)|^image\/svg/,
    // A compressed request could be far larger than the limits of a body.
    globalDecompression: false,
  });
}
