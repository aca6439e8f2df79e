import "@testing-library/jest-dom/vitest";
import type { User } from "@bobine/contract/auth";
import type { RouteContract } from "@bobine/contract/route";
import { listSavedFilters } from "@bobine/contract/saved-filters";
import { aUser } from "@bobine/contract/testing/people";
import { BobineProvider } from "@bobine/shared-ui";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, type RenderResult } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { http, HttpResponse, type HttpHandler } from "msw";
import { setupServer } from "msw/node";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { z } from "zod";
import { createQueryClient } from "./query-client.ts";
import { API_PREFIX } from "./request-headers.ts";
import { closeSession, openSession, selectDistributor } from "./session-store.ts";

/** Opens a session as the verification of a magic link would. */
export function signIn(overrides: Partial<User> = {}, options: { distributorId?: number } = {}): User {
  const user = aUser(overrides);
  openSession({ user, token: "access-token", refresh: "refresh-token" });
  if (options.distributorId !== undefined) selectDistributor(options.distributorId);
  return user;
}

/** Ends it as an expired session does. */
export const endSession = closeSession;

/** @param options `distributorId`: the one that they chose; `own`: one that they are of, all the same */
export const signInAsSuperAdmin = (options: { distributorId?: number; own?: number } = {}): User =>
  signIn(
    {
      first_name: "Alex",
      last_name: "Admin",
      email: "admin@bobine.example",
      company: "",
      system_role: "super_admin",
      distributor_id: options.own ?? null,
    },
    options,
  );

/** Each list asks for the filters that are saved for it: nobody has any, unless a test says so. */
const server = setupServer(answers(listSavedFilters, { results: [] }));

/**
 * Stubs the network for the tests of a file: call it once at the top, then `stub(...)` in each test.
 * A call without a stub fails the test.
 */
export function stubNetwork(): { stub: (...handlers: HttpHandler[]) => void } {
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterEach(() => {
    server.resetHandlers();
    closeSession();
    document.cookie = "csrftoken=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  });
  afterAll(() => server.close());
  return {
    stub: (...handlers) => {
      document.cookie = "csrftoken=csrf-of-the-test";
      server.use(...handlers);
    },
  };
}

/** What reached the server. */
export interface StubbedCall {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** Parsed JSON body; of an upload what is said beside the file, by field. */
  body: unknown;
  /** The file of an upload and the multipart field it came under. */
  upload: { field: string; fileName: string; text: string } | undefined;
}

type AnswerOf<R extends RouteContract> = R["response"] extends z.ZodType ? z.input<R["response"]> : undefined;

/**
 * The stub of one route of the contract, typed by it.
 * @param answer the body, or a function of the call that gives it (or a ready `Response`)
 */
export function answers<R extends RouteContract>(
  route: R,
  answer: AnswerOf<R> | ((call: StubbedCall) => AnswerOf<R> | Response | Promise<AnswerOf<R> | Response>),
): HttpHandler {
  return handler(route, async (call) => {
    const body = await (typeof answer === "function"
      ? (answer as (call: StubbedCall) => AnswerOf<R> | Response | Promise<AnswerOf<R> | Response>)(call)
      : answer);
    if (body instanceof Response) return body;
    return body === undefined
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(body as Record<string, unknown>, { status: route.status ?? 200 });
  });
}

/** The stub of a route that fails. `body`: `{ detail, code }`, field errors, or `{ error }` for uploads. */
export const fails = (
  route: RouteContract,
  status: number,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): HttpHandler => handler(route, () => HttpResponse.json(body, { status, headers }));

/** The stub of a route whose server does not answer at all. */
export const isUnreachable = (route: RouteContract): HttpHandler =>
  handler(route, () => HttpResponse.error());

function handler(
  route: RouteContract,
  resolve: (call: StubbedCall) => Response | Promise<Response>,
): HttpHandler {
  const method = route.method.toLowerCase() as Lowercase<RouteContract["method"]>;
  return http[method](`${location.origin}${API_PREFIX}${route.path}`, async ({ request, params }) =>
    resolve({
      params: params as Record<string, string>,
      query: new URL(request.url).searchParams,
      headers: request.headers,
      ...(await bodyOf(request)),
    }),
  );
}

async function bodyOf(request: Request): Promise<Pick<StubbedCall, "body" | "upload">> {
  const text = await request.text();
  if ((request.headers.get("content-type") ?? "").startsWith("multipart/form-data")) {
    // Node's multipart parser refuses the File of jsdom: one file field is read by hand.
    const part = /name="([^"]*)"; filename="([^"]*)"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text);
    const upload = part ? { field: part[1] ?? "", fileName: part[2] ?? "", text: part[3] ?? "" } : undefined;
    const beside = [...text.matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)];
    const fields = Object.fromEntries(
      beside.map(([, name = "", value = "null"]) => [name, JSON.parse(value) as unknown]),
    );
    return { body: beside.length > 0 ? fields : undefined, upload };
  }
  return { body: text === "" ? undefined : JSON.parse(text), upload: undefined };
}

export interface ScreenOptions {
  /** Address shown, with its query: `/invoices/12?page=2`. */
  at?: string;
  /** Pattern of the route, when the screen reads parameters: `/invoices/:invoiceId`. */
  path?: string;
}

/** A rendered screen, with the user's hands and the address bar. */
export interface RenderedScreen extends RenderResult {
  user: UserEvent;
  /** Path and query now. */
  address: () => string;
  goBack: () => Promise<void>;
}

/** Keys of a text that are pressed before the rest of it is pasted. */
const KEYS = 2;

/**
 * A user who presses the first keys of a long text and pastes the rest. Each key renders the form again, which was a quarter of the
 * time of these tests; that a field stays the same one from key to key is seen by the second.
 */
function quickUser(): UserEvent {
  const user = userEvent.setup();
  const type: UserEvent["type"] = async (element, text, options) => {
    // Braces and brackets name keys.
    if (text.length <= KEYS + 1 || /[{[]/.test(text) || options !== undefined)
      return user.type(element, text, options);
    await user.type(element, text.slice(0, KEYS));
    await user.paste(text.slice(KEYS));
  };
  return { ...user, type };
}

/** Renders a screen with router, query cache and theme. Sign in first with `signIn`. */
export function renderScreen(
  element: ReactNode,
  { at = "/", path = "*" }: ScreenOptions = {},
): RenderedScreen {
  const router = createMemoryRouter(
    [{ path, element }, ...(path === "*" ? [] : [{ path: "*", element: null }])],
    {
      initialEntries: [at],
    },
  );
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 0 }, mutations: { retry: false } });
  const user = quickUser();
  const result = render(
    <BobineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </BobineProvider>,
  );
  return {
    ...result,
    user,
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    goBack: () => act(() => router.navigate(-1)),
  };
}

/** Stands for a screen whose data is kept under `queryKey`, and says how often it was read: « lu 2 fois ». */
export function OtherScreen({ queryKey }: { queryKey: readonly unknown[] }) {
  const { data } = useQuery<number>({
    queryKey,
    queryFn: ({ client }) => (client.getQueryData<number>(queryKey) ?? 0) + 1,
  });
  return data === undefined ? null : <p>{`lu ${data} fois`}</p>;
}
