// Runs what needs the owner of the database in a process of its own, so that the web process never logs in as the owner.
import { spawn } from "node:child_process";
import { OperatorProblem } from "../operator-problem.ts";

/** The owner's address, and that of the web process's role; null is none. */
export interface OwnerUrls {
  readonly ownerUrl: string;
  readonly webUrl: string | null;
}

interface Apart {
  /** Told of each line that it prints. */
  readonly log: (line: string) => void;
  /** What this process knows and its own environment does not say. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * @param script an entry point of ours, with its arguments
 * @throws {Error} with what it said, when it failed
 */
export async function runApart(
  [script, ...args]: readonly [string, ...string[]],
  { ownerUrl, webUrl }: OwnerUrls,
  { log, env = {}, signal }: Apart,
): Promise<void> {
  const { DATABASE_OWNER_URL: _owner, DATABASE_URL: _web, ...inherited } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      ...inherited,
      ...env,
      DATABASE_OWNER_URL: ownerUrl,
      ...(webUrl === null ? {} : { DATABASE_URL: webUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal ? { signal } : {}),
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
    throw new OperatorProblem(
      failure.trim() || `the work of the database's owner ended with ${String(code)}`,
    );
}
