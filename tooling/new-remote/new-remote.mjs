// `npm run new-remote -- mfe-x`: a remote from the template, in the lists of the workspace.
import { join, resolve } from "node:path";
import { enrolRemote, makeRemote } from "./make-remote.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const name = process.argv[2] ?? "";
try {
  const files = makeRemote(name, join(ROOT, name));
  console.log(`${name}: ${files.join(", ")}`);
  console.log(`in the lists: ${enrolRemote(name).join(", ")}`);
  console.log(`next: pnpm install, then pnpm --filter @bobine/${name} dev (docs/new-remote.md)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
