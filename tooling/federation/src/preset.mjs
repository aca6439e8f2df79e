import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import ReactRefreshPlugin from "@pmmmwh/react-refresh-webpack-plugin";
import CssMinimizerPlugin from "css-minimizer-webpack-plugin";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import TerserPlugin from "terser-webpack-plugin";
import webpack from "webpack";
import { BuildMetadataPlugin } from "./build-metadata-plugin.mjs";
import { bobineRemote, CHUNK_TIMEOUT_MS } from "./bundler.mjs";
import { ChunkIntegrityPlugin, InitialIntegrityPlugin } from "./chunk-integrity-plugin.mjs";
import { ACCEPTED_API_LEVEL } from "@bobine/contract/api-level";
import { federationPolicy, FORGET_FAILED_SHARES, RUNTIME_RULE } from "./federation-options.mjs";
import { HOST_CONTRACT } from "./host-contract.mjs";
import { LendingPlugin, lendingRules } from "./lending-plugin.mjs";
import { cacheFolder } from "./place.mjs";
import { PrecompressPlugin } from "./precompress-plugin.mjs";
import {
  LATE_SHARES,
  lateModulePaths,
  routerPaths,
  sharedModules,
  sharedVersions,
} from "./shared-modules.mjs";
import { StableRuntimeEntryPlugin } from "./stable-runtime-entry-plugin.mjs";

const require = createRequire(import.meta.url);
const here = import.meta.dirname;

/** Where the API serves the host's files; index.html itself is served on every path. */
export const HOST_PUBLIC_PATH = "/assets/host/";

const STANDALONE = "-standalone";

/** What the entry of the host begins with. */
const BOOTSTRAP = "./bootstrap.tsx";

/** What is ours, as it is written. */
const SOURCES = /\.tsx?$/;

const RESOLVE = { extensions: [".ts", ".tsx", ".mjs", ".js"] };

/** The folder of the federation plugin has its version in its name. */
const VERSIONS = `${webpack.version} ${require.resolve("@module-federation/enhanced/webpack")}`;

const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

/**
 * The webpack configuration of the shell.
 * @param {{ dir: string }} options the host's folder
 * @returns {(env: unknown, argv: { mode?: "development" | "production" }) => import("webpack").Configuration}
 */
export function hostConfig({ dir }) {
  return (_env, argv) => {
    const mode = argv.mode ?? "production";
    const lending = new LendingPlugin({ role: "host", dirs: [dir], first: BOOTSTRAP });
    return {
      ...commonConfig({ dir, name: "host", mode }),
      entry: { main: "./src/index.ts" },
      output: { ...outputOf(dir, mode), publicPath: HOST_PUBLIC_PATH, uniqueName: "bobine_host" },
      resolve: {
        ...RESOLVE,
        alias: { ...lateModulePaths(dir), ...(mode === "production" ? routerPaths(dir) : {}) },
      },
      optimization: {
        ...optimization(),
        // Libraries change with the lockfile, the shell every week: a browser keeps the first file.
        splitChunks: {
          cacheGroups: { libraries: libraries("initial") },
        },
      },
      plugins: [
        lending,
        new StableRuntimeEntryPlugin(),
        new MiniCssExtractPlugin(cssNames(mode)),
        new ModuleFederationPlugin({
          name: "bobine_host",
          shared: sharedModules("host"),
          runtimePlugins: [
            join(here, "lend-runtime-core.mjs"),
            join(here, "lend-at-once.mjs"),
            FORGET_FAILED_SHARES,
          ],
          ...federationPolicy(),
        }),
        new HtmlWebpackPlugin({
          template: join(dir, "src/index.html"),
          filename: "index.html",
          scriptLoading: "defer",
          // The template says where: before the links that preload what runs after these.
          inject: false,
          minify: false,
        }),
        new ChunkIntegrityPlugin(),
        new InitialIntegrityPlugin({
          page: "index.html",
          publicPath: HOST_PUBLIC_PATH,
          first: BOOTSTRAP,
        }),
        new BuildMetadataPlugin({
          fileName: "host.json",
          begins: BOOTSTRAP,
          lent: LATE_SHARES,
          describe: ({ build, integrity, late }) => ({
            name: "host",
            version: readJson(dir, "package.json").version,
            build,
            ...readJson(dir, "host.config.json"),
            integrity,
            contract: HOST_CONTRACT,
            speaks: ACCEPTED_API_LEVEL,
            shared: sharedVersions(),
            lends: lending.lends,
            late,
          }),
        }),
        ...(mode === "production" ? [new PrecompressPlugin()] : []),
      ],
    };
  };
}

/**
 * The webpack configuration of a remote: one container, one module (`./remote` = `src/remote.tsx`).
 * `remote.config.json` in the folder holds what the registry needs to know without running the remote.
 * @param {{ dir: string, name: string }} options the remote's folder and its name in the registry (`mfe-finance`)
 */
export function remoteConfig({ dir, name }) {
  return (_env, argv) => {
    const mode = argv.mode ?? "production";
    return {
      ...commonConfig({ dir, name, mode }),
      entry: {},
      output: outputOf(dir, mode),
      // Each file of a page is a request and a check of its hash before the page draws: what pages share is apart only where it is large.
      optimization: { ...optimization(), splitChunks: { minSize: SHARED_PART_BYTES } },
      plugins: [
        new MiniCssExtractPlugin(cssNames(mode)),
        bobineRemote({ dir, name, ModuleFederationPlugin }),
      ],
    };
  };
}

