import type { User } from "@bobine/contract/auth";
import type { BrowserContextOptions, Page } from "@playwright/test";
import type { Product } from "./product.ts";

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Somebody who is signed in: what their browser keeps, and what it sends. */
export interface Session {
  readonly storage: StorageState;
  readonly headers: { readonly authorization: string };
  /** The screen that signing in leads to. */
  readonly home: string;
}

/** Posts to the API as a browser that has no page: with cookie and CSRF token. */
async function postingTo(product: Product): Promise<(path: string, body: object) => Promise<unknown>> {
  const api = `${product.url}/api/v1`;
  const asked = await fetch(`${api}/auth/csrf-token/`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const cookie = asked.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  return async (path, body) => {
    const answer = await fetch(`${api}${path}`, {
      method: "POST",
      headers: { cookie, "x-csrftoken": csrfToken, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
}

/** Asks for a link and opens it, without a browser: journeys that are about signing in do it on the screen. */
export async function openSession(product: Product, email: string): Promise<Session> {
  const post = await postingTo(product);
  await post("/auth/login/", { email });
  const token = new URL(await product.signInLink(email)).searchParams.get("token");
  const { user, ...opened } = (await post("/auth/login/verify/", { token })) as {
    user: User;
    token: string;
    refresh: string;
  };
  const kept = {
    user: JSON.stringify({
      firstName: user.first_name,
      lastName: user.last_name,
      company: user.company,
      system_role: user.system_role,
      email: user.email,
      ...(user.distributor_id === null ? {} : { distributorId: user.distributor_id }),
      ...(user.role === undefined ? {} : { role: user.role }),
    }),
    refreshToken: opened.refresh,
    token: opened.token,
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return {
    storage: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    headers: { authorization: `Bearer ${opened.token}` },
    home: user.system_role === "super_admin" ? "/super-admin" : "/dashboard",
  };
}

/** The same session with an access token of now: they last five minutes, and a browser that renews one may end the session for the next. */
export async function renewed(product: Product, session: Pick<Session, "storage">): Promise<StorageState> {
  const [origin] = session.storage.origins;
  const refresh = origin?.localStorage.find(({ name }) => name === "refreshToken")?.value ?? "";
  const post = await postingTo(product);
  const { access } = (await post("/auth/token/refresh/", { refresh })) as { access: string };
  const localStorage = (origin?.localStorage ?? []).map(({ name, value }) => ({
    name,
    value: name === "token" ? access : value,
  }));
  return { cookies: [], origins: [{ origin: product.url, localStorage }] };
}

/** Gives a page's browser a session, and opens the screen that signing in leads to. */
export async function signInWithSession(page: Page, { storage, home }: Session): Promise<void> {
  // Any answer of the product: local storage is of its address.
  await page.goto("/registry/head");
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, storage.origins[0]?.localStorage ?? []);
  await page.goto(home);
  await page.getByRole("button", { name: "Déconnexion" }).waitFor();
}

/** Asks for a link on the screen and opens it in the same browser. */
export async function signInOnScreen(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.url}/auth`);
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByRole("button", { name: "Re-recevoir mon lien de connexion" }).waitFor();
  await page.goto(await product.signInLink(email));
  await page.getByRole("button", { name: "Déconnexion" }).waitFor();
}

/** What the product answers to a call of whoever is signed in on the page, null for nothing. */
export const readAs = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async (address) => {
    const answer = await fetch(`/api/v1${address}`, {
      headers: { authorization: `Bearer ${localStorage.getItem("token") ?? ""}` },
    });
    return answer.status === 204 ? null : ((await answer.json()) as unknown);
  }, path);
