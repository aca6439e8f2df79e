import type { FastifyReply } from "fastify";
import { errors } from "../errors.ts";

/** Aborts when the client goes away before it has its answer: nobody else waits for it then. */
export function signalOf({ raw }: Pick<FastifyReply, "raw">): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => {
    if (!raw.writableEnded) gone.abort(errors.interrupted());
  };
  if (raw.closed) leave();
  else raw.once("close", leave);
  return gone.signal;
}
