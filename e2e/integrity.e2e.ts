import type { Page, Route } from "@playwright/test";
import { answerFiles, asScript, changeRegistry, remoteOf } from "./support/remote-faults.ts";
import { expect, test } from "./support/signed-in.ts";

const EVIL = "globalThis.evil = true;";
const ran = (page: Page): Promise<boolean> => page.evaluate(() => "evil" in globalThis);
const card = (page: Page) => page.getByRole("heading", { name: "Ce module est indisponible" });

/** What the server sends, with something before it. */
async function prefixed(route: Route, before: string): Promise<void> {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: before + (await answer.text()) });
}

/** The page's HTML with something added to its head. */
const addToHead = (page: Page, html: (page: string) => string) =>
  page.route("**/user-actions", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replace("</head>", `${html(text)}</head>`) });
  });

test.describe("code that was tampered with does not run", () => {
  // The page's preload has a hash of its own: without it, only the one that the host asks for is left to refuse.
  for (const [how, prepare] of [
    ["preloaded by the page", async () => {}],
    ["asked for by the host alone", (page: Page) => changeRegistry(page, () => {})],
  ] as const) {
    test(`the entry of a remote, ${how}`, async ({ page }) => {
      await prepare(page);
      await answerFiles(page, "mfe-finance", (route, file) =>
        file === "remoteEntry.js" ? prefixed(route, EVIL) : route.continue(),
      );
      await page.goto("/user-actions");
      await expect(card(page)).toBeFocused();
      expect(await ran(page)).toBe(false);
    });
  }

  test("a chunk of a remote", async ({ page }) => {
    await answerFiles(page, "mfe-finance", (route, file) =>
      file === "remoteEntry.js" ? route.continue() : prefixed(route, EVIL),
    );
    await page.goto("/user-actions");
    await expect(card(page)).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("le navigateur l’a refusé");
    expect(await ran(page)).toBe(false);
  });

  test("a style of a remote", { tag: "@ci" }, async ({ page }) => {
    let asked = 0;
    await answerFiles(page, "mfe-imports", (route, file) => {
      if (!file.endsWith(".css")) return route.continue();
      asked += 1;
      return prefixed(route, "body { --evil: 1 }");
    });
    await page.goto("/external-data/cnc");
    await expect(card(page)).toBeFocused();
    expect(asked).toBeGreaterThan(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--evil"))).toBe("");
  });

  for (const file of ["main", "libraries"]) {
    test(`the host's first script ${file}`, async ({ page }) => {
      await page.route(`**/assets/host/${file}.*.js`, (route) => prefixed(route, EVIL));
      await page.goto("/user-actions");
      expect(await ran(page)).toBe(false);
      await expect(page.locator("#root")).toBeEmpty();
    });
  }

  test("a chunk of the host: the page says that it could not start", { tag: "@ci" }, async ({ page }) => {
    await page.clock.install();
    await page.route(
      (url) => url.pathname.startsWith("/assets/host/") && !/\/(main|libraries)\./.test(url.pathname),
      (route) => (route.request().url().endsWith(".js") ? prefixed(route, EVIL) : route.continue()),
    );
    await page.goto("/user-actions");
    for (let wait = 0; wait < 3; wait += 1) await page.clock.runFor(3_000);
    await expect(page.getByRole("alert")).toContainText("Bobine n’a pas pu démarrer");
    expect(await ran(page)).toBe(false);
  });
});

test.describe("code that the registry does not name does not run", () => {
  test("a chunk without a hash", { tag: "@ci" }, async ({ page }) => {
    await changeRegistry(page, (registry) => {
      const remote = remoteOf(registry, "mfe-finance");
      remote.integrity = { [remote.entry]: remote.integrity[remote.entry] ?? "" };
    });
    await page.goto("/user-actions");
    await expect(card(page)).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("n’a pas d’empreinte dans le registre");
  });

  test("a remote of another origin", async ({ page }) => {
    let asked = 0;
    await page.route("https://ailleurs.example/**", (route) => {
      asked += 1;
      return route.fulfill(asScript(EVIL));
    });
    await changeRegistry(page, (registry) => {
      remoteOf(registry, "mfe-finance").baseUrl = "https://ailleurs.example/r/";
    });
    await page.goto("/user-actions");
    await expect(card(page)).toBeFocused();
    expect([asked, await ran(page)]).toEqual([0, false]);
  });

  test("a chunk of another build under the same name", { tag: "@ci" }, async ({ page }) => {
    const live = remoteOf(await (await page.request.get("/registry.json")).json(), "mfe-finance");
    await answerFiles(page, "mfe-finance", async (route, file) => {
      if (file === live.entry) return route.continue();
      const answer = await route.fetch();
      const other = EVIL + (await answer.text()).replaceAll(live.build, "aaaaaaaaaaaa");
      return route.fulfill({ response: answer, body: other });
    });
    await page.goto("/user-actions");
    await expect(card(page)).toBeFocused();
    expect(await ran(page)).toBe(false);
  });

  test("an inline script in the page", async ({ page }) => {
    await addToHead(page, () => `<script>${EVIL}</script>`);
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await ran(page)).toBe(false);
  });

  test("a script of this origin without a hash, which the content policy alone would run", {
    tag: "@ci",
  }, async ({ page }) => {
    await page.route("**/assets/host/evil.js", (route) => route.fulfill(asScript(EVIL)));
    await addToHead(page, () => `<script src="/assets/host/evil.js"></script>`);
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await ran(page)).toBe(false);
  });

  test("text that a script would make code or markup of", async ({ page }) => {
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const refused = await page.evaluate(() => {
      const attempt = (name: string, sink: () => unknown): string => {
        try {
          sink();
          return `${name}: done`;
        } catch (error) {
          return `${name}: ${(error as Error).name}`;
        }
      };
      return [
        attempt("another address", () => {
          document.createElement("script").src = "/assets/host/evil.js";
        }),
        attempt("another origin", () => {
          document.createElement("script").src = "https://ailleurs.example/x.js";
        }),
        attempt("script text", () => {
          document.createElement("script").text = "globalThis.evil = true";
        }),
        attempt("markup", () => {
          document.createElement("div").innerHTML = "<img src=x onerror='globalThis.evil = true'>";
        }),
        attempt("a frame's markup", () => {
          document.createElement("iframe").srcdoc = "<script>parent.evil = true</script>";
        }),
        attempt("another policy", () =>
          (
            globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes.createPolicy("mine", {}),
        ),
      ];
    });
    expect(refused).toEqual([
      "another address: UnlistedScriptError",
      "another origin: UnlistedScriptError",
      "script text: TypeError",
      "markup: TypeError",
      "a frame's markup: TypeError",
      "another policy: TypeError",
    ]);
    const files = await page.evaluate(() => {
      const page = globalThis as unknown as { __BOBINE_INTEGRITY__: Record<string, string> };
      page.__BOBINE_INTEGRITY__ = {};
      page.__BOBINE_INTEGRITY__["/assets/host/evil.js"] = "";
      return Object.keys(page.__BOBINE_INTEGRITY__);
    });
    expect(files.length).toBeGreaterThan(10);
    expect(files).not.toContain("/assets/host/evil.js");
    expect(await ran(page)).toBe(false);
  });

  test("the whole product works under these rules, with no violation", { tag: "@ci" }, async ({ page }) => {
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted|Integrity-Policy|integrity/i.test(message.text()))
        violations.push(message.text());
    });
    await page.goto("/dashboard");
    for (const link of ["CINÉMAS", "FACTURES", "ACTIONS UTILISATEUR", "RAPPORT CNC", "ADMINISTRATION"]) {
      await page.getByRole("link", { name: link, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.getByRole("link", { name: "FACTURES", exact: true }).click();
    await page.getByRole("button", { name: "Voir" }).first().click();
    await expect(page.locator("iframe")).toBeVisible();
    expect(violations).toEqual([]);
  });
});

test("the page of the API runs under the same policies, and asks no other server for anything", {
  tag: "@ci",
}, async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await page.goto("/api/docs");
  await page.getByRole("link", { name: "audit-logs", exact: true }).click();
  await page.getByRole("button", { name: "get /audit-logs/", exact: true }).click();
  await expect(page.getByText(/^Available values : created_invoice/)).toBeVisible();
  await expect(page.getByRole("button", { name: /authoriz|try it/i })).toHaveCount(0);
  expect({ elsewhere, refused }).toEqual({ elsewhere: [], refused: [] });
});
