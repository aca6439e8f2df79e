// nginx of the machine, with the rules of deploy/nginx, in front of nodes of a test.
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../../tooling/free-port.mjs";
import { until } from "./node.testing.ts";

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../deploy/nginx/${name}`, import.meta.url));
const RULES = fileOf("bobine-proxy.conf");
const SCRIPT = fileOf("rolling-restart.sh");
const LOG_FORMAT = fileOf("bobine-log.conf");
/** Debian puts it where only root's path goes. */
const PATHS = ["nginx", "/usr/sbin/nginx"];

/** Why there is no proxy to test with; undefined when there is one. */
export function missingNginxReason(): string | undefined {
  if (program() === undefined)
    return "nginx is not installed on this machine (Debian: apt-get install nginx-light)";
  return spawnSync("curl", ["--version"], { stdio: "ignore" }).status === 0
    ? undefined
    : "curl, which deploy/nginx/rolling-restart.sh needs, is not installed on this machine";
}

const program = (): string | undefined =>
  PATHS.find((path) => spawnSync(path, ["-v"], { stdio: "ignore" }).status === 0);

/** Each `server` of a site of deploy/nginx. */
export const serversOf = (site: string): string[] =>
  readFileSync(fileOf(site), "utf8")
    .split(/^server \{$/m)
    .slice(1);
/** The lines of a `server` that say what is logged. */
export const logLinesOf = (server: string): string[] =>
  server
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^(access|error)_log /.test(line));

export interface TestProxy {
  readonly url: string;
  /** Takes away where it keeps what does not fit into memory. */
  readonly loseTemporaryFolders: () => void;
  /** All that it has logged. */
  readonly logged: () => string;
  /** Runs deploy/nginx/rolling-restart.sh; `control` is asked to restart each node, by POST to its address. */
  restartNodes(control: string): Promise<void>;
  stop(): Promise<void>;
}

/** A proxy for nodes at these ports. */
export async function startNginx(ports: readonly number[]): Promise<TestProxy> {
  const nginx = program();
  if (nginx === undefined) throw new Error(missingNginxReason());
  const folder = mkdtempSync(join(tmpdir(), "bobine-nginx-"));
  const port = await freePort();
  const upstream = join(folder, "upstream.conf");
  writeFileSync(
    upstream,
    ports.map((each) => `    server 127.0.0.1:${each} max_fails=2 fail_timeout=2s;\n`).join(""),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const logs = logLinesOf(serversOf("bobine.conf").at(-1) ?? "")
    .join(" ")
    .replaceAll("/var/log/nginx", folder);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 512; }
http {
  include "${LOG_FORMAT}"; ${temporary}
  upstream bobine { include ${upstream}; keepalive 64; keepalive_timeout 4s; }
  server { listen 127.0.0.1:${port}; ${logs} include "${RULES}"; }
}`,
  );
  const child: ChildProcess = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  await until("nginx answers", () =>
    fetch(`${url}/readyz`).then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0,
      () => false,
    ),
  );
  return {
    url,
    loseTemporaryFolders: () => rmSync(join(folder, "client_body"), { recursive: true }),
    logged: () =>
      ["access.log", "error.log"].map((name) => readFileSync(join(folder, name), "utf8")).join(""),
    restartNodes: async (control) => {
      const reload = `kill -HUP ${child.pid}`;
      const restart = `curl --silent --fail --request POST "${control}/$1"`;
      await promisify(execFile)(SCRIPT, [upstream, reload, restart]);
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      if (process.env["TEST_LOG_LEVEL"])
        process.stderr.write(readFileSync(join(folder, "error.log"), "utf8"));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
