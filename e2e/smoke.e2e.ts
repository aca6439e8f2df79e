import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { registrySchema } from "@bobine/contract/registry";
import type { Page } from "@playwright/test";
import { buildChanged, type OtherBuild } from "./support/other-build.ts";
import { expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

test.use({ world: "automatic-return" });

const TITLE = "Relevé Bancaire Avec Lettrage";
const changed = (text: string): OtherBuild =>
  buildChanged("mfe-finance", "src/features/exports/exports.texts.ts", TITLE, text);

/** The command of an operator who has a browser at hand, while the product runs. */
const remotes = ({ dataDir, url }: Product, ...args: string[]): string =>
  execFileSync(
    process.execPath,
    [join(resolve(import.meta.dirname, ".."), "api/src/cli/ops.ts"), "remotes", ...args],
    {
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url },
    },
  );

/** A build that is made meanwhile keeps this process so long that the server has closed its connections. */
const liveFinance = async (page: Page): Promise<string | undefined> =>
  registrySchema
    .parse(await (await page.request.get("/registry.json", { maxRetries: 3 })).json())
    .remotes.find(({ name }) => name === "mfe-finance")?.build;

test("a promotion opens the pages of the build among what is live, and refuses it with the page and the error (FED-29)", {
  tag: "@ci",
}, async ({ page, product }) => {
  test.setTimeout(240_000);
  const before = await liveFinance(page);
  const bad = changed(`${TITLE}" + (() => { throw new Error("boom"); })() + "`);
  const good = changed("Relevé Bancaire Lettré, essayé avant");
  try {
    for (const { dist } of [bad, good]) remotes(product, "publish", dist);
    expect(() => remotes(product, "promote", "mfe-finance", bad.build)).toThrow(
      /\/bank-statements\/with-lettering does not open: mfe-finance: (execution|render), .*boom/,
    );
    expect(await liveFinance(page)).toBe(before);
    expect(remotes(product, "promote", "mfe-finance", good.build)).toMatch(
      /^\d+ pages? opened in a browser\.\n/,
    );
    expect(await liveFinance(page)).toBe(good.build);
  } finally {
    for (const build of [bad, good]) build.remove();
  }
});
