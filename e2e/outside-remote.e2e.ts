import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../tooling/free-port.mjs";
import { expect, test } from "./support/fixtures.ts";
import {
  buildIn,
  makeTeamToken,
  remoteCommand,
  startTeamFolder,
  type TeamFolder,
} from "./support/team-repository.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SUPER_ADMIN = "admin@bobine.example";
const ACCOUNTANT = "compta@lumen-films.example";

/** With what no screen of the product uses of the lent libraries (FED-19), and a call of the contract. */
const pageWith = (heading: string) => `import { useSession } from "@bobine/shared-auth";
import { EmptyState, PageHeader } from "@bobine/shared-ui";
import { NumberInput, Stepper } from "@mantine/core";

export function PlanningPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="${heading}" />
      <EmptyState text={\`Bonjour \${user?.firstName ?? ""}\`} />
      <Stepper active={1}><Stepper.Step label="Choix" /><Stepper.Step label="Envoi" /></Stepper>
      <NumberInput label="Copies" min={0} max={10} />
    </>
  );
}
`;

/** Bundler → the example's remote, and what is on its screen. */
const EXAMPLES = {
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
const PATIENCE_MS = 1_800_000;
test.describe.configure({ timeout: PATIENCE_MS });

let team: TeamFolder;
test.beforeAll(async () => {
  test.setTimeout(PATIENCE_MS);
  team = await startTeamFolder();
});
test.afterAll(() => team.remove());

test("FED-24, FED-25: with the packages and a token alone, a remote of another repository is made, typed, tested, run alone, published, promoted, taken back and retired", async ({
  page,
  product,
  signIn,
}) => {
  const { folder, npm } = team;
  await test.step("made in an empty folder, typed, tested and built", () => {
    npm(
      folder,
      "exec",
      "--yes",
      "--package=@bobine/remote-kit",
      "--",
      "bobine-remote",
      "new",
      "mfe-planning",
    );
    npm(dir(), "install", "--no-audit", "--no-fund");
    npm(dir(), "run", "typecheck");
    expect(npm(dir(), "test")).toContain("1 passed");
    writePage("Planning");
    npm(dir(), "run", "typecheck");
    npm(dir(), "run", "build");
    // The kit is whole in its package: nothing of the product's folder is in what it built.
    expect(readFileSync(join(dir(), "dist/remote.json"), "utf8")).not.toContain(ROOT);
  });

  await test.step("run alone", async () => {
    const port = await freePort();
    const alone = spawn("npm", ["run", "dev"], {
      cwd: dir(),
      env: { ...process.env, PORT: String(port) },
      detached: true,
    });
    try {
      await new Promise<void>((done, failed) => {
        const said: string[] = [];
        alone.stdout.on("data", (chunk: Buffer) => {
          said.push(chunk.toString());
          if (said.join("").includes("alone:")) done();
        });
        alone.once("exit", () => failed(new Error(said.join(""))));
      });
      await page.goto(`http://localhost:${port}/`);
      await expect(page.getByText(/^Bonjour /)).toBeVisible();
      await expect(page.getByRole("button", { name: "Envoi" })).toBeVisible();
    } finally {
      if (alone.pid !== undefined) process.kill(-alone.pid);
    }
  });

  await signIn(SUPER_ADMIN);
  const token = await makeTeamToken(page, "Équipe Planning", "mfe-planning");
  const remote = remoteCommand(dir(), product, token);

  const good = buildIn(dir());
  expect(remote("publish")).toContain(`mfe-planning ${good} is published.`);
  expect(remote("can-i-deploy", good.slice(0, 6))).toContain("Yes.");
  expect(remote("promote", good)).toContain(`live ${good}`);

  writePage("Planning cassé");
  npm(dir(), "run", "build");
  const bad = buildIn(dir());
  expect(bad).not.toBe(good);
  expect(remote("publish", "--promote")).toContain(`live ${bad}`);
  await signIn(ACCOUNTANT);
  await page.goto("/planning");
  await expect(page.getByRole("heading", { level: 1, name: "Planning cassé" })).toBeVisible();
  expect(remote("rollback", "--from", bad, "--reason", "la page est cassée")).toContain(`live ${good}`);
  expect(() => remote("rollback", "--from", bad, "--reason", "la page est cassée")).toThrow(
    "a déjà été quitté",
  );
  await page.goto("/");
  await page.getByRole("link", { name: "PLANNING", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Planning", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Envoi" })).toBeVisible();
  await page.getByLabel("Copies").fill("12");
  await page.getByLabel("Copies").blur();
  await expect(page.getByLabel("Copies")).toHaveValue("10");

  expect(remote("log")).toContain(`rollback ${good} {"from":"${bad}"} « la page est cassée »`);
  expect(remote("retire", "--reason", "essai terminé")).toContain("live –");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "FACTURES", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "PLANNING", exact: true })).toHaveCount(0);

  function dir(): string {
    return join(folder, "mfe-planning");
  }
  function writePage(heading: string): void {
    writeFileSync(join(dir(), "src/planning.page.tsx"), pageWith(heading));
  }
});

for (const [bundler, { name, entry, opens }] of Object.entries(EXAMPLES))
  test(`FED-33: the example of ${bundler} is typed and built outside the tree by a configuration of its own, published with a token, and its screen opens`, async ({
    page,
    product,
    signIn,
  }) => {
    const dir = join(team.folder, bundler);
    cpSync(join(ROOT, "docs/examples/remotes", bundler), dir, { recursive: true });
    team.npm(dir, "install", "--no-audit", "--no-fund");
    team.npm(dir, "run", "typecheck");
    team.npm(dir, "run", "build");
    expect(readFileSync(join(dir, "dist/remote.json"), "utf8")).not.toContain(ROOT);

    await signIn(SUPER_ADMIN);
    const token = await makeTeamToken(page, `Équipe ${bundler}`, name);
    const remote = remoteCommand(dir, product, token);
    const build = buildIn(dir);
    expect(remote("publish")).toContain(`${name} ${build} is published.`);
    expect(remote("can-i-deploy", build)).toContain("Yes.");
    // Its page opens in a browser before it is anybody's.
    expect(remote("promote", build)).toContain(`live ${build}`);

    await signIn(ACCOUNTANT);
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") refused.push(message.text());
    });
    await page.goto("/");
    await page.getByRole("link", { name: entry, exact: true }).click();
    await opens(page);
    expect(refused).toEqual([]);
  });
