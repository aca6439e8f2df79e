import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeRemote } from "../tooling/new-remote/make-remote.mjs";
import { expect, test } from "./support/fixtures.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** What no screen of the product uses: parts of lent libraries that are no part of the first load (FED-19). */
const WIDE_PAGE = `import { useSession } from "@bobine/shared-auth";
import { EmptyState, PageHeader } from "@bobine/shared-ui";
import { Button, NumberInput, Stepper } from "@mantine/core";
import { DatePickerInput, DatesProvider } from "@mantine/dates";
import { useInfiniteQuery, useIsFetching } from "@tanstack/react-query";
import { z } from "zod";

export function PlanningPage() {
  const { user } = useSession();
  const weeks = useInfiniteQuery({
    queryKey: ["weeks"],
    queryFn: ({ pageParam }) => z.templateLiteral(["Semaine ", z.number()]).parse("Semaine " + pageParam),
    initialPageParam: 1,
    getNextPageParam: (_week, weeks) => weeks.length + 1,
  });
  return (
    <DatesProvider settings={{ locale: "fr" }}>
      <PageHeader title="Planning" />
      <EmptyState text={\`Bonjour \${user?.firstName ?? ""}\`} />
      <Stepper active={1}><Stepper.Step label="Choix" /><Stepper.Step label="Envoi" /></Stepper>
      <NumberInput label="Copies" min={0} max={10} />
      <DatePickerInput label="Sortie" defaultDate="2026-11-01" />
      <p>{weeks.data?.pages.join(", ")}</p>
      <p>Lectures : {useIsFetching()}</p>
      <Button onClick={() => void weeks.fetchNextPage()}>Suite</Button>
    </DatesProvider>
  );
}
`;

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
    // Its test ran without what `pnpm install` would have linked; its build takes that from the host.
    writeFileSync(join(dir, "src/planning.page.tsx"), WIDE_PAGE);
    run("node_modules/webpack/bin/webpack.js", "--mode", "production");
    run(join(ROOT, "api/src/cli/ops.ts"), "remotes", "publish", join(dir, "dist"), "--promote");

    await signIn("compta@lumen-films.example");
    await page.goto("/");
    await page.getByRole("link", { name: "PLANNING", exact: true }).waitFor();
    // The network fails once for what the host lends on demand: the page is tried again by itself (FED-4).
    const cut: string[] = [];
    await page.route(
      /\/assets\/host\/.*\.js$/,
      (route) => {
        cut.push(route.request().url());
        return route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("link", { name: "PLANNING", exact: true }).click();
    await expect(page).toHaveURL(/\/planning$/);
    await expect(page.getByRole("heading", { level: 1, name: "Planning" })).toBeVisible();
    await expect(page.getByText(/^Bonjour /)).toBeVisible();

    await expect(page.getByRole("button", { name: "Envoi" })).toBeVisible();
    await page.getByLabel("Copies").fill("12");
    await page.getByLabel("Copies").blur();
    await expect(page.getByLabel("Copies")).toHaveValue("10");
    await page.getByRole("button", { name: "Sortie" }).click();
    await page.getByRole("button", { name: "25 novembre 2026" }).click();
    await expect(page.getByRole("button", { name: "Sortie" })).toContainText("novembre 25, 2026");
    await expect(page.getByText("Semaine 1", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Suite" }).click();
    await expect(page.getByText("Semaine 1, Semaine 2")).toBeVisible();
    await expect(page.getByText("Lectures : 0")).toBeVisible();
    expect(cut).toHaveLength(1);
    // With their styles, which came with them: a step has its circle in its own line.
    await expect(page.locator(".mantine-Stepper-steps")).toHaveCSS("display", "flex");
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
