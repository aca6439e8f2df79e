import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { CardSimulator, Trouble } from "./card-simulator.ts";

const BODY_LIMIT = 100_000;

export interface CardSimulatorServer {
  readonly url: string;
  /** From now on; undefined ends it. */
  trouble: Trouble | undefined;
  /** Calls that it was sent. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/** Serves the simulator's API on 127.0.0.1, on a free port. */
export async function serveCardSimulator(simulator: CardSimulator): Promise<CardSimulatorServer> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const [path = "/", query = ""] = (request.url ?? "/").split("?");
    const { trouble } = simulator;
    calls.push(`${request.method} ${path}`);
    const send = (status: number, text: string, isReplayed = false): void => {
      response
        .writeHead(status, {
          "content-type": "application/json",
          "request-id": "req_simulated",
          ...(isReplayed ? { "idempotent-replayed": "true" } : {}),
          // Under the same key it would be this answer again.
          ...(status === 500 && request.headers["idempotency-key"] ? { "stripe-should-retry": "false" } : {}),
        })
        .end(text);
    };
    if (trouble === "down") return void request.socket.destroy();
    if (trouble === "no answer") return;
    if (trouble === "no json") return send(200, "<html>");
    bodyOf(request).then(
      (body) => {
        const answer = simulator.answer({
          method: request.method ?? "GET",
          path,
          form: new Map(new URLSearchParams(body || query)),
          authorization: request.headers.authorization,
          idempotencyKey: request.headers["idempotency-key"]?.toString(),
        });
        send(answer.status, JSON.stringify(answer.body), answer.isReplayed);
      },
      () => send(400, JSON.stringify({ error: { type: "invalid_request_error", message: "Unreadable." } })),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get trouble() {
      return simulator.trouble;
    },
    set trouble(trouble) {
      simulator.trouble = trouble;
    },
    close: async () => {
      await simulator.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) {
    body += String(part);
    if (body.length > BODY_LIMIT) throw new Error("too large");
  }
  return body;
}

/** Hands events to the product over HTTP. */
export const deliverOverHttp =
  (url: string) =>
  async (body: string, signature: string): Promise<number> => {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "stripe-signature": signature,
        // A connection that waits for more would keep the product from ending.
        connection: "close",
      },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.status;
  };
