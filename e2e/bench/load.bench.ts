// Cold loads of the main routes, of the product as it is delivered (host and remotes, each built alone) and of the same sources as
// ONE bundle: the same server code, compression, demo data and browser, in turns. Prints bytes on the wire, time until the first
// useful row or heading is painted, how deep code is asked for by code, and the ratios.
// Usage: npm run bench load [-- <rounds>]
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type Product, startProduct } from "../support/product.ts";
import { closeAtEnd, launchBrowser, runBench } from "./bench-run.ts";

const [rounds = 15] = process.argv.slice(2).map(Number);
/** What independent delivery may cost at most, on each route. */
const MOST = { bytes: 1.12, time: 1.1 } as const;
const ROOT = resolve(import.meta.dirname, "../..");
const ADMIN = "admin@bobine.example";
const LOAD_LIMIT_MS = 30_000;
/** Later than this what is asked for is for another screen: remotes are prefetched two seconds after. */
const SETTLED_MS = 500;
/** A session lasts longer than this many rounds, and 15 rounds stay below the sign-in mails that one address may ask for. */
const ROUNDS_OF_A_SESSION = 4;

/** What a user came for on each route: a role, and text that it holds once there is data. The choice of a distributor has a heading too. */
const ROUTES = [
  ["/dashboard", "row", "€"],
  ["/cinemas", "row", ""],
  ["/invoices", "row", "€"],
  ["/user-actions", "heading", "Actions Utilisateur"],
  ["/external-data/cnc", "heading", "Rapport CNC"],
  ["/super-admin", "row", ""],
] as const;
const SELECTORS = { row: "main tbody tr:has(td)", heading: "main :is(h1, h2)" } as const;

type Kind = "federated" | "one bundle";
interface Load {
  readonly bytes: number;
  readonly ms: number;
  readonly depth: number;
}
type Sessions = Awaited<ReturnType<BrowserContext["storageState"]>>;
interface Site {
  readonly kind: Kind;
  readonly product: Product;
  storage: Sessions;
  distributorId: string;
}

await runBench(bench);

async function bench(): Promise<void> {
  const other = await oneBundleRoot();
  const sites: Site[] = [];
  for (const [kind, root] of [
    ["federated", ROOT],
    ["one bundle", other],
  ] as const) {
    const product = await startProduct({}, root);
    closeAtEnd(() => product.stop());
    sites.push({ kind, product, storage: { cookies: [], origins: [] }, distributorId: "" });
  }
  const browser = await launchBrowser();

  const loads = new Map<string, Load[]>();
  // The first round warms both servers up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    if (round % ROUNDS_OF_A_SESSION === 0) for (const site of sites) await signIn(browser, site);
    for (const [path, role, text] of ROUTES) {
      for (const site of round % 2 === 0 ? sites : sites.toReversed()) {
        const load = await coldLoad(browser, site, path, role, text);
        if (round === 0) continue;
        const key = `${site.kind} ${path}`;
        loads.set(key, [...(loads.get(key) ?? []), load]);
      }
    }
    process.stderr.write(`round ${round} of ${rounds}\r`);
  }
  report(loads);
}

/** The tree of the product with the one bundle as its host: the server finds its front ends beside itself. */
async function oneBundleRoot(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "bobine-one-"));
  closeAtEnd(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["src", "contract", "migrations", "package.json"])
    cpSync(join(ROOT, "api", name), join(root, "api", name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(ROOT, "api/node_modules"), join(root, "api/node_modules"));
  mkdirSync(join(root, "host"));
  const built = await new Promise<number | null>((done, failed) => {
    const command = [join(ROOT, "tooling/federation/src/one-bundle.mjs"), join(root, "host/dist")];
    const child = spawn(process.execPath, command, { stdio: "inherit" });
    child.once("error", failed);
    child.once("exit", done);
  });
  if (built !== 0) throw new Error("the one bundle could not be built");
  for (const name of readdirSync(ROOT)) {
    const dist = join(ROOT, name, "dist");
    if (!existsSync(join(dist, "remote.json"))) continue;
    cpSync(dist, join(root, name, "dist"), { recursive: true });
    // Routes and menu still come from the registry; no code of it is wanted.
    const file = join(root, name, "dist/remote.json");
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), preload: [], pages: [] }),
    );
  }
  return root;
}

function contextOf(browser: Browser, { product, storage }: Site): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: product.url,
    storageState: storage,
    locale: "fr-FR",
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
  });
}

