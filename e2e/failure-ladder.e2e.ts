import type { Registry } from "@bobine/contract/registry";
import type { Page } from "@playwright/test";
import {
  answerFiles,
  asScript,
  changeRegistry,
  entryExposing,
  remoteOf,
  serveBuild,
  sha384,
} from "./support/remote-faults.ts";
import { expect, test } from "./support/signed-in.ts";

const OLD = "bbbbbbbbbbbb";
const card = (page: Page) => page.getByRole("heading", { name: "Ce module est indisponible" });
const registryOf = async (page: Page): Promise<Registry> =>
  (await (await page.request.get("/registry.json")).json()) as Registry;

/** The remote has a release before the live one, which is sound. */
async function withPrevious(
  page: Page,
  more: (registry: Registry) => void = () => undefined,
): Promise<string> {
  const live = remoteOf(await registryOf(page), "mfe-finance");
  const previous = await serveBuild(page, live, OLD);
  await changeRegistry(page, (registry) => {
    remoteOf(registry, "mfe-finance").previous = previous;
    more(registry);
  });
  return live.build;
}

test.describe("the release that was live before takes over in the same page", () => {
  const THROWS = 'throw new Error("boom");';
  const faults: Record<string, (page: Page, build: string) => Promise<void>> = {
    "the entry is altered": (page, build) =>
      page
        .route(`**/r/mfe-finance/${build}/remoteEntry.js`, (route) => route.fulfill(asScript(THROWS)))
        .then(() => undefined),
    "a page's chunk is gone": (page, build) =>
      page
        .route(
          (url) =>
            url.pathname.startsWith(`/r/mfe-finance/${build}/`) && !url.pathname.endsWith("remoteEntry.js"),
          (route) => route.fulfill({ status: 404, body: "" }),
        )
        .then(() => undefined),
  };
  for (const [name, make] of Object.entries(faults)) {
    test(name, async ({ page }) => {
      let loads = 0;
      page.on("load", () => (loads += 1));
      const live = await withPrevious(page);
      await make(page, live);
      await page.goto("/user-actions");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const banner = page.getByRole("status").filter({ hasText: "Mode dégradé" });
      await expect(banner).toContainText(live);
      await expect(banner).toContainText(OLD);
      await expect(card(page)).toBeHidden();
      expect(loads).toBe(1);
    });
  }

  test("an entry that ran and threw leaves nothing in its way", { tag: "@ci" }, async ({ page }) => {
    const live = await withPrevious(page, (registry) => {
      const remote = remoteOf(registry, "mfe-finance");
      remote.integrity[remote.entry] = sha384(THROWS);
    });
    await page.route(`**/r/mfe-finance/${live}/remoteEntry.js`, (route) => route.fulfill(asScript(THROWS)));
    await page.goto("/user-actions");
    await expect(page.getByText("Mode dégradé")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("the gate refuses the live one: not a byte of it runs", { tag: "@ci" }, async ({ page }) => {
    const live = await withPrevious(page, (registry) => {
      remoteOf(registry, "mfe-finance").contract = "^9.0.0";
    });
    await page.goto("/user-actions");
    await expect(page.getByText("Mode dégradé")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The server has it fetched ahead: it judged the registry before this test changed it.
    const ran = (build: string) => page.evaluate((name) => name in globalThis, `bobine_mfe_finance_${build}`);
    expect([await ran(live), await ran(OLD)]).toEqual([false, true]);
  });
});

test("a first render that throws leaves its place to the release before, once", async ({ page }) => {
  const exposed = '{ routes: [{ path: "*", Component() { throw new Error("boom"); } }] }';
  let body = "";
  const live = await withPrevious(page, (registry) => {
    const remote = remoteOf(registry, "mfe-finance");
    body = entryExposing(remote, exposed);
    remote.integrity[remote.entry] = sha384(body);
  });
  await page.route(`**/r/mfe-finance/${live}/remoteEntry.js`, (route) => route.fulfill(asScript(body)));
  await page.goto("/user-actions");
  const banner = page.getByRole("status").filter({ hasText: "Mode dégradé" });
  await expect(banner).toContainText(`(${live}) s’est arrêtée sur une erreur`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(card(page)).toBeHidden();
});

test("a registry that names another site is told so; nothing is asked of it", { tag: "@ci" }, async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await changeRegistry(page, (registry) => {
    registry.id = "wrong";
    remoteOf(registry, "mfe-finance").baseUrl = "https://ailleurs.example/r/mfe-finance/";
  });
  await page.goto("/user-actions");
  await expect(card(page)).toBeFocused();
  const alert = page.getByRole("alert").filter({ has: card(page) });
  await expect(alert).toContainText("Le registre situe son code sur un autre site");
  await expect(alert).toContainText("https://ailleurs.example");
  expect(asked.filter((url) => url.includes("ailleurs"))).toEqual([]);
});

test("a server in production takes no remote from a developer's machine", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const live = remoteOf(await registryOf(page), "mfe-finance");
  await page.addInitScript(() =>
    sessionStorage.setItem("bobine.overrides", JSON.stringify({ "mfe-finance": "http://localhost:9/" })),
  );
  const answer = await page.goto("/user-actions?mfe.finance=http://localhost:9/");
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Version de développement")).toBeHidden();
  expect(asked.filter((url) => new URL(url).port === "9")).toEqual([]);
  expect(asked.some((url) => url.includes(`/r/mfe-finance/${live.build}/`))).toBe(true);
});

test("a moment without the server is not seen: the network is tried again", { tag: "@ci" }, async ({
  page,
}) => {
  let failures = 2;
  await answerFiles(page, "mfe-finance", (route, file) => {
    if (file !== "remoteEntry.js" || failures === 0) return route.continue();
    failures -= 1;
    return route.abort("connectionreset");
  });
  await page.goto("/user-actions");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(card(page)).toBeHidden();
  expect(failures).toBe(0);
});

test("a tab older than its builds reloads once for a chunk that is gone, and only once", async ({ page }) => {
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.goto("/user-actions");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.route("**/registry/head", (route) => route.fulfill({ json: { id: "newer" } }));
  await answerFiles(page, "mfe-cinemas", (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
  await expect(card(page)).toBeFocused();
  expect(loads).toBe(2);
  await expect(page).toHaveURL(/\/cinemas$/);
});

test.describe("a screen of the host whose code is gone", () => {
  /** Files of the host are gone for this page, and there again for the next one. @returns how many pages were asked for */
  async function openBeforeAnotherHost(page: Page): Promise<() => number> {
    let pages = 0;
    page.on("request", (request) => (pages += request.isNavigationRequest() ? 1 : 0));
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.route("**/assets/host/**", (route) =>
      pages === 1 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
    );
    return () => pages;
  }

  test("brings the page of the new host by one reload", { tag: "@ci" }, async ({ page }) => {
    const pages = await openBeforeAnotherHost(page);
    await page.route("**/registry/head", (route) => route.fulfill({ json: { id: "newer" } }));
    await page.getByRole("link", { name: "À propos" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "À propos" })).toBeVisible();
    expect(pages()).toBe(2);
  });

  test("costs its own place when no other host is there", { tag: "@ci" }, async ({ page }) => {
    const pages = await openBeforeAnotherHost(page);
    await page.getByRole("link", { name: "À propos" }).click();
    await expect(card(page)).toBeFocused();
    await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Cinémas" })).toBeVisible();
    expect(pages()).toBe(1);
  });
});

test("a screen that was asked for without a network comes when it is opened after the return", async ({
  page,
  context,
}) => {
  // Nothing of it has come before: not ahead of the wish either.
  await page.route(
    (url) => url.pathname.startsWith("/r/mfe-cinemas/"),
    (route) => (isAway ? route.abort("internetdisconnected") : route.continue()),
  );
  let isAway = true;
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "CINÉMAS" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "CINÉMAS" }).click();
  await expect(page.getByText("Cet écran s’affichera au retour de la connexion.")).toBeVisible();
  await page.getByRole("link", { name: "ACCUEIL" }).click();
  await expect(page.getByText("Cet écran s’affichera au retour de la connexion.")).toBeHidden();
  isAway = false;
  await context.setOffline(false);
  await expect(page.getByText(/Vous êtes hors ligne/)).toBeHidden();
  await page.getByRole("link", { name: "CINÉMAS" }).click();
  await expect(page.getByRole("heading", { name: "Cinémas", level: 1 })).toBeVisible();
});
