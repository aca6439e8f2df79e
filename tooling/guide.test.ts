// The users' guide against the product: words, pictures, addresses and links (HELP-2).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readGuide } from "../api/src/modules/guide/guide.routes.ts";
import { placeOf } from "../api/src/modules/guide/read-guide.ts";

const ROOT = resolve(import.meta.dirname, "..");
const GUIDE = join(ROOT, "docs/guide");
const REMOTES = readdirSync(ROOT).filter((name) => name.startsWith("mfe-"));
const SCREENS = ["host", "shared-ui", "shared-auth", "shared-features", ...REMOTES].map(
  (name) => `${name}/src`,
);

/** With plain blanks and apostrophes, wherever a line of code was cut. */
const plain = (text: string): string =>
  text
    .replace(/\\u(?:00a0|202f)|&nbsp;|[\u00a0\u202f]/g, " ")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");

function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test|testing|example)\.tsx?$/.test(name))
    .map(({ parentPath, name }) => plain(readFileSync(join(parentPath, name), "utf8")));
}

const files = readdirSync(GUIDE).map((name) => ({ name, text: readFileSync(join(GUIDE, name), "utf8") }));
const guide = await readGuide();

test("each word of the interface that the guide gives stands in the code of the screens", () => {
  const code = [...SCREENS, "api/contract"].flatMap(sourcesOf).join("\n");
  const given = files.flatMap(({ name, text }) =>
    [...text.matchAll(/«\u00a0([^»]+)\u00a0»/g)].map(([, word]) => ({ name, word: plain(word ?? "") })),
  );
  expect(given.length).toBeGreaterThan(50);
  expect(given.filter(({ word }) => !code.includes(word))).toEqual([]);
});

test("each picture is one that the campaign takes", () => {
  const campaign = readFileSync(join(ROOT, "e2e/screenshots.e2e.ts"), "utf8");
  const pictures = files.flatMap(({ text }) =>
    [...text.matchAll(/\/([\w-]+)\.png\)/g)].map(([, name]) => name),
  );
  expect(pictures.length).toBeGreaterThan(15);
  expect(pictures.filter((name) => !campaign.includes(`"${name}"`))).toEqual([]);
});

describe("« ? » leads to where the guide speaks of the screen", () => {
  const addresses = REMOTES.flatMap((remote) => {
    const { routes } = JSON.parse(readFileSync(join(ROOT, remote, "remote.config.json"), "utf8")) as {
      routes: string[];
    };
    return routes.map((route) => route.replace("{boxOfficeKind}", "cnc").replace(/:\w+/, "1"));
  });
  test.each(["/auth", "/dashboard", "/about", ...addresses])("%s", (address) => {
    expect(placeOf(address, guide)).toMatch(/#./);
  });
});

describe("no link of the guide is dead", () => {
  test.each(guide.map((page) => [page.title, page] as const))("%s", (_title, { name, links, html }) => {
    for (const link of links) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? name : file.replace(/\.md$/, "").replace("README", "");
      expect([link, existsSync(join(GUIDE, file))]).toEqual([link, true]);
      if (anchor === undefined) continue;
      const page = guide.find((one) => one.name === target);
      expect([link, page?.html.includes(`id="${decodeURIComponent(anchor)}"`)]).toEqual([link, true]);
    }
    expect(html).not.toMatch(/href="[^"]+\.md/);
  });
});

test("every page is reached from the first", () => {
  expect(guide.map(({ name }) => (name === "" ? "README" : name)).toSorted()).toEqual(
    files.map(({ name }) => name.replace(".md", "")).toSorted(),
  );
});
