import { readFileSync } from "node:fs";
import { expect, test } from "./support/fixtures.ts";
import { openSession } from "./support/session.ts";

test.use({ world: "people" });

test("one person mentions another, who is mailed, finds it, attaches a file that the first one downloads", {
  tag: "@ci",
}, async ({ page, product, browser, signIn }) => {
  const hugo = "hugo.marchetti@lumen-films.example";
  const { storage } = await openSession(product, hugo);
  await signIn("compta@lumen-films.example");
  await page.goto("/user-actions");
  // Not the first of the list: who opens the screen sees that one at once, and has read what is said of it.
  await page.getByRole("row", { name: /Écart d’arrondi.*SARL LE REX/ }).click();
  const panel = page.getByRole("region", { name: "Action en cours" });
  await expect(panel).toContainText("SARL LE REX");
  const field = panel.getByRole("textbox", { name: "Votre commentaire" });
  await field.fill("Vu avec le cinéma, ");
  await field.pressSequentially("@hug");
  await page.getByRole("option", { name: /^Hugo Marchetti/ }).click();
  await field.pressSequentially("as-tu le bordereau ?");
  await panel.getByRole("button", { name: "Commenter" }).click();
  const said = "Vu avec le cinéma, @Hugo Marchetti as-tu le bordereau ?";
  await expect(panel.getByRole("listitem").filter({ hasText: said })).toBeVisible();
  await expect(field).toHaveValue("");

  const own = await browser.newContext({ baseURL: product.url, storageState: storage });
  const colleague = await own.newPage();
  const link = await product.mailedLink(hugo, "/user-actions");
  await colleague.goto("/user-actions");
  await colleague.getByRole("button", { name: "Mentions, 1 non lue" }).click();
  await colleague
    .getByRole("dialog", { name: "Mentions" })
    .getByRole("link", { name: /Camille Rousseau vous a mentionné/ })
    .click();
  await expect(colleague).toHaveURL(new URL(link).href);
  const shown = colleague.getByRole("region", { name: "Action en cours" });
  await expect(shown.getByText("@Hugo Marchetti", { exact: true })).toBeVisible();
  await expect(colleague.getByRole("button", { name: "Mentions", exact: true })).toBeVisible();

  const slip = { name: "bordereau.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 remise") };
  await shown.getByLabel("Fichier à joindre").setInputFiles(slip);
  await expect(shown.getByRole("button", { name: "Télécharger bordereau.pdf" })).toBeVisible();

  await page.goto(link);
  const download = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Télécharger bordereau.pdf" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("bordereau.pdf");
  expect(readFileSync(await file.path()).equals(slip.buffer)).toBe(true);
  await own.close();
});

test("the rows of the queue come as high as they stay: nothing that one reaches for moves with them (UI-27)", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  const seen: string[] = [];
  await page.exposeFunction("seeHeights", (heights: string) => seen.push(heights));
  await page.addInitScript(() => {
    let last = "";
    const look = (): void => {
      const rows = [...document.querySelectorAll("tr[data-index]")];
      const heights = rows.map((row) => Math.round(row.getBoundingClientRect().height)).join(" ");
      if (heights !== last) {
        last = heights;
        void (window as unknown as { seeHeights(heights: string): Promise<void> }).seeHeights(heights);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/user-actions");
  await expect(page.getByRole("region", { name: "Commentaires" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(seen).toHaveLength(1);
});
