#!/usr/bin/env node
// `bobine-remote dev|preview` in a remote's folder: the remote alone, without the host and without the other remotes.
import { basename } from "node:path";
import { serveStandalone } from "./standalone.mjs";

const [command] = process.argv.slice(2);
const modes = { dev: "development", preview: "production" };
const mode = modes[command];
if (mode === undefined) {
  console.error("bobine-remote dev | preview");
  process.exit(2);
}
const dir = process.cwd();
const api = process.env.BOBINE_API;
const port = process.env.PORT ? Number(process.env.PORT) : undefined;
const { url, stop } = await serveStandalone({
  dir,
  name: basename(dir),
  mode,
  ...(port ? { port } : {}),
  ...(api ? { api } : {}),
});
console.log(`${basename(dir)} alone: ${url} (${api ? `API: ${api}` : "API: stubs of the contract"})`);
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void stop().then(() => process.exit(0)));
