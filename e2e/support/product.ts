import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../tooling/free-port.mjs";
import { untilJobsAreDone } from "./job-queue.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const START_LIMIT_MS = 120_000;

/** The product as `npm start` runs it: the built files, the embedded PostgreSQL, the demo data, in a folder of its own. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** All that it has printed. */
  readonly printed: () => string;
  /** The newest sign-in link that was mailed to an address since `since` (milliseconds). */
  signInLink(email: string): Promise<string>;
  /** The newest link to a page that was mailed to an address, each once. */
  mailedLink(email: string, page: string): Promise<string>;
  /** Ends it; its folder stays. */
  end(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** The environment variable with a DATA_DIR that holds the demo data: made once, and each product begins with a copy. */
export const FILLED = "BOBINE_E2E_DATA_DIR";

/** Closed to readers, and the account of the embedded database goes through it: root's cluster lies in it, not in a place of its own. */
function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "bobine-e2e-"));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Fills a DATA_DIR that all products of this run begin with. */
export async function fillDataDir(): Promise<{ readonly dataDir: string; readonly remove: () => void }> {
  const product = await startProduct();
  // The invoices of the demo are drawn once, not again by each product.
  await untilJobsAreDone(product);
  await product.end();
  const { dataDir } = product;
  const cluster = join(dataDir, "postgres");
  rmSync(join(cluster, "bobine.port"));
  // Nothing of a journey outlives it: it need not reach the disk.
  appendFileSync(
    join(cluster, "postgresql.auto.conf"),
    "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n",
  );
  process.env[FILLED] = dataDir;
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * @param more environment beyond that of `npm start`
 * @param root a tree with `api/src` and the built front ends, when it is not this one
 */
export async function startProduct(
  more: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<Product> {
  const port = await freePort();
  const dataDir = newDataDir();
  const filled = process.env[FILLED];
  if (filled) execFileSync("cp", ["-a", `${filled}/.`, dataDir]);
  const url = `http://localhost:${port}`;
  const output: string[] = [];
  const child = spawn(process.execPath, [join(root, "api/src/server.ts")], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "localhost",
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: "1",
      LOG_LEVEL: "warn",
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    dataDir,
    printed: () => output.join(""),
    signInLink: (email) => newestLink(dataDir, email, "/auth/verify"),
    mailedLink: (email, page) => newestLink(dataDir, email, page),
    end: () => end(child),
    stop,
  };
}

async function waitUntilReady(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`the product ended at start:\n${output.join("")}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`the product was not ready in time:\n${output.join("")}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

const MAIL_LIMIT_MS = 10_000;
const usedLinks = new Set<string>();

async function newestLink(dataDir: string, email: string, page: string): Promise<string> {
  const toPage = new RegExp(`https?://[^\\s"<>]+${page}\\?\\w+=[\\w-]+`);
  const outbox = join(dataDir, "outbox");
  const limit = Date.now() + MAIL_LIMIT_MS;
  while (Date.now() < limit) {
    // With a dot before it, one is being written.
    const mails = existsSync(outbox) ? readdirSync(outbox).filter((name) => /^[^.].*[.]eml$/.test(name)) : [];
    for (const name of mails.sort().reverse()) {
      // Quoted-printable: soft line breaks, and = written =3D.
      const mail = readFileSync(join(outbox, name), "utf8")
        .replace(/=\r?\n/g, "")
        .replace(/=3D/g, "=");
      const link = toPage.exec(mail)?.[0];
      if (mail.includes(email) && link && !usedLinks.has(link)) {
        usedLinks.add(link);
        return link;
      }
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`no mail for ${email} with a link to ${page}`);
}
