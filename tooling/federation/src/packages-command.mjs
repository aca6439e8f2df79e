#!/usr/bin/env node
// `npm run packages [folder]`: what a remote of another repository installs, in `.cache/packages/*.tgz`.
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { writePackages } from "./pack-packages.mjs";

const [out = join(import.meta.dirname, "../../../.cache/packages")] = process.argv.slice(2);
const OUT = resolve(out);

for (const [name, folder] of Object.entries(await writePackages(OUT))) {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", OUT], { cwd: folder, encoding: "utf8" }),
  );
  console.log(`${name}: ${join(OUT, filename)}`);
}
