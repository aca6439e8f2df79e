#!/usr/bin/env node
// `gallery-command.mjs dev|preview`: the gallery of shared-ui, from the sources as they change or as it is built.
import { serveGallery } from "./gallery.mjs";

const modes = { dev: "development", preview: "production" };
const mode = modes[process.argv[2]];
if (mode === undefined) {
  console.error("gallery-command.mjs dev | preview");
  process.exit(2);
}
const port = process.env.PORT ? Number(process.env.PORT) : undefined;
const { url, stop } = await serveGallery({ mode, ...(port ? { port } : {}) });
console.log(`gallery: ${url}`);
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void stop().then(() => process.exit(0)));
