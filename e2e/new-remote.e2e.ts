import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeRemote } from "../tooling/new-remote/make-remote.mjs";
import { expect, test } from "./support/fixtures.ts";

const ROOT = resolve(import.meta.dirname, "..");

test("a remote made from the template is tested, built, published and opened while the product runs", {
  tag: "@ci",
}, async ({ page, product, signIn }) => {
  // Inside the workspace, as a real one: its test finds what the root installs.
  const parent = mkdtempSync(join(ROOT, ".cache/new-remote-"));
  const dir = join(parent, "mfe-planning");
  try {
    makeRemote("mfe-planning", dir);
    // What `pnpm install` would link.
    symlinkSync(join(ROOT, "mfe-cinemas/node_modules"), join(dir, "node_modules"));
    for (const beside of ["api", "shared-auth", "shared-features", "shared-ui", "tsconfig.base.json"])
      symlinkSync(join(ROOT, beside), join(parent, beside));
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, args, {
        cwd: dir,
        encoding: "utf8",
        env: { ...process.env, DATA_DIR: product.dataDir },
      });
    const vitest = [
      "run",
      "--root",
      parent,
      "--config",
      join(ROOT, "vitest.config.ts"),
      "--project",
      "screens",
    ];
    expect(run(join(ROOT, "node_modules/vitest/vitest.mjs"), ...vitest, "mfe-planning")).toContain(
      "1 passed",
    );
    run("node_modules/webpack/bin/webpack.js", "--mode", "production");
    run(join(ROOT, "api/src/cli/ops.ts"), "remotes", "publish", join(dir, "dist"), "--promote");

    await signIn("compta@lumen-films.example");
    await page.goto("/");
    await page.getByRole("link", { name: "PLANNING", exact: true }).click();
    await expect(page).toHaveURL(/\/planning$/);
    await expect(page.getByRole("heading", { level: 1, name: "Planning" })).toBeVisible();
    await expect(page.getByText(/^Bonjour /)).toBeVisible();
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
