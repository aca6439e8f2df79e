import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../tooling/free-port.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** What a campaign alone needs is no dependency of the product. */
const INSTALLED = join(ROOT, ".cache/verdaccio");
const VERSION = "6.10.4";
const START_LIMIT_MS = 60_000;

/** A registry of packages of this machine: what is published there nobody else sees. */
export interface PackageRegistry {
  readonly url: string;
  /** Writes an `.npmrc` that takes `@bobine/*` from there, and all else from where npm takes it. */
  writeNpmrc(folder: string): string;
  stop(): Promise<void>;
}

/** @param folder for what is published, and its configuration */
export async function startPackageRegistry(folder: string): Promise<PackageRegistry> {
  install();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, "verdaccio.yaml");
  writeFileSync(
    config,
    JSON.stringify({
      storage: join(folder, "storage"),
      auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: 1 } },
      packages: { "@bobine/*": { access: "$all", publish: "$authenticated" } },
      log: { type: "stdout", format: "json", level: "warn" },
    }),
  );
  const program = join(INSTALLED, "node_modules/verdaccio/bin/verdaccio");
  const child = spawn(process.execPath, [program, "--config", config, "--listen", `127.0.0.1:${port}`], {
    stdio: "ignore",
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  };
  await untilItAnswers(`${url}-/ping`).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const answer = await fetch(`${url}-/user/org.couchdb.user:team`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "team", password: "of-this-run-alone" }),
  });
  const { token } = (await answer.json()) as { token: string };
  return {
    url,
    writeNpmrc: (into) => {
      const file = join(into, ".npmrc");
      writeFileSync(file, `@bobine:registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`);
      return file;
    },
    stop,
  };
}

function install(): void {
  if (existsSync(join(INSTALLED, "node_modules/verdaccio/package.json"))) return;
  mkdirSync(INSTALLED, { recursive: true });
  // One of its dependencies asks for a tag that some mirrors do not have.
  writeFileSync(
    join(INSTALLED, "package.json"),
    JSON.stringify({ private: true, overrides: { "node-fetch": "2.7.0" } }),
  );
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `verdaccio@${VERSION}`], {
    cwd: INSTALLED,
    stdio: "ignore",
  });
}

async function untilItAnswers(address: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (Date.now() > limit) throw new Error(`${address} does not answer`);
    await new Promise((done) => setTimeout(done, 200));
  }
}
