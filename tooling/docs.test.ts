// What the pages of docs say must be there: rules behind keys, files behind links, tests behind threats.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const RULES = join(ROOT, "docs/rules");
const NOT_OURS = new Set([
  "node_modules",
  "dist",
  "data",
  "coverage",
  "results",
  "official-rules",
  "screenshots",
]);
const TEXT = /\.(?:ts|tsx|mjs|js|sql|md|css|html|json|ya?ml|conf|sh|service)$/;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path);
    return TEXT.test(entry.name) && entry.name !== "pnpm-lock.yaml" ? [path] : [];
  });
}

const files = filesOf(ROOT).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") }));
const pages = readdirSync(RULES).map((name) => readFileSync(join(RULES, name), "utf8"));
const rules = new Set(
  pages.flatMap((page) => [...page.matchAll(/^\*\*([A-Z]+-\d+)\*\*/gm)].map(([, key]) => key!)),
);
const prefixes = [...new Set([...rules].map((key) => key.split("-")[0]))];
const citing = files.filter(({ path }) => !path.startsWith("docs/rules/"));
const cited = citing.flatMap(({ path, text }) =>
  [...text.matchAll(new RegExp(String.raw`(?<![\w-])(?:${prefixes.join("|")})-\d+(?![\w-])`, "g"))].map(
    ([key]) => ({ path, key }),
  ),
);

test("every key that code, tests and pages cite has its rule", () => {
  expect(cited.filter(({ key }) => !rules.has(key))).toEqual([]);
});

test("every rule is cited", () => {
  const keys = new Set(cited.map(({ key }) => key));
  expect([...rules].filter((key) => !keys.has(key))).toEqual([]);
});

test("no key is given twice", () => {
  const keys = pages.flatMap((page) => [...page.matchAll(/^\*\*([A-Z]+-\d+)\*\*/gm)].map(([, key]) => key));
  expect(keys).toHaveLength(rules.size);
});

test("nothing cites a paper that is not in the repository", () => {
  const papers = ["SPEC", "DOMAIN", "MATCHING", "FEDERATION", "SECURITY", "DESIGN", "STACK"].join("|");
  const citation = new RegExp(
    String.raw`\b(?:${papers})(?:,? (?:§|findings?\b|row\b|[LMT]\d)|'s\b)|(?:SPECIFICATION|DOMAIN|MATCHING|FEDERATION|DESIGN|STACK)\.md`,
    "g",
  );
  // A chapter of nothing that is named: RFC 5321 §4.2.1 and ECMA-376 §18 are.
  const chapter = /^(?!.*(?:RFC|ECMA|APPNOTE)).*§ ?\d.*$/gm;
  // A migration is never changed once it is written; docs/rules/README.md says what those before keys mean.
  const fixed = /^api\/migrations\/0[0-6]\d-|^docs\/rules\/README\.md$|^tooling\/docs\.test\.ts$/;
  const found = files
    .filter(({ path }) => !fixed.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(citation), ...text.matchAll(chapter)].map(([what]) => `${path}: ${what}`),
    );
  expect(found).toEqual([]);
});

test("every relative link of a page leads to a file", () => {
  const links = files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => ({
        path,
        link: link!,
      })),
    );
  expect(links.filter(({ path, link }) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
});

test("every test that the threats name exists", () => {
  const threats = readFileSync(join(ROOT, "docs/security/threats.md"), "utf8");
  const named = [...threats.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every file of ours that a page names exists", () => {
  // A path may begin anywhere: `decide-prospect.ts`, `modules/prospects/decide-prospect.ts`, `../bank-transaction.ts`.
  const ends = new Set(
    files.flatMap(({ path }) => path.split("/").map((_part, index, parts) => parts.slice(index).join("/"))),
  );
  // Whoever writes a remote writes the one; the other is in a folder that is not read above.
  for (const path of ["src/standalone.stubs.mjs", "official-rules/README.md"]) ends.add(path);
  const dead = files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`(?:\.{1,2}\/)*(\w[\w./-]*\.(?:tsx?|mjs|md|sql))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !ends.has(name))
        .map((name) => `${path}: ${name}`),
    );
  expect(dead).toEqual([]);
});

/** Said to be nowhere in the code. */
const NOWHERE = new Set(["dangerouslySetInnerHTML"]);

test("every function and type that a page names is in the code", () => {
  const words = new Set(
    files.filter(({ path }) => !path.endsWith(".md")).flatMap(({ text }) => text.match(/\w+/g) ?? []),
  );
  // Changes and decisions tell of what was; a name that begins small and has a capital is no word of prose.
  const dead = files
    .filter(({ path }) => path.endsWith(".md") && !/CHANGELOG|^docs\/decisions\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?:\(\))?`/g)]
        .map(([, name]) => name!)
        .filter((name) => !words.has(name) && !NOWHERE.has(name))
        .map((name) => `${path}: ${name}`),
    );
  expect(dead).toEqual([]);
});

test("the page of the modules names each of them, and no other", () => {
  const folder = join(ROOT, "api/src/modules");
  const named = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/^\| `([a-z-]+)`/gm)];
  const modules = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(named.map(([, name]) => name)).toEqual(modules.map(({ name }) => name).sort());
});

test("the accountant's screen is the workbench: a desk is a simulator's (docs/glossary.md)", () => {
  const wrong = files
    .filter(({ path }) =>
      /^(?:mfe-|shared-|host\/|docs\/rules\/|api\/(?:contract|src\/modules\/(?:banking|user-actions))\/)/.test(
        path,
      ),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^.*\bdesk\b(?!-).*$/gim)].map(([line]) => ({ path, line })),
    )
    .filter(({ line }) => !line.includes("simulat"));
  expect(wrong).toEqual([]);
});

test("the README names each benchmark", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const benches = files.flatMap(({ path }) => /([^/]+)[.]bench[.]ts$/.exec(path)?.[1] ?? []);
  expect(benches.length).toBeGreaterThan(10);
  expect(benches.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
