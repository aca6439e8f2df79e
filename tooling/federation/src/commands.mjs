import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandRefusal } from "./command-refusal.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { ownRepository } from "./own-repository.mjs";
import { WORKSPACE } from "./place.mjs";
import { PRODUCT_COMMANDS } from "./product-commands.mjs";
import { writeRemote } from "./remote-files.mjs";
import { publicPart } from "./signing-key.mjs";

const require = createRequire(import.meta.url);

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} does in one line
 * @property {(args: readonly string[]) => Promise<number | undefined>} run gives the exit code; undefined = it goes on until it is stopped
 */

/** @type {Readonly<Record<string, Command>>} */
export const COMMANDS = {
  new: {
    usage: "new mfe-<name> [folder]",
    does: "a remote in a folder of its own",
    async run([name = "", folder = name, ...more]) {
      if (more.length > 0 || folder.startsWith("-"))
        throw new CommandRefusal("This command takes a name, mfe-…, and a folder at most.");
      if (WORKSPACE !== undefined)
        throw new CommandRefusal("Inside the product's workspace: npm run new-remote -- mfe-<name>.");
      const files = written(name, resolve(folder));
      console.log(`${name}: ${files.join(", ")}`);
      console.log(`next: cd ${folder} && npm install && npm run dev`);
      return 0;
    },
  },
  dev: {
    usage: "dev",
    does: "alone, from the sources, at PORT; BOBINE_API=<address> asks a running product",
    run: () => serve("development"),
  },
  build: {
    usage: "build",
    does: "dist/, what is published",
    run: build,
  },
  test: {
    usage: "test [file…]",
    does: "its tests, by vitest",
    run: (args) =>
      runProgram(packageProgram("vitest", "vitest.mjs"), [
        "run",
        "--config",
        join(import.meta.dirname, "vitest.config.mjs"),
        "--root",
        process.cwd(),
        ...args,
      ]),
  },
  preview: {
    usage: "preview",
    does: "alone, minified",
    run: () => serve("production"),
  },
  key: {
    usage: "key <file>",
    does: "the public part of the key that signs its builds, which is made where there is none",
    async run([file, ...more]) {
      if (file === undefined || more.length > 0) throw new CommandRefusal("This command takes one file.");
      const key = publicPart(file);
      console.log(
        `${file} signs, and stays with you. A super admin registers its public part, in the console:`,
      );
      console.log(`${nameOf(process.cwd())}=${key}`);
      return 0;
    },
  },
  ...PRODUCT_COMMANDS,
};

function written(name, dir) {
  try {
    return writeRemote(name, dir, ownRepository(name));
  } catch (error) {
    throw new CommandRefusal(error.message);
  }
}

/** The remote alone, without the host and without the other remotes. */
async function serve(mode) {
  const { serveStandalone } = await import("./standalone.mjs");
  const dir = process.cwd();
  const name = nameOf(dir);
  const api = process.env.BOBINE_API;
  const port = process.env.PORT ? Number(process.env.PORT) : undefined;
  const { url, stop } = await serveStandalone({
    dir,
    name,
    mode,
    ...(port ? { port } : {}),
    ...(api ? { api } : {}),
  });
  console.log(`${name} alone: ${url} (${api ? `API: ${api}` : "API: stubs of the contract"})`);
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  endWithNpm(end);
  return undefined;
}

/** As its package is called: its folder may have any name. */
const nameOf = (dir) =>
  JSON.parse(readFileSync(join(dir, "package.json"), "utf8")).name.replace(/^@[^/]+\//, "");

/** As `webpack --mode production` does, by the configuration of the folder. */
async function build() {
  const file = resolve("webpack.config.mjs");
  if (!existsSync(file))
    throw new CommandRefusal("There is no webpack.config.mjs here: is it the folder of a remote?");
  const { default: config } = await import(pathToFileURL(file).href);
  const compiler = require("webpack")(
    typeof config === "function" ? config({}, { mode: "production" }) : config,
  );
  const stats = await new Promise((done, failed) => {
    compiler.run((error, result) => (error ? failed(error) : done(result)));
  });
  await new Promise((done) => compiler.close(done));
  console.log(stats.toString({ preset: "errors-warnings", colors: process.stdout.isTTY }));
  return stats.hasErrors() ? 1 : 0;
}

const packageProgram = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);

/** @returns {Promise<number>} its exit code */
const runProgram = (file, args) =>
  new Promise((done, failed) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: "inherit" });
    child.once("error", failed);
    child.once("exit", (code) => done(code ?? 1));
  });
