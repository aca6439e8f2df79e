#!/usr/bin/env node
// `node one-bundle.mjs <folder>`: the product's sources as ONE bundle, to compare with (e2e/bench/load.bench.ts). It is never served to users.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import webpack from "webpack";
import { LendingPlugin, lendingRules } from "./lending-plugin.mjs";
import { hostConfig } from "./preset.mjs";
import { lateModulePaths } from "./shared-modules.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/**
 * The host as it is, without federation: where it asks the federation runtime for a remote, it finds the remote's exposed module, which is
 * in the bundle. Pages stay lazy as they are written. Libraries are shaken by their users, which a shared library cannot be.
 * @param {{ output: string, remotes: readonly string[] }} options where the host's files go; folders of the remotes
 */
export function oneBundleConfig({ output, remotes }) {
  const config = hostConfig({ dir: join(ROOT, "host") })({}, { mode: "production" });
  const work = join(ROOT, ".cache/one-bundle");
  mkdirSync(work, { recursive: true });
  const modules = join(work, "modules.js");
  writeFileSync(modules, remotesSource(remotes));
  return {
    ...config,
    output: { ...config.output, path: output, uniqueName: "bobine_one" },
    resolve: {
      ...config.resolve,
      alias: { ...withoutLending(config.resolve.alias), "@module-federation/enhanced/runtime": modules },
    },
    module: { rules: config.module.rules.filter((rule) => !isOfLending(rule)) },
    plugins: config.plugins.filter(
      (plugin) => !(plugin instanceof ModuleFederationPlugin || plugin instanceof LendingPlugin),
    ),
  };
}

/** Nobody borrows anything: what is all of a library for others is nothing here, and `@mantine/dates` is what its users take of it. */
function withoutLending(alias) {
  const late = lateModulePaths("");
  return Object.fromEntries(
    Object.entries(alias)
      .filter(([request]) => !(request in late) || /[/](whole|screens)[$]$/.test(request))
      .map(([request, path]) => [request, request in late ? false : path]),
  );
}

const LENDING = new Set(lendingRules(join(ROOT, "host")).map(loaderOf));
const isOfLending = (rule) => LENDING.has(loaderOf(rule));
function loaderOf({ loader, use }) {
  return loader ?? use?.loader;
}

/** Stands for the federation runtime: what the host calls of it (host/src/federation/remote-loader.ts). Styles of what screens are made of come with it. */
const remotesSource = (remotes) =>
  [
    `import ${JSON.stringify(join(ROOT, "host/src/lent/mantine-screens-styles.ts"))};`,
    ...remotes.map(
      (name, index) =>
        `import * as exposed${index} from ${JSON.stringify(join(ROOT, name, "src/remote.tsx"))};`,
    ),
    `const modules = { ${remotes.map((name, index) => `"bobine_${name.replaceAll("-", "_")}": exposed${index}`).join(", ")} };`,
    `export const registerPlugins = () => undefined;`,
    `export const registerRemotes = () => undefined;`,
    // "bobine_mfe_finance_<build>/remote"
    `export const loadRemote = async (id) => modules[id.slice(0, id.lastIndexOf("_"))];`,
    "",
  ].join("\n");

/** Every folder of the product that is a remote. */
export const remoteFolders = () =>
  readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, "remote.config.json")));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const output = resolve(process.argv[2] ?? "");
  webpack(oneBundleConfig({ output, remotes: remoteFolders() }), (error, stats) => {
    if (error || stats === undefined || stats.hasErrors()) {
      console.error(error ?? stats?.toString({ preset: "errors-only" }));
      process.exitCode = 1;
    }
  });
}
