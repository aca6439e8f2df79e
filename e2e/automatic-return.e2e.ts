import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registrySchema } from "@bobine/contract/registry";
import type { Browser, Page } from "@playwright/test";
import { buildChanged, remotesCommand } from "./support/other-build.ts";
import { expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";
import { openSession } from "./support/session.ts";

test.use({ world: "automatic-return" });

const TITLE = "Relevé Bancaire Avec Lettrage";
/** Where the text stood, code that throws as soon as the screen is asked for. */
const THROWS = `${TITLE}" + (() => { throw new Error("boom"); })() + "`;
const PEOPLE = [
  "compta@lumen-films.example",
  "hugo.marchetti@lumen-films.example",
  "ines.delorme@grand-rivage.example",
];
const LOADS_EACH = 4;

/** A person opens the screen again and again: each page falls back to the build before. */
async function openAgainAndAgain(browser: Browser, product: Product, email: string): Promise<void> {
  const { storage } = await openSession(product, email);
  const context = await browser.newContext({ baseURL: product.url, storageState: storage });
  const page = await context.newPage();
  for (let load = 0; load < LOADS_EACH; load += 1) {
    const told = page.waitForResponse((answer) => answer.url().endsWith("/operations/build-reports/"));
    await page.goto("/bank-statements/with-lettering");
    expect((await told).status()).toBe(204);
  }
  await context.close();
}

/** A build that is made meanwhile keeps this process so long that the server has closed its connections. */
const liveFinance = async (page: Page): Promise<string | undefined> =>
  registrySchema
    .parse(await (await page.request.get("/registry.json", { maxRetries: 3 })).json())
    .remotes.find(({ name }) => name === "mfe-finance")?.build;

const mailsOf = ({ dataDir }: Product): string[] =>
  readdirSync(join(dataDir, "outbox"))
    .filter((name) => name.endsWith(".eml"))
    .map((name) =>
      readFileSync(join(dataDir, "outbox", name), "utf8")
        .replace(/=\r?\n/g, "")
        .replace(/=3D/g, "="),
    );

test("a build that breaks in browsers is taken back by the product itself, which says so (FED-27)", {
  tag: "@ci",
}, async ({ browser, page, product, signIn }) => {
  test.setTimeout(120_000);
  const before = await liveFinance(page);
  const bad = buildChanged("mfe-finance", "src/features/exports/exports.texts.ts", TITLE, THROWS);
  try {
    remotesCommand(product, "publish", bad.dist, "--promote");
    expect(await liveFinance(page)).toBe(bad.build);

    await test.step("three people open it, and it fails for each", async () => {
      for (const email of PEOPLE) await openAgainAndAgain(browser, product, email);
    });
    await test.step("the build before is live again, without anybody", async () => {
      await expect.poll(() => liveFinance(page), { timeout: 30_000 }).toBe(before);
      const log = remotesCommand(product, "log", "mfe-finance").trim().split("\n").at(-1);
      expect(log).toContain(`Bobine (pannes) automatic-rollback mfe-finance ${before}`);
      expect(log).toMatch(/« \d+ chargements sur \d+ ont échoué \(100.%\), chez 3 personnes/);
    });
    await test.step("super admins are told by mail", async () => {
      const told = () => mailsOf(product).filter((mail) => mail.includes(`/?composition=`));
      await expect.poll(() => told().length, { timeout: 20_000 }).toBe(1);
      expect(told()[0]).toContain("admin@bobine.example");
    });
    await test.step("a super admin sees the page as its users had it", async () => {
      const mail = mailsOf(product).find((each) => each.includes("/?composition="));
      const link = /\/\?composition=[0-9a-f]{16}/.exec(mail ?? "")?.[0];
      await signIn("admin@bobine.example");
      await page.goto(link ?? "");
      const badge = page.getByRole("complementary", { name: "Page rejouée" });
      await badge.getByRole("button", { name: "Ouvrir avec ces builds" }).click();
      await expect(badge.getByRole("button", { name: "Ouvrir avec ces builds" })).toBeHidden();
      await expect(badge).toContainText("les builds qu’un utilisateur avait lors d’une panne");
      await page.getByRole("link", { name: "À propos" }).click();
      await expect(page.getByRole("row", { name: /^mfe-finance / })).toContainText(bad.build);
      await badge.getByRole("button", { name: "Revenir aux builds en service" }).click();
      await expect(badge).toBeHidden();
      await page.getByRole("link", { name: "À propos" }).click();
      await expect(page.getByRole("row", { name: /^mfe-finance / })).toContainText(before ?? "–");
    });
    await test.step("it comes back for who insists only", async () => {
      const promote = () => remotesCommand(product, "promote", "mfe-finance", bad.build, "--reason", "essai");
      expect(promote).toThrow(/taken back automatically/);
      await page.goto("/super-admin?tab=modules");
      const row = page.getByRole("row", { name: /^mfe-finance/ });
      await expect(row).toContainText(before ?? "–");
      await row.getByRole("button", { name: /^Mettre en service/ }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText("Bobine a retiré ce build");
      await expect(dialog.getByLabel("Mettre en service malgré les pannes")).not.toBeChecked();
    });
  } finally {
    bad.remove();
  }
});
