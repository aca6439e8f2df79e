import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

interface Loaded {
  readonly packages: readonly string[];
  /** Files of the product. */
  readonly own: number;
}

/** What a file loads with all that it imports. */
async function loadedBy(worker: string): Promise<Loaded> {
  const script = `
    import { registerHooks } from "node:module";
    const packages = new Set();
    let own = 0;
    registerHooks({ load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) packages.add(name);
      else if (url.startsWith("file:")) own += 1;
      return next(url, context);
    } });
    // It is no thread here, which it says once all is loaded.
    await import(${JSON.stringify(join(import.meta.dirname, worker))}).catch(() => undefined);
    process.stdout.write(JSON.stringify({ packages: [...packages].toSorted(), own }));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  return JSON.parse(stdout) as Loaded;
}

describe("a thread that reads a file starts with what it reads by, without the checks of calls", () => {
  test.each([
    ["box-office-worker.ts", ["saxes", "xmlchars"]],
    ["read-bank-statement.worker.ts", ["csv-parse", "pend", "saxes", "xmlchars", "yauzl"]],
    ["read-statement-tables.worker.ts", ["csv-parse", "pend", "saxes", "xmlchars", "yauzl"]],
    ["plan-lettering.worker.ts", []],
  ])("%s", async (worker, packages) => {
    const loaded = await loadedBy(worker);
    expect(loaded.packages).toEqual(packages);
    // All of it was loaded: a file that fails half-way has few.
    expect(loaded.own).toBeGreaterThan(20);
  });
});
