import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** The versions of the workspace: the pnpm catalog for libraries, the package itself for ours. */
function versionOf(root, name) {
  if (name.startsWith("@bobine/")) {
    return JSON.parse(readFileSync(join(root, name.slice("@bobine/".length), "package.json"), "utf8"))
      .version;
  }
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const escaped = name.replaceAll(/[/.]/g, String.raw`\$&`);
  const match = new RegExp(String.raw`^  "?${escaped}"?: (\d+\.\d+\.\d+)$`, "m").exec(catalog);
  if (!match) throw new Error(`no version of ${name} in the catalog of pnpm-workspace.yaml`);
  return match[1];
}

/**
 * The share policy, written out so that no package.json look-up decides at build time.
 * @param {string} root the workspace folder
 * @param {"host" | "remote"} role the host carries the code; a remote only states the range it accepts
 */
export function sharedModules(root, role) {
  return Object.fromEntries(
    SHARED_MODULES.map((request) => {
      const version = versionOf(root, request.replace(/\/$/, ""));
      const requiredVersion = acceptedRange(version);
      const policy = { singleton: true, strictVersion: true, requiredVersion };
      return [request, role === "host" ? { ...policy, version, eager: true } : { ...policy, import: false }];
    }),
  );
}

/** A remote built against 19.3.1 accepts any 19.x from 19.3.0 on: patches of host and remote move apart. */
export function acceptedRange(version) {
  return `^${version.split(".").slice(0, 2).join(".")}.0`;
}

/** Package → accepted range, for the metadata of a build. */
export function sharedRanges(root) {
  return Object.fromEntries(
    SHARED_MODULES.filter((request) => !request.endsWith("/")).map((request) => [
      request,
      acceptedRange(versionOf(root, request)),
    ]),
  );
}

/** Package → version the host carries. */
export function sharedVersions(root) {
  return Object.fromEntries(
    SHARED_MODULES.filter((request) => !request.endsWith("/")).map((request) => [
      request,
      versionOf(root, request),
    ]),
  );
}
