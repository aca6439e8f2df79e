import type { Page } from "@playwright/test";
import { codeOf } from "./support/authenticator.ts";
import { expect, test } from "./support/fixtures.ts";
import { inDatabaseOf } from "./support/product-database.ts";

// It signs in often, and changes what invoices print.
test.use({ world: "people" });

const ADMINISTRATOR = "hugo.marchetti@lumen-films.example";
const FIRST = "FR14 2004 1010 0505 0001 3M02 606";
const SECOND = "BE68 5390 0754 7034";

const bank = (page: Page) => page.getByRole("region", { name: "Informations bancaires" });
const waiting = (page: Page) => page.getByText("Changement d’IBAN en attente de confirmation");

async function askFor(page: Page, iban: string): Promise<void> {
  await page.goto("/account/overview");
  await page.getByRole("button", { name: "Modifier", exact: true }).click();
  await page.getByRole("textbox", { name: "IBAN principal" }).fill(iban);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(waiting(page)).toBeVisible();
}

/** A call of the page's own session. */
const post = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, content]) => {
      const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const answer = await fetch(`/api/v1${to}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${localStorage.getItem("token")}`,
          "x-csrftoken": decodeURIComponent(csrf),
          ...(content === null ? {} : { "content-type": "application/json" }),
        },
        ...(content === null ? {} : { body: JSON.stringify(content) }),
      });
      return {
        status: answer.status,
        body: (await answer.json()) as Record<string, string> & { recovery_codes?: string[] },
      };
    },
    [path, body ?? null] as const,
  );

test("a changed IBAN waits until the mailed link confirms it", async ({ page, product, signIn }) => {
  await signIn(ADMINISTRATOR);
  await askFor(page, FIRST);
  await expect(bank(page).getByText(FIRST)).toHaveCount(0);

  await page.goto(await product.mailedLink(ADMINISTRATOR, "/account/iban"));
  await expect(page.getByText(FIRST)).toBeVisible();
  await page.getByRole("button", { name: "Confirmer le changement d’IBAN" }).click();
  await expect(page.getByText("Le changement d’IBAN est confirmé.")).toBeVisible();

  await page.getByRole("link", { name: "Voir les informations du compte" }).click();
  await expect(bank(page).getByText(FIRST)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test("a second factor confirms a changed IBAN at once", async ({ page, product, signIn }) => {
  await signIn(ADMINISTRATOR);
  const { secret = "" } = (await post(page, "/auth/second-factor/start/")).body;
  const enabled = await post(page, "/auth/second-factor/enable/", { totp_code: codeOf(secret) });
  expect(enabled.status).toBe(200);
  const [recovery = ""] = enabled.body.recovery_codes ?? [];
  // One that was enabled within the last three days confirms nothing: a stolen session could have made it.
  await inDatabaseOf(product, (client) =>
    client.query("update second_factor set enabled_at = enabled_at - interval '4 days'", []),
  );

  await askFor(page, SECOND);
  await page.getByRole("button", { name: "Confirmer avec un code" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Code/).fill(codeOf(secret, 1));
  await dialog.getByRole("button", { name: "Confirmer avec un code" }).click();
  await expect(page.getByText("Changement d’IBAN confirmé")).toBeVisible();
  await expect(bank(page).getByText(SECOND)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  // Others of this world sign in without one.
  expect((await post(page, "/auth/second-factor/disable/", { totp_code: recovery })).status).toBe(200);
});
