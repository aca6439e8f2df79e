// A browser that speaks to a node, or to the proxy, over the network.
import type { TestApp } from "../testing/test-app.ts";

export interface NodeAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any;
  readonly headers: Headers;
}

/** It keeps its cookies, wherever it goes, and sends the CSRF token. */
export interface NodeBrowser {
  get(path: string): Promise<NodeAnswer>;
  send(method: string, path: string, body?: object | FormData): Promise<NodeAnswer>;
  /** The same browser at another address. */
  at(url: string): NodeBrowser;
  /** The same browser with these headers as well. */
  withHeaders(more: Readonly<Record<string, string>>): NodeBrowser;
}

/** @param headers with each request: the bearer, or the address that a proxy would tell */
export function browserAt(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  cookies: Map<string, string> = new Map(),
): NodeBrowser {
  async function request(method: string, path: string, body?: object | FormData): Promise<NodeAnswer> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(method === "GET" ? {} : { "x-csrftoken": cookies.get("csrftoken") ?? "" }),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
  }
  return {
    get: (path) => request("GET", path),
    send: async (method, path, body) => {
      if (!cookies.has("csrftoken")) await request("GET", "/auth/csrf-token/");
      return await request(method, path, body);
    },
    at: (other) => browserAt(other, headers, cookies),
    withHeaders: (more) => browserAt(url, { ...headers, ...more }, cookies),
  };
}

/** The bearer of somebody for hours: one that a clock ahead gave. Others live for five minutes, which a long test outlives. */
export async function bearerForHours(inside: TestApp, user: { readonly id: number }) {
  const now = inside.clock.now().toISOString();
  inside.clock.advance(6 * 3_600_000);
  const bearer = await inside.bearerOf(user);
  inside.clock.set(now);
  return bearer;
}

/** A file as a form sends it. */
export function formWith(field: string, name: string, content: string): FormData {
  const form = new FormData();
  form.append(field, new Blob([content]), name);
  return form;
}
