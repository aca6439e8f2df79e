import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { startPackageRegistry } from "./package-registry.ts";
import type { Product } from "./product.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGES = ["contract", "shared-ui", "shared-auth", "remote-kit"];

/** A folder outside the product's, in which a team works: what it installs comes from a registry of packages. */
export interface TeamFolder {
  readonly folder: string;
  /** npm in `cwd`, with the published packages. @returns what it said */
  readonly npm: (cwd: string, ...args: string[]) => string;
  readonly remove: () => Promise<void>;
}

/** Packs the packages, and publishes them to a registry that is this folder's alone. */
export async function startTeamFolder(): Promise<TeamFolder> {
  const folder = mkdtempSync(join(tmpdir(), "bobine-outside-"));
  const packages = await startPackageRegistry(folder);
  const npmrc = packages.writeNpmrc(folder);
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync("npm", ["--userconfig", npmrc, "--loglevel", "error", ...args], { cwd, encoding: "utf8" });
  const remove = async (): Promise<void> => {
    await packages.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const packed = join(folder, "packages");
    mkdirSync(packed);
    execFileSync(process.execPath, [join(ROOT, "tooling/federation/src/packages-command.mjs"), packed]);
    for (const name of PACKAGES) npm(join(packed, name), "publish");
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, npm, remove };
}

/** What a super admin makes in the console for a team; who is signed in is one. @returns the token */
export async function makeTeamToken(page: Page, team: string, remote: string): Promise<string> {
  await page.goto("/super-admin?tab=modules");
  await page.getByRole("button", { name: "Nouveau jeton" }).click();
  const dialog = page.getByRole("dialog", { name: "Nouveau jeton d’équipe" });
  await dialog.getByLabel(/^Équipe/).fill(team);
  await dialog.getByLabel(/^Modules/).fill(remote);
  await dialog.getByLabel("Mettre en service").check();
  await dialog.getByLabel("Revenir en arrière").check();
  await dialog.getByRole("button", { name: "Créer le jeton" }).click();
  const token = await page.getByLabel("Jeton", { exact: true }).inputValue();
  await page.getByRole("button", { name: "J’ai copié le jeton" }).click();
  return token;
}

/** The kit's command in a remote's folder, with the team's token. */
export const remoteCommand =
  (dir: string, { url }: Product, token: string) =>
  (...args: string[]): string =>
    execFileSync(join(dir, "node_modules/.bin/bobine-remote"), args, {
      cwd: dir,
      encoding: "utf8",
      env: { ...process.env, BOBINE_URL: url, BOBINE_TOKEN: token },
    });

/** The build that lies in a remote's folder. */
export const buildIn = (dir: string): string =>
  (JSON.parse(readFileSync(join(dir, "dist/remote.json"), "utf8")) as { build: string }).build;
