#!/usr/bin/env node
// `npm run lent-exports`: writes down what the packages that the host lends export; `-- --check` compares it with what is written.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { HOST_CONTRACT } from "../federation/src/host-contract.mjs";
import { SHARED_MODULES } from "../federation/src/shared-modules.mjs";
import { changesOf, missingRise } from "./compare-exports.mjs";
import { readExports } from "./read-exports.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const REPORT = join(import.meta.dirname, "exports.json");

const report = JSON.parse(readFileSync(REPORT, "utf8"));
const packages = readExports(ROOT, SHARED_MODULES.filter((name) => name.startsWith("@bobine/")).sort());
const changes = changesOf(report.packages, packages);
const rise = missingRise(changes, report.contract, HOST_CONTRACT);
if (rise !== undefined) {
  console.error(`${rise} (tooling/federation/src/host-contract.mjs, with a line of what it brings).`);
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) {
  writeFileSync(REPORT, `${JSON.stringify({ contract: HOST_CONTRACT, packages }, null, 2)}\n`);
} else if (report.contract !== HOST_CONTRACT || Object.values(changes).some((names) => names.length > 0)) {
  console.error(`${relative(ROOT, REPORT)} is of contract ${report.contract}: npm run lent-exports.`);
  process.exitCode = 1;
}
