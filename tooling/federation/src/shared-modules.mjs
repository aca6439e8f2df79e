import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ON_DEMAND, SCREENS, screensOf, wholeOf } from "./carried-parts.mjs";
import { versionOf } from "./place.mjs";

/**
 * What the host provides and every remote takes from it. A trailing slash also shares the sub-paths
 * (`react/jsx-runtime`): a forgotten sub-path is a second copy of React.
 */
export const SHARED_MODULES = [
  "react",
  "react/",
  "react-dom",
  "react-dom/",
  "react-router-dom",
  "@tanstack/react-query",
  "@mantine/core",
  "zod",
  "zustand",
  "@bobine/shared-auth",
  "@bobine/shared-ui",
];

/** Libraries that are no part of the first load → the host's module that has them, with their styles. */
const LATE_LIBRARIES = { "@mantine/dates": "./src/lent/mantine-dates.ts" };

/** Everything of which remotes have no copy of their own. */
export const LENT_LIBRARIES = [
  ...SHARED_MODULES.filter((request) => !request.endsWith("/")),
  ...Object.keys(LATE_LIBRARIES),
];

/** What the host lends when a chunk of a remote needs it: share → the library whose version it has, the host's module. */
const LATE_MODULES = Object.fromEntries([
  ...Object.entries(SCREENS).map(([library, file]) => [screensOf(library), { library, file }]),
  ...Object.entries(ON_DEMAND).map(([library, file]) => [wholeOf(library), { library, file }]),
  ...Object.entries(LATE_LIBRARIES).map(([library, file]) => [library, { library, file }]),
]);

/** Under which names the host lends on demand. */
export const LATE_SHARES = Object.keys(LATE_MODULES);

/** Where the host finds what it lends on demand. @param {string} dir the host's folder */
export const lateModulePaths = (dir) =>
  Object.fromEntries(
    Object.entries(LATE_MODULES).map(([request, { file }]) => [`${request}$`, join(dir, file)]),
  );

/**
 * The production build of the router, which its package names to nobody. What it gives to bundlers warns and explains, in 0.6 kB of the first load.
 * @param {string} dir the host's folder
 */
export function routerPaths(dir) {
  const ofHost = createRequire(join(dir, "package.json"));
  const ofRouter = createRequire(ofHost.resolve("react-router-dom"));
  const production = dirname(dirname(ofRouter.resolve("react-router"))) + "/production";
  return {
    "react-router$": join(production, "index.mjs"),
    "react-router/dom$": join(production, "dom-export.mjs"),
  };
}

/**
 * Whose modules borrow of what the host lends: nobody's. The host has it all, and neither looks for it, nor compares versions with itself, nor waits;
 * what it lends are the very modules that it runs.
 */
const NO_LAYER = "nobody";

/**
 * The share policy, written out so that no package.json look-up decides at build time.
 * @param {"host" | "remote"} role the host carries the code; a remote only states the range it accepts
 */
export function sharedModules(role) {
  const share = (request, library, ofHost) => {
    const version = versionOf(library);
    const policy = { singleton: true, strictVersion: true, requiredVersion: acceptedRange(version) };
    return [
      request,
      { ...policy, ...(role === "host" ? { version, issuerLayer: NO_LAYER, ...ofHost } : { import: false }) },
    ];
  };
  return Object.fromEntries([
    ...SHARED_MODULES.map((request) => share(request, request.replace(/\/$/, ""), { eager: true })),
    ...Object.entries(LATE_MODULES).map(([request, { library }]) => share(request, library, {})),
  ]);
}

/** A remote built against 19.3.1 accepts any 19.x from 19.3.0 on: patches of host and remote move apart. */
export function acceptedRange(version) {
  return `^${version.split(".").slice(0, 2).join(".")}.0`;
}

/** Package → accepted range, for the metadata of a build. */
export function sharedRanges() {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([library, version]) => [library, acceptedRange(version)]),
  );
}

/** Package → version the host carries. */
export function sharedVersions() {
  return Object.fromEntries(LENT_LIBRARIES.map((library) => [library, versionOf(library)]));
}
