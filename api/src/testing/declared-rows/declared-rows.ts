// The types of rows that the code declares, read from the compiler once for each state of the sources.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";
import type { Declared } from "./shapes.ts";

const READER = fileURLToPath(new URL("read-declared-rows.ts", import.meta.url));
const FILE = join(ROOT, ".cache/declared-rows.json");
/** What the types come from. */
const SOURCES = ["api/src", "api/contract"];

export interface ReadRows {
  /** Of the sources that they were read from. */
  readonly hash: string;
  readonly declared: Declared;
}

/** In a process of its own: the compiler works while the caller does something else. */
export async function declaredRows(): Promise<Declared> {
  const hash = hashOfSources();
  if (!existsSync(FILE) || read().hash !== hash)
    await promisify(execFile)(process.execPath, [READER, FILE, hash]);
  return read().declared;
}

const read = (): ReadRows => JSON.parse(readFileSync(FILE, "utf8")) as ReadRows;

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const paths = readdirSync(join(ROOT, source), { recursive: true, encoding: "utf8" });
    for (const path of paths.toSorted()) {
      if (!path.endsWith(".ts") || path.includes("node_modules")) continue;
      hash.update(`${path}\0`).update(readFileSync(join(ROOT, source, path)));
    }
  }
  return hash.digest("hex");
}
