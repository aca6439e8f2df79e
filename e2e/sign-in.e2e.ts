import type { Request } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { signInOnScreen } from "./support/session.ts";

test("a link of somebody else leaves the person who is signed in where they are", async ({
  page,
  product,
}) => {
  await signInOnScreen(page, product, "admin@bobine.example");
  await expect(page).toHaveURL(/\/super-admin$/);
  // The same browser asks for a link of another address, as a shared computer does.
  const asked = await page.evaluate(async () => {
    const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const answer = await fetch("/api/v1/auth/login/", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": decodeURIComponent(csrf) },
      body: JSON.stringify({ email: "compta@lumen-films.example" }),
    });
    return answer.status;
  });
  expect(asked).toBe(200);
  const link = await product.signInLink("compta@lumen-films.example");

  const judged = page.waitForResponse((response) => response.url().endsWith("/auth/login/verify/"));
  await page.goto(link);
  const confirm = page.getByRole("button", { name: "Se connecter" });
  await confirm.click();
  const answer = await judged;
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({ error: "User is already logged in as another user." });
  // UI-6: without a word, to the dashboard.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("User is already logged in as another user.")).toBeHidden();
  const stored = await page.evaluate(() => localStorage.getItem("user"));
  expect(stored).toContain("admin@bobine.example");

  // The link was not spent: it opens once this session is over.
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto(link);
  await confirm.click();
  await expect(page.getByText("Camille Rousseau")).toBeVisible();
});

test("the page of a link tells its address to nobody", async ({ page, product }) => {
  const answered: Request[] = [];
  page.on("requestfinished", (request) => answered.push(request));
  await page.goto(`${product.url}/auth/verify?token=inconnu`);
  await page.getByRole("button", { name: "Se connecter" }).waitFor();
  await page.waitForLoadState("load");
  const referers = await Promise.all(
    answered.map(async (request) => (await request.allHeaders())["referer"]),
  );
  expect(referers.length).toBeGreaterThan(1);
  expect(referers.filter((referer) => referer !== undefined)).toEqual([]);
});

test("a browser that blocks the data of the site is told so, and what to do", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 740 } });
  // What Chromium does where the data of a site are blocked; it cannot be told to from here.
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  const page = await context.newPage();
  await page.goto("/dashboard");
  const card = page.getByRole("alert");
  await expect(card).toContainText("Votre navigateur bloque les cookies ou les données de ce site.");
  await expect(card).toContainText("autorisez les cookies et les données de site pour localhost");
  await expect(page.getByRole("button", { name: "Recharger" })).toBeInViewport({ ratio: 1 });
  await context.close();
});