/**
 * What a remote that runs alone has in common with its build (`standalone.mjs`): loaders, CSS names, cache. In development what is edited takes
 * the place of what is shown, with what was typed and opened (FED-22).
 */
export function standaloneParts({ dir, name, mode, entry, output }) {
  const refreshes = mode === "development";
  return {
    ...commonConfig({ dir, name: `${name}${STANDALONE}`, mode, refreshes }),
    entry,
    output: { ...outputOf(dir, mode), path: output, publicPath: "/" },
    optimization: refreshes
      ? // Libraries apart: an edit writes the file of the sources anew, with its map, and not that of all libraries.
        { splitChunks: { cacheGroups: { libraries: libraries("all") } } }
      : optimization(),
    // The exposed module and the shell must meet the same copy of React, whatever folder asks for it.
    resolve: { ...RESOLVE, alias: ownLibraries(dir) },
    plugins: [
      new MiniCssExtractPlugin(cssNames(mode)),
      new HtmlWebpackPlugin({ title: `${name} (seul)`, scriptLoading: "defer" }),
      // What fails is told by the server's own overlay.
      ...(refreshes ? [new ReactRefreshPlugin({ overlay: false, include: SOURCES, esModule: true })] : []),
    ],
  };
}

/** Library → the copy of it that a remote has. */
function ownLibraries(dir) {
  const ofRemote = createRequire(join(dir, "package.json"));
  return Object.fromEntries(
    ["react", "react-dom", "react-router-dom", "@tanstack/react-query"].map((library) => [
      library,
      dirname(ofRemote.resolve(`${library}/package.json`)),
    ]),
  );
}

function commonConfig({ dir, name, mode, refreshes = false }) {
  return {
    mode,
    context: dir,
    target: ["web", "es2022"],
    // Never eval: the content security policy of the product forbids it, in development too.
    devtool: mode === "development" ? "cheap-module-source-map" : false,
    // A production build took as long to write it as to build, and a later one of a remote gained nothing by it (docs/performance.md).
    cache: mode === "development" && {
      type: "filesystem",
      cacheDirectory: cacheFolder(dir, "webpack", name),
      name: `${name}-${mode}`,
      // What another version of webpack or of the federation plugin cached is another thing.
      version: VERSIONS,
      buildDependencies: { config: [join(dir, "webpack.config.mjs"), here + "/"] },
    },
    resolve: RESOLVE,
    module: { rules: rules(dir, name, mode, refreshes) },
    performance: { hints: false },
    stats: { preset: "errors-warnings", timings: true, builtAt: false },
    infrastructureLogging: { level: "warn" },
  };
}

function outputOf(dir, mode) {
  const hash = mode === "production" ? ".[contenthash:12]" : "";
  return {
    path: join(dir, "dist"),
    filename: `[name]${hash}.js`,
    chunkFilename: `[name]${hash}.js`,
    assetModuleFilename: `[name]${hash}[ext]`,
    hashFunction: "xxhash64",
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    // A module that could not run because what it borrows did not come runs anew when it is tried again.
    strictModuleExceptionHandling: true,
    clean: true,
  };
}

/** Source bytes (before minification) from which code of two pages gets a file of its own. */
const SHARED_PART_BYTES = 100_000;

/** One file of all that comes from packages. @param {"initial" | "all"} chunks */
const libraries = (chunks) => ({
  test: /[\\/]node_modules[\\/]/,
  name: "libraries",
  chunks,
  enforce: true,
});

const cssNames = (mode) => {
  const name = mode === "production" ? "[name].[contenthash:12].css" : "[name].css";
  // Order does not matter between CSS modules, and pages load theirs in the order of the user's clicks.
  return { filename: name, chunkFilename: name, ignoreOrder: true };
};

function rules(dir, name, mode, refresh) {
  return [
    ...(name === "host" ? [...lendingRules(dir), RUNTIME_RULE] : []),
    {
      test: SOURCES,
      exclude: /node_modules/,
      use: {
        loader: require.resolve("swc-loader"),
        options: {
          jsc: {
            parser: { syntax: "typescript", tsx: true },
            transform: { react: { runtime: "automatic", development: mode === "development", refresh } },
            target: "es2022",
          },
        },
      },
    },
    {
      test: /\.css$/,
      use: [
        MiniCssExtractPlugin.loader,
        {
          loader: require.resolve("css-loader"),
          options: {
            modules: {
              auto: /\.module\.css$/,
              localIdentName: `${name}-[name]-[local]-[hash:base64:4]`,
              localIdentContext: dir,
              exportLocalsConvention: "as-is",
              namedExport: false,
            },
          },
        },
      ],
    },
    { test: /\.(woff2?|svg|png)$/, type: "asset/resource" },
  ];
}

function optimization() {
  return {
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        // It has threads of its own: a process beside them would have to start first, and be sent each file.
        parallel: false,
        extractComments: false,
        terserOptions: {
          ecma: 2022,
          compress: { ecma: 2022, passes: 3 },
          format: { comments: false, ecma: 2022 },
        },
      }),
      new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify, parallel: false }),
    ],
  };
}
