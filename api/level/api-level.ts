// `npm run api-level`: writes down what callers can see of the calls; `-- --check` compares it with what is written.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { API_LEVEL } from "@bobine/contract/api-level";
import { contractRoutes } from "./contract-routes.ts";
import { callChanges, missingLevel } from "./compare-calls.ts";
import { type Calls, describeCalls } from "./describe-calls.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const REPORT = join(import.meta.dirname, "calls.json");

const report = JSON.parse(readFileSync(REPORT, "utf8")) as { level: string; calls: Calls };
const calls = describeCalls(await contractRoutes());
const changes = callChanges(report.calls, calls);
const missing = missingLevel(changes, report.level, API_LEVEL);
if (missing !== undefined) {
  console.error(`${missing} (api/contract/federation/api-level.ts, with a line of what it brings).`);
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) {
  writeFileSync(REPORT, `${JSON.stringify({ level: API_LEVEL, calls }, null, 2)}\n`);
} else if (report.level !== API_LEVEL || Object.values(changes).some((some) => some.length > 0)) {
  console.error(`${relative(ROOT, REPORT)} is of level ${report.level}: npm run api-level.`);
  process.exitCode = 1;
}
