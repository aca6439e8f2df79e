import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Registry, RegistryRemote, Release } from "@bobine/contract/registry";
import type { Page, Route } from "@playwright/test";

const ROOT = resolve(import.meta.dirname, "../..");

/** A screen of each remote, by which one sees that it works. */
export const REMOTES = {
  "mfe-cinemas": { path: "/cinemas", link: "CINÉMAS" },
  "mfe-finance": { path: "/user-actions", link: "ACTIONS UTILISATEUR" },
  "mfe-imports": { path: "/external-data/cnc", link: "RAPPORT CNC" },
  "mfe-account": { path: "/logs", link: "JOURNAUX D’AUDIT" },
  "mfe-admin": { path: "/super-admin", link: "ADMINISTRATION" },
} as const;
export type RemoteName = keyof typeof REMOTES;

export const sha384 = (content: Buffer | string): string =>
  `sha384-${createHash("sha384").update(content).digest("base64")}`;

/** Serves the page with another registry; from the next navigation on. */
export async function changeRegistry(page: Page, change: (registry: Registry) => void): Promise<void> {
  await page.route(
    (url) => !/\.[a-z0-9]+$/.test(url.pathname) && !/^\/(api|r|registry)\b/.test(url.pathname),
    async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text())
        .replace(
          /(<script type="application\/json" id="registry">)([\s\S]*?)(<\/script>)/,
          (_all, open: string, json: string, close: string) => {
            const registry = JSON.parse(json) as Registry;
            change(registry);
            return `${open}${JSON.stringify(registry).replaceAll("<", "\\u003c")}${close}`;
          },
        )
        // The server made them from the registry that is replaced here.
        .replaceAll(/<link rel="preload"[^>]* href="\/r\/[^>]*>/g, "");
      await route.fulfill({ response: answer, body: html });
    },
  );
}

export function remoteOf(registry: Registry, name: string): RegistryRemote {
  const remote = registry.remotes.find((one) => one.name === name);
  if (!remote) throw new Error(`no ${name} in the registry`);
  return remote;
}

/** Answers for the files of a remote; `file` is the path below the build's folder. */
export async function answerFiles(
  page: Page,
  name: string,
  answer: (route: Route, file: string) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(`/r/${name}/`),
    (route) => answer(route, new URL(route.request().url()).pathname.split("/").slice(4).join("/")),
  );
}

/** Answers a script as the server of the remotes does. */
export const asScript = (body: string | Buffer) => ({
  status: 200,
  contentType: "text/javascript; charset=utf-8",
  headers: { "access-control-allow-origin": "*" },
  body,
});

const BUILD = /^[a-f0-9]{12}$/;

/**
 * Another build of a remote, made from the one on disk: other id, own files, own hashes. It is served to this page only.
 * @param edit changes a file, before it is hashed
 */
export async function serveBuild(
  page: Page,
  live: Release,
  build: string,
  edit: (file: string, content: string) => string = (_file, content) => content,
): Promise<Release> {
  if (!BUILD.test(build)) throw new Error(`${build} is no build id`);
  const dist = join(ROOT, live.name, "dist");
  const files = new Map<string, string>();
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css)$/.test(file)) continue;
    const content = readFileSync(join(dist, file), "utf8").replaceAll(live.build, build);
    files.set(file, edit(file, content));
  }
  const baseUrl = `/r/${live.name}/${build}/`;
  await page.route(
    (url) => url.pathname.startsWith(baseUrl),
    (route) => {
      const file = new URL(route.request().url()).pathname.slice(baseUrl.length);
      const body = files.get(file);
      if (body === undefined) return route.fulfill({ status: 404, body: "" });
      return route.fulfill({
        ...asScript(body),
        contentType: file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
      });
    },
  );
  const { name, version, entry, owner, routes, nav, panels, shared, contract, preload, pages } = live;
  return {
    name,
    version,
    entry,
    owner,
    routes,
    nav,
    panels,
    shared,
    // As a page is told: the names that its host lacks (api/src/modules/shell/page-registry.ts).
    uses: {},
    contract,
    preload,
    pages,
    build,
    baseUrl,
    deployedAt: "2026-11-20T09:00:00.000Z",
    integrity: Object.fromEntries([...files].map(([file, content]) => [file, sha384(content)])),
  };
}

/** The code of an entry whose exposed module is given as JavaScript; it stands for a remote that is published but wrong. */
export const entryExposing = ({ name, build }: Release, exposed: string): string =>
  `var bobine_${name.replaceAll("-", "_")}_${build} = { init() {}, get: () => Promise.resolve(() => (${exposed})) };`;
