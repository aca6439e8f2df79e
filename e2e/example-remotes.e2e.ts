import { cpSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import {
  buildIn,
  makeTeamToken,
  remoteCommand,
  startTeamFolder,
  type TeamFolder,
} from "./support/team-repository.ts";

const ROOT = resolve(import.meta.dirname, "..");
const EXAMPLES = join(ROOT, "docs/examples/remotes");

/** Bundler → the example's remote, and what is on its screen. */
const REMOTES = {
  webpack: {
    name: "mfe-parc",
    entry: "PARC DE SALLES",
    opens: async (page: Page) => {
      await expect(page.getByRole("heading", { level: 1, name: "Parc de salles" })).toBeVisible();
      const rows = page.getByRole("row");
      await expect(rows.nth(1)).toBeVisible();
      const all = await rows.count();
      await page.getByLabel("Écrans au moins").fill("8");
      await expect.poll(() => rows.count()).toBeLessThan(all);
    },
  },
  rspack: {
    name: "mfe-retards",
    entry: "RETARDS",
    opens: async (page: Page) => {
      await expect(page.getByRole("heading", { level: 1, name: "Retards" })).toBeVisible();
      await expect(page.getByText(/^\d+ % en retard$/)).toBeVisible();
      // With the styles of its own, which came with its chunk.
      await expect(page.getByText(/^\d+ % en retard$/)).toHaveCSS("text-align", "center");
    },
  },
} as const;

test.use({ world: "outside-remote" });
// Packages come over the network.
test.describe.configure({ timeout: 1_800_000 });

let team: TeamFolder;
test.beforeAll(async () => {
  team = await startTeamFolder();
});
test.afterAll(() => team.remove());

for (const [bundler, { name, entry, opens }] of Object.entries(REMOTES))
  test(`FED-33: the example of ${bundler} is typed and built outside the tree by a configuration of its own, published with a token, and its screen opens`, async ({
    page,
    product,
    signIn,
  }) => {
    const dir = join(team.folder, bundler);
    cpSync(join(EXAMPLES, bundler), dir, { recursive: true });
    team.npm(dir, "install", "--no-audit", "--no-fund");
    team.npm(dir, "run", "typecheck");
    team.npm(dir, "run", "build");
    expect(readFileSync(join(dir, "dist/remote.json"), "utf8")).not.toContain(ROOT);

    await signIn("admin@bobine.example");
    const token = await makeTeamToken(page, `Équipe ${bundler}`, name);
    const remote = remoteCommand(dir, product, token);
    const build = buildIn(dir);
    expect(remote("publish")).toContain(`${name} ${build} is published.`);
    expect(remote("can-i-deploy", build)).toContain("Yes.");
    // Its page opens in a browser before it is anybody's.
    expect(remote("promote", build)).toContain(`live ${build}`);

    await signIn("compta@lumen-films.example");
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") refused.push(message.text());
    });
    await page.goto("/");
    await page.getByRole("link", { name: entry, exact: true }).click();
    await opens(page);
    expect(refused).toEqual([]);
  });
