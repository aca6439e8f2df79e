// The users' guide against the product: words, pictures, addresses and links (HELP-2).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readGuide } from "../api/src/modules/guide/guide.routes.ts";
import { placeOf } from "../api/src/modules/guide/read-guide.ts";
import { plain, screenCode } from "./screen-code.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const GUIDE = join(ROOT, "docs/guide");
const REMOTES = readdirSync(ROOT).filter((name) => name.startsWith("mfe-"));
const SCREENSHOTS = join(ROOT, "docs/screenshots");

const files = readdirSync(GUIDE).map((name) => ({ name, text: readFileSync(join(GUIDE, name), "utf8") }));
const guide = await readGuide();
const code = screenCode();

test("each word of the interface that the guide gives stands in the code of the screens", () => {
  const given = files.flatMap(({ name, text }) =>
    [...text.matchAll(/«\u00a0([^»]+)\u00a0»/g)].map(([, word]) => ({ name, word: plain(word ?? "") })),
  );
  expect(given.length).toBeGreaterThan(50);
  expect(given.filter(({ word }) => !code.includes(word))).toEqual([]);
});

test("no ordinary blank stands where a line may not break, and the narrow one where it belongs (TXT-3)", () => {
  const wrong = files.flatMap(({ name, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        /« | »| [:%€]|[ \u00a0][;!?]|n° |\d[ \u00a0]\d{3}\b/.test(line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ""))
          ? [`${name}:${index + 1}: ${line.slice(0, 90)}`]
          : [],
      ),
  );
  expect(wrong).toEqual([]);
});

test("each picture is one that the campaign takes", () => {
  const campaign = readFileSync(join(ROOT, "e2e/screenshots.e2e.ts"), "utf8");
  const pictures = files.flatMap(({ text }) =>
    [...text.matchAll(/\/([\w-]+)\.png\)/g)].map(([, name]) => name),
  );
  expect(pictures.length).toBeGreaterThan(15);
  expect(pictures.filter((name) => !campaign.includes(`"${name}"`))).toEqual([]);
});

test("no picture shows a word that the screens no longer say", () => {
  const shown = JSON.parse(readFileSync(join(SCREENSHOTS, "words.json"), "utf8")) as Record<string, string[]>;
  const gone = Object.entries(shown).flatMap(([picture, words]) =>
    words.filter((word) => !code.includes(word)).map((word) => ({ picture, word })),
  );
  expect(gone, "BOBINE_SCREENSHOTS=docs/screenshots npm run campaign screenshots takes them anew").toEqual(
    [],
  );
  const taken = ["1440", "390"].flatMap((size) => readdirSync(join(SCREENSHOTS, size)));
  expect(Object.keys(shown).toSorted()).toEqual(
    [...new Set(taken.map((file) => file.replace(".png", "")))].toSorted(),
  );
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
