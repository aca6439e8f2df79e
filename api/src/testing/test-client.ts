// A browser as tests have it: cookies, CSRF token and session, over calls that never leave the process.
import type { FastifyInstance } from "fastify";

const API = "/api/v1";

/** The answer of a call, its JSON parsed. */
export interface TestAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; the contract is checked by the app
  readonly body: any;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

/** A browser: it keeps its cookies, sends the CSRF token and, when signed in, the bearer. */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  upload(
    path: string,
    field: string,
    fileName: string,
    content: string | Uint8Array,
    type?: string,
    /** What the form says beside the file, each as JSON. */
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<TestAnswer>;
}

type Send = (options: {
  method: string;
  path: string;
  payload?: string | Buffer;
  headers: Record<string, string>;
}) => Promise<TestAnswer>;

export function testBrowser(app: FastifyInstance): Send {
  const cookies = new Map<string, string>();
  const send: Send = async ({ method, path, payload, headers }) => {
    const answer = await app.inject({
      method: method as "GET",
      url: path.startsWith("/api/") || !path.startsWith("/") ? path : API + path,
      headers,
      cookies: Object.fromEntries(cookies),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const cookie of answer.cookies) cookies.set(cookie.name, cookie.value);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      body: /json/.test(String(answer.headers["content-type"])) ? answer.json() : undefined,
    };
  };
  return async (options) => {
    if (options.method === "GET") return send(options);
    if (!cookies.has("csrftoken")) await send({ method: "GET", path: "/auth/csrf-token/", headers: {} });
    return send({
      ...options,
      headers: { "x-csrftoken": cookies.get("csrftoken") ?? "", ...options.headers },
    });
  };
}

export function clientOf(send: Send, signed: () => Promise<Record<string, string>>): TestClient {
  const json = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send({
      method,
      path,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        ...(await signed()),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
  return {
    get: (path, headers) => json("GET", path, undefined, headers),
    post: (path, body, headers) => json("POST", path, body, headers),
    put: (path, body, headers) => json("PUT", path, body, headers),
    patch: (path, body, headers) => json("PATCH", path, body, headers),
    delete: (path, headers) => json("DELETE", path, undefined, headers),
    async upload(path, field, fileName, content, type = "application/octet-stream", fields = {}) {
      const boundary = "----bobine-test-boundary";
      const payload = Buffer.concat([
        ...Object.entries(fields).map(([name, value]) =>
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
          ),
        ),
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
        ),
        Buffer.from(content as Uint8Array),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      return send({
        method: "POST",
        path,
        payload,
        headers: { ...(await signed()), "content-type": `multipart/form-data; boundary=${boundary}` },
      });
    },
  };
}
