// Runs the preparation of the database in a process of its own, so that the web process never logs in as the owner.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MIGRATE = fileURLToPath(new URL("../cli/migrate.ts", import.meta.url));

/**
 * @param urls the owner's, and the web process's role; null makes none
 * @param log told of each line that it prints
 * @throws {Error} with what it said, when it failed
 */
export async function prepareApart(
  urls: { readonly ownerUrl: string; readonly webUrl: string | null },
  log: (line: string) => void,
): Promise<void> {
  const { DATABASE_OWNER_URL: _owner, DATABASE_URL: _web, ...inherited } = process.env;
  const child = spawn(process.execPath, [MIGRATE, "--prepare"], {
    env: {
      ...inherited,
      DATABASE_OWNER_URL: urls.ownerUrl,
      ...(urls.webUrl === null ? {} : { DATABASE_URL: urls.webUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let failure = "";
  child.stderr.on("data", (chunk: Buffer) => (failure += chunk.toString()));
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  for (const line of said.split("\n")) if (line !== "") log(line);
  if (code !== 0)
    throw new Error(failure.trim() || `the preparation of the database ended with ${String(code)}`);
}
