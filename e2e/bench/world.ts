// The real product on a database at size, and somebody who is signed in there, for benchmarks that drive it from a browser.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "@playwright/test";
import { closeAtEnd } from "./bench-run.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MAIL_LIMIT_MS = 10_000;
/** Between keys: a fast typist's, then the search's 300 ms and what follows, while the list is being drawn. */
export const GAPS_MS = [60, 90, 120, 310, 320, 330, 345, 360, 80, 420];

export interface World {
  readonly origin: string;
  readonly dataDir: string;
  readonly email: string;
}

/**
 * The product with its database, in a process that ends with this one.
 * @param size what `api/bench/world-server.ts` takes: cinemas, invoices, bank lines, entries of the audit log, open actions
 */
export async function startWorld(size: readonly number[]): Promise<World> {
  const script = join(ROOT, "api/bench/world-server.ts");
  const child = spawn(process.execPath, [script, ...size.map(String)], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  closeAtEnd(() => ended(child));
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as World;
  throw new Error("the product did not start");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = new Promise((done) => child.once("exit", done));
  child.stdin?.end();
  await end;
}

/** @param observe runs in each page, before its own code */
export async function signedIn(
  browser: Browser,
  { origin, dataDir, email }: World,
  observe: () => void,
): Promise<Page> {
  const page = await browser.newPage({
    baseURL: origin,
    locale: "fr-FR",
    viewport: { width: 1440, height: 900 },
  });
  await page.addInitScript(observe);
  await page.goto("/auth");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByText("Nous vous avons envoyé un lien magique").waitFor();
  await page.goto(`/auth/verify?token=${await mailedToken(join(dataDir, "outbox"))}`);
  await page.getByRole("button", { name: "Déconnexion" }).waitFor();
  return page;
}

async function mailedToken(outbox: string): Promise<string> {
  const limit = Date.now() + MAIL_LIMIT_MS;
  while (Date.now() < limit) {
    for (const name of existsSync(outbox) ? readdirSync(outbox) : []) {
      // Quoted-printable: soft line breaks, and = written =3D.
      const mail = readFileSync(join(outbox, name), "utf8")
        .replace(/=\r?\n/g, "")
        .replace(/=3D/g, "=");
      const token = /\/auth\/verify\?token=([\w-]+)/.exec(mail)?.[1];
      if (token) return token;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("no sign-in mail");
}

/** What comes at the given part of the values in their order: 0.95 for the 95th percentile. */
export function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