/** A super admin who acts for Lumen Films. */
async function signIn(browser: Browser, site: Site): Promise<void> {
  site.storage = { cookies: [], origins: [] };
  const context = await contextOf(browser, site);
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByLabel("Adresse e-mail").fill(ADMIN);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByText("Nous vous avons envoyé un lien magique").waitFor();
  await page.goto(await site.product.signInLink(ADMIN));
  await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
  await page.getByPlaceholder("Sélectionner un distributeur...").click();
  await page.getByRole("option", { name: /Lumen Films Distribution/ }).click();
  await page.getByRole("row").nth(1).waitFor();
  site.distributorId = await page.evaluate(() => sessionStorage.getItem("selectedDistributorId") ?? "");
  site.storage = await context.storageState();
  await context.close();
}

/** One load in a browser that has never seen the product: nothing cached, no service worker. */
async function coldLoad(
  browser: Browser,
  site: Site,
  path: string,
  role: keyof typeof SELECTORS,
  text: string,
): Promise<Load> {
  const context = await contextOf(browser, site);
  try {
    const page = await context.newPage();
    await page.addInitScript(
      ([id, selector, wanted]) => {
        sessionStorage.setItem("selectedDistributorId", id);
        const look = (): void => {
          const isThere = [...document.querySelectorAll(selector)].some((element) => {
            const content = element.textContent.trim();
            return content !== "" && content.includes(wanted);
          });
          if (!isThere) return void requestAnimationFrame(look);
          // The frame after the one that has it: by then it is painted.
          requestAnimationFrame(() => Object.assign(globalThis, { seenAt: performance.now() }));
        };
        look();
      },
      [site.distributorId, SELECTORS[role], text] as const,
    );
    const traffic = await watch(page);
    await page.goto(path, { waitUntil: "commit" });
    const seen = await page.waitForFunction(() => (globalThis as { seenAt?: number }).seenAt, undefined, {
      timeout: LOAD_LIMIT_MS,
    });
    const ms = (await seen.jsonValue()) ?? Number.NaN;
    await page.waitForTimeout(SETTLED_MS);
    if (!(await page.getByRole(role).first().isVisible())) throw new Error(`no ${role} on ${path}`);
    return { ms, ...traffic() };
  } finally {
    await context.close();
  }
}

/** Bytes on the wire, headers included, and the longest chain of code that asks for code. */
async function watch(page: Page): Promise<() => Pick<Load, "bytes" | "depth">> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  /** Address → how many files had to come before it was asked for; the page itself is 0. */
  const depths = new Map<string, number>();
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on("Network.requestWillBeSent", ({ request, initiator, type }) => {
    if (depths.has(request.url) || !["Script", "Stylesheet", "Preload", "Other"].includes(type ?? "")) return;
    if (!/\.(js|css)$/.test(request.url)) return;
    const askers = (initiator.stack?.callFrames ?? []).map(({ url }) => depths.get(url) ?? 0);
    depths.set(request.url, 1 + Math.max(0, ...askers));
  });
  return () => ({ bytes, depth: Math.max(...depths.values()) });
}

function report(loads: ReadonlyMap<string, readonly Load[]>): void {
  const of = (kind: Kind, path: string, read: (load: Load) => number): number =>
    median((loads.get(`${kind} ${path}`) ?? []).map(read));
  const ratios: Record<keyof typeof MOST, number[]> = { bytes: [], time: [] };
  console.log(`Cold loads, median of ${rounds}: federated / one bundle\n`);
  for (const [path, role] of ROUTES) {
    const [bytes, oneBytes] = [
      of("federated", path, (load) => load.bytes),
      of("one bundle", path, (load) => load.bytes),
    ];
    const [ms, oneMs] = [of("federated", path, (load) => load.ms), of("one bundle", path, (load) => load.ms)];
    const depth = of("federated", path, (load) => load.depth);
    const oneDepth = of("one bundle", path, (load) => load.depth);
    const timeRatio = median(pairRatios(loads, path));
    ratios.bytes.push(bytes / oneBytes);
    ratios.time.push(timeRatio);
    console.log(
      `${path.padEnd(20)} ${(bytes / 1000).toFixed(1)} / ${(oneBytes / 1000).toFixed(1)} kB = ${(bytes / oneBytes).toFixed(3)}` +
        `   first ${role} ${ms.toFixed(0)} / ${oneMs.toFixed(0)} ms, ${timeRatio.toFixed(3)} of a round` +
        `   waterfall ${depth} / ${oneDepth}`,
    );
  }
  console.log("");
  for (const [what, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const worst = Math.max(...ratios[what]);
    console.log(
      `worst ratio of ${what} ${worst.toFixed(3)} (≤ ${most.toFixed(2)}): ${worst <= most ? "met" : "MISSED"}`,
    );
  }
}

/** Federated time by one bundle's of the same round: what else the machine does in these two seconds slows both. */
function pairRatios(loads: ReadonlyMap<string, readonly Load[]>, path: string): readonly number[] {
  const others = loads.get(`one bundle ${path}`) ?? [];
  return (loads.get(`federated ${path}`) ?? []).map(
    ({ ms }, round) => ms / (others[round]?.ms ?? Number.NaN),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
