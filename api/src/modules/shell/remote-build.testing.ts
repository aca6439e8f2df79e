import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const hashOf = (content: string): string =>
  `sha384-${createHash("sha384").update(content).digest("base64")}`;

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

export interface RemoteChanges {
  name?: string;
  build?: string;
  label?: string;
  owner?: string;
  routes?: string[];
  nav?: object[];
  panels?: string[];
  contract?: string;
  api?: string;
  shared?: Record<string, string>;
  uses?: Record<string, string[]>;
  files?: Record<string, string>;
  integrity?: Record<string, string>;
  preload?: string[];
}

/** A sound build of a remote in `folder`, unless `changes` spoil it: mfe-finance, or one that claims what is its own. */
export function aRemoteBuild(folder: string, changes: RemoteChanges = {}): string {
  const name = changes.name ?? "mfe-finance";
  const isFinance = name === "mfe-finance";
  const page = isFinance ? "/invoices" : `/${name}`;
  const files = changes.files ?? { "remoteEntry.js": "entry()", "126.c62f319a9e7f.js": "chunk()" };
  writeFiles(folder, {
    ...files,
    "remote.json": JSON.stringify({
      name,
      version: "0.1.0",
      build: changes.build ?? "0123456789ab",
      entry: "remoteEntry.js",
      owner: changes.owner ?? "Équipe Finance",
      routes: changes.routes ?? [page],
      nav: changes.nav ?? [{ label: changes.label ?? "Factures", path: page, order: 20 }],
      panels: changes.panels ?? (isFinance ? ["dashboard"] : []),
      contract: changes.contract,
      api: changes.api,
      shared: changes.shared ?? { react: "^19.0.0" },
      uses: changes.uses,
      preload: changes.preload,
      integrity:
        changes.integrity ??
        Object.fromEntries(Object.entries(files).map(([name, content]) => [name, hashOf(content)])),
    }),
  });
  return folder;
}

/** `host.json` of a host that can run such a build. */
export const aHostJson = (
  changes: {
    build?: string;
    contract?: string;
    shared?: Record<string, string>;
    lends?: Record<string, string[]>;
    files?: Record<string, string>;
  } = {},
) =>
  JSON.stringify({
    name: "host",
    version: "0.1.0",
    build: changes.build ?? "b6925dfed7df",
    contract: changes.contract ?? "1.0.0",
    shared: changes.shared ?? { react: "19.3.1" },
    lends: changes.lends,
    integrity: changes.files ?? { "main.0a1b2c3d4e5f.js": hashOf("start()") },
  });
