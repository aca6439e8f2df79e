import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { registrySchema } from "@bobine/contract/registry";
import { extentOf } from "../../tooling/extent.mjs";
import type { Product } from "./product.ts";
import { sha384 } from "./remote-faults.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A remote in which a team has changed one text. */
export interface OtherBuild {
  /** The folder to publish. */
  readonly dist: string;
  readonly build: string;
  remove(): void;
}

/**
 * Built from its sources as the team would; in `npm test`, to save the time of the bundler, the build on disk with other texts.
 * @param name folder of the remote (`mfe-finance`); @param file below it; the text must be in it
 * @throws when the text is not there, or the build fails
 */
export function buildChanged(name: string, file: string, text: string, changed: string): OtherBuild {
  const parent = mkdtempSync(join(tmpdir(), "bobine-other-build-"));
  const remove = (): void => rmSync(parent, { recursive: true, force: true });
  try {
    if (extentOf("journeys") === "part") return { ...editedBuild(parent, name, text, changed), remove };
    const dir = join(parent, name);
    const left = new Set(["node_modules", "dist"]);
    cpSync(join(ROOT, name), dir, { recursive: true, filter: (path) => !left.has(basename(path)) });
    symlinkSync(join(ROOT, name, "node_modules"), join(dir, "node_modules"));
    const source = readFileSync(join(dir, file), "utf8");
    if (!source.includes(text)) throw new Error(`${file} does not say « ${text} »`);
    writeFileSync(
      join(dir, file),
      source.replace(text, () => changed),
    );
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["node_modules/webpack/bin/webpack.js", "--mode", "production"],
      { cwd: dir, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`the changed ${name} is not built:\n${stdout}${stderr}`);
    const dist = join(dir, "dist");
    const { build } = JSON.parse(readFileSync(join(dist, "remote.json"), "utf8")) as { build: string };
    return { dist, build, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The build on disk as another one: its name and a text are others wherever they stand, and so are the hashes of its files. */
function editedBuild(
  parent: string,
  name: string,
  text: string,
  changed: string,
): Omit<OtherBuild, "remove"> {
  const dist = join(parent, "dist");
  cpSync(join(ROOT, name, "dist"), dist, { recursive: true });
  const manifest = join(dist, "remote.json");
  const remote = JSON.parse(readFileSync(manifest, "utf8")) as {
    build: string;
    integrity: Record<string, string>;
  };
  const build = createHash("sha256").update(`${remote.build} ${changed}`).digest("hex").slice(0, 12);
  let isThere = false;
  for (const file of Object.keys(remote.integrity)) {
    if (!/[.](?:js|css)$/.test(file)) continue;
    const content = readFileSync(join(dist, file), "utf8");
    isThere ||= content.includes(text);
    const edited = content.replaceAll(remote.build, build).replaceAll(text, changed);
    writeFileSync(join(dist, file), edited);
    remote.integrity[file] = sha384(edited);
  }
  if (!isThere) throw new Error(`the build of ${name} does not say « ${text} »`);
  writeFileSync(manifest, JSON.stringify({ ...remote, build }));
  return { dist, build };
}

/** The host on disk as another one, whose page says so of itself: `data-host`. Its files are the same. */
export function otherHost(says: string): OtherBuild {
  const parent = mkdtempSync(join(tmpdir(), "bobine-other-host-"));
  const dist = join(parent, "dist");
  cpSync(join(ROOT, "host/dist"), dist, { recursive: true });
  const root = '<div id="root"';
  const page = readFileSync(join(dist, "index.html"), "utf8");
  if (!page.includes(root)) throw new Error("the page of the host has no root");
  const changed = page.replace(root, `${root} data-host="${says}"`);
  writeFileSync(join(dist, "index.html"), changed);
  const host = JSON.parse(readFileSync(join(dist, "host.json"), "utf8")) as {
    build: string;
    integrity: Record<string, string>;
  };
  const build = createHash("sha256").update(`${host.build} ${says}`).digest("hex").slice(0, 12);
  const integrity = { ...host.integrity, "index.html": sha384(changed) };
  writeFileSync(join(dist, "host.json"), JSON.stringify({ ...host, build, integrity }));
  return { dist, build, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** `npm run ops -- remotes …` of an operator, while the product runs. @returns what it prints */
export const remotesCommand = ({ dataDir }: Product, ...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, "api/src/cli/ops.ts"), "remotes", ...args], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dataDir },
  });

/** Digests of what the server gives to browsers, by part: the page without what the registry puts in it, the host's files, each remote's. */
export async function servedDigests(url: string): Promise<Record<string, string>> {
  const registry = registrySchema.parse(await (await fetch(`${url}/registry.json`)).json());
  const html = await (await fetch(`${url}/`)).text();
  // What follows from the registry may change with it: the registry itself, and what is preloaded of a remote.
  const page = html
    .replace(/<script type="application\/json"[^]*?<\/script>/, "")
    .replaceAll(/<link [^>]*"\/r\/[^>]*>\s*/g, "");
  const digests: Record<string, string> = { page: createHash("sha256").update(page).digest("hex") };
  const parts = [
    { name: "host", baseUrl: "/assets/host/", integrity: registry.host.integrity },
    ...registry.remotes,
  ];
  for (const { name, baseUrl, integrity } of parts) {
    const digest = createHash("sha256");
    for (const file of Object.keys(integrity).sort()) {
      if (file === "index.html") continue;
      const answer = await fetch(`${url}${baseUrl}${file}`);
      if (!answer.ok) throw new Error(`${name}: ${file} answers ${answer.status}`);
      digest.update(file).update(new Uint8Array(await answer.arrayBuffer()));
    }
    digests[name] = digest.digest("hex");
  }
  return digests;
}
