import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { init, parse } from "es-module-lexer";
import { OWN_LIBRARIES } from "./own-repository.mjs";
import { folderOf, versionOf } from "./place.mjs";
import { acceptedRange, LENT_LIBRARIES } from "./shared-modules.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const byName = (one, other) => (one < other ? -1 : 1);

/** What a remote of another repository installs, each after what it needs. */
export const PACKAGES = [
  "@bobine/contract",
  "@bobine/shared-ui",
  "@bobine/shared-auth",
  "@bobine/remote-kit",
];

/** Of the workspace alone: tests, examples, the gallery, and the comparison with one bundle. */
const LEFT_OUT = /\.(?:test|example)\.|[\\/]gallery|[\\/]one-bundle\.|[\\/]pack(?:ages)?-|\.tsbuildinfo$/;
/** Beside what the compiler writes. */
const BESIDE = ["README.md", "CHANGELOG.md", "remote.tsconfig.json"];
/** What the kit says to who installs it, in the place of what it says to who works on it, and what a build must be. */
const PAGES_OF_KIT = {
  "README.md": "tooling/federation/for-teams.md",
  "remote-protocol.md": "docs/remote-protocol.md",
};
/** Known by name to the kit's commands, which look for them in the remote's folder. */
const NOT_IMPORTED = ["@bobine/shared-auth", "@bobine/shared-ui", "@mantine/core", "@tanstack/react-query"];

/**
 * Writes each package as it is published: JavaScript with declarations and source maps, and nothing that is read outside its own folder.
 * @param {string} out a folder; what is in it is replaced
 * @returns {Promise<Record<string, string>>} package → its folder
 */
export async function writePackages(out) {
  await init;
  const folders = {};
  for (const name of PACKAGES) {
    const folder = join(out, name.slice("@bobine/".length));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const source = folderOf(ROOT, name);
    if (existsSync(join(source, "tsconfig.json"))) compile(source, join(folder, "dist"));
    else copySources(source, folder);
    for (const file of BESIDE)
      if (existsSync(join(source, file))) cpSync(join(source, file), join(folder, file));
    if (name === "@bobine/remote-kit")
      for (const [file, page] of Object.entries(PAGES_OF_KIT)) cpSync(join(ROOT, page), join(folder, file));
    unlinkPages(folder);
    const manifest = publishedManifest(
      JSON.parse(readFileSync(join(source, "package.json"), "utf8")),
      folder,
    );
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    folders[name] = folder;
  }
  writeFileSync(
    join(folders["@bobine/remote-kit"], "versions.json"),
    `${JSON.stringify(knownVersions(), null, 2)}\n`,
  );
  return folders;
}

/** A link to a page that is not in the package says its text. */
function unlinkPages(folder) {
  for (const file of globSync("*.md", { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8").replaceAll(
      /(?<!!)\[([^\]]+)\]\(([^)\s#]+)(?:#[^)]*)?\)/g,
      (link, words, target) => (/^https?:/.test(target) || existsSync(join(folder, target)) ? link : words),
    );
    writeFileSync(path, text);
  }
}

/** What the kit says a new remote begins with, and asks of its host. */
const knownVersions = () =>
  Object.fromEntries(
    [...new Set([...OWN_LIBRARIES, ...LENT_LIBRARIES])].toSorted().map((name) => [name, versionOf(name)]),
  );

function compile(source, dist) {
  const options = {
    composite: "false",
    incremental: "false",
    emitDeclarationOnly: "false",
    declaration: "true",
    sourceMap: "true",
    inlineSources: "true",
    rewriteRelativeImportExtensions: "true",
    outDir: dist,
  };
  // Types of what it refers to, which nobody may have built yet.
  execFileSync(process.execPath, [TSC, "-b", source], { cwd: ROOT, stdio: "inherit" });
  const flags = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  execFileSync(process.execPath, [TSC, "-p", join(source, "tsconfig.json"), ...flags], {
    cwd: ROOT,
    stdio: "inherit",
  });
  for (const file of globSync("**/*", { cwd: dist }))
    if (LEFT_OUT.test(`/${file}`)) rmSync(join(dist, file), { recursive: true, force: true });
  const sources = existsSync(join(source, "src")) ? join(source, "src") : source;
  for (const file of globSync("**/*.css", { cwd: sources }))
    if (!file.includes("node_modules") && !LEFT_OUT.test(`/${file}`)) {
      mkdirSync(dirname(join(dist, file)), { recursive: true });
      cpSync(join(sources, file), join(dist, file));
    }
}

function copySources(source, folder) {
  for (const file of globSync("src/**/*.{mjs,d.mts}", { cwd: source }))
    if (!LEFT_OUT.test(`/${file}`)) cpSync(join(source, file), join(folder, file));
}

/**
 * The package.json of a published package: what hosts lend is asked of who installs it, once for all packages; what only tests use, if they do.
 * @param {object} manifest of the workspace
 * @param {string} folder with the files to publish
 */
function publishedManifest(
  { private: _private, devDependencies: _dev, scripts: _scripts, ...manifest },
  folder,
) {
  const own = Object.keys(manifest.dependencies ?? {});
  const imported = importedPackages(folder).filter((name) => name !== manifest.name);
  const lent = [...own, ...imported].filter((name) => LENT_LIBRARIES.includes(name));
  const optional = imported.filter((name) => !own.includes(name) && !lent.includes(name));
  const looked = manifest.bin ? NOT_IMPORTED : [];
  const peers = [...new Set([...lent, ...optional, ...looked])].toSorted(byName);
  return {
    ...manifest,
    engines: { node: ">=22" },
    exports: publishedExports(manifest.exports, folder),
    dependencies: Object.fromEntries(
      own.filter((name) => !LENT_LIBRARIES.includes(name)).map((name) => [name, versionOf(name)]),
    ),
    peerDependencies: Object.fromEntries(peers.map((name) => [name, acceptedRange(versionOf(name))])),
    peerDependenciesMeta: Object.fromEntries(
      [...optional, ...looked].map((name) => [name, { optional: true }]),
    ),
  };
}

/** The packages that the files of a folder import, without those of Node.js. */
function importedPackages(folder) {
  const found = new Set();
  for (const file of globSync("**/*.{js,mjs}", { cwd: folder })) {
    const [imports] = parse(readFileSync(join(folder, file), "utf8"));
    for (const { n: request } of imports) {
      if (request === undefined) continue;
      if (request.startsWith(".")) {
        assertInside(folder, file, request);
        continue;
      }
      const [scope = "", name = ""] = request.split("/");
      const library = request.startsWith("@") ? `${scope}/${name}` : scope;
      if (!library.startsWith("node:") && !builtinModules.includes(library)) found.add(library);
    }
  }
  return [...found].toSorted(byName);
}

function assertInside(folder, file, request) {
  const path = resolve(folder, dirname(file), request);
  if (relative(folder, path).startsWith("..") || !existsSync(path))
    throw new Error(`${file} imports ${request}, which is no part of its package`);
}

/** `./src/index.ts` → what the compiler made of it; a module of the kit has its declarations beside it. */
function publishedExports(exports, folder) {
  const isCompiled = existsSync(join(folder, "dist"));
  const targetOf = (path) => {
    if (!isCompiled) {
      const types = path.replace(/\.mjs$/, ".d.mts");
      return types === path ? path : { types, default: path };
    }
    const js = path.replace(/^\.\/(?:src\/)?/, "./dist/").replace(/\.tsx?$/, ".js");
    return { types: js.replace(/\.js$/, ".d.ts"), default: js };
  };
  return {
    ...Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, targetOf(path)])),
    "./package.json": "./package.json",
  };
}
