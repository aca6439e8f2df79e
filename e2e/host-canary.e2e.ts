import { expect, test } from "./support/fixtures.ts";
import { comeBackUntil, updateToast } from "./support/open-tab.ts";
import { otherHost, remotesCommand } from "./support/other-build.ts";

test.use({ world: "host-canary" });

test("a host is tried by people who are signed in, goes live for all, and is left again (FED-31)", {
  tag: "@ci",
}, async ({ browser, page, product, signIn }) => {
  test.setTimeout(120_000);
  const remotes = (...args: string[]) => remotesCommand(product, ...args);
  const context = await browser.newContext({ baseURL: product.url });
  const stranger = await context.newPage();
  const root = page.locator("#root");
  const strangers = stranger.locator("#root");
  const next = otherHost("next");
  try {
    await signIn("compta@lumen-films.example");
    await page.goto("/invoices");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(root).not.toHaveAttribute("data-host");

    await test.step("an open tab proposes it to those who try it, and to nobody else", async () => {
      remotes("publish", next.dist);
      expect(remotes("can-i-deploy", "host", next.build).trim()).toBe("Yes.");
      remotes("canary", "host", next.build, "--share", "100");
      await comeBackUntil(page, async () => expect(updateToast(page)).toBeVisible({ timeout: 1_000 }));
      await updateToast(page).getByRole("button", { name: "Actualiser" }).click();
      await expect(root).toHaveAttribute("data-host", "next");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await stranger.goto("/");
      await expect(strangers).not.toHaveAttribute("data-host");
    });
    await test.step("a promotion gives it to all, a rollback to nobody", async () => {
      remotes("promote", "host", next.build);
      await stranger.goto("/");
      await expect(strangers).toHaveAttribute("data-host", "next");
      remotes("rollback", "host", "--from", next.build, "--reason", "la page est vide");
      for (const each of [page, stranger]) await each.goto("/invoices");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const each of [root, strangers]) await expect(each).not.toHaveAttribute("data-host");
    });
  } finally {
    next.remove();
    await context.close();
  }
});
