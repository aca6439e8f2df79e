#!/usr/bin/env node
// Starts, tests, builds and checks Bobine on a machine with Node ≥ 20 and npm: see tooling/README.md.
import {
  apiLevel,
  bench,
  build,
  campaign,
  changeset,
  check,
  gallery,
  migrate,
  ops,
  packages,
  schema,
  start,
  test,
} from "./runner/commands.mjs";
import { Failure } from "./runner/process.mjs";

const USAGE = `Usage: npm start
       npm test [-- checks unit integration e2e]
       npm run build
       npm run gallery
       npm run check
       npm run migrate [-- --make-role]
       npm run ops [-- <area> <verb> …]
       npm run packages
       npm run schema
       npm run api-level
       npm run changeset [add | status | version]
       npm run bench <name>
       npm run campaign [<name> … | all]`;

const commands = {
  start,
  test,
  bench,
  build,
  campaign,
  check,
  gallery,
  migrate,
  ops,
  packages,
  schema,
  changeset,
  "api-level": apiLevel,
};

async function main() {
  const [name = "", ...rest] = process.argv.slice(2);
  if (Number(process.versions.node.split(".")[0]) < 20)
    throw new Failure("Bobine needs Node 20 or newer to start.");
  if (!Object.hasOwn(commands, name)) throw new Failure(USAGE);
  return commands[name](rest);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
