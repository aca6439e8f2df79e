import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** Its package.json, with the versions of the catalog, is what a new remote starts from. */
const MODEL = "mfe-cinemas";

/**
 * Writes a new remote: one page with its test, its exposed module, its entry in the menu.
 * @param {string} name `mfe-` and lower-case words
 * @param {string} dir where, a folder that does not exist
 * @returns {string[]} the files, relative to `dir`
 * @throws when the name is no name of a remote, or the folder exists
 */
export function makeRemote(name, dir) {
  if (!/^mfe-[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`"${name}": a remote is named mfe-… in lower case`);
  if (existsSync(dir)) throw new Error(`${dir} exists`);
  const word = name.slice("mfe-".length);
  const files = filesOf(name, word);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return Object.keys(files);
}

function filesOf(name, word) {
  const component = word.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const label = word.replaceAll("-", " ").toUpperCase();
  const model = (path) => readFileSync(join(ROOT, MODEL, path), "utf8");
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`.replaceAll(/\[\s+("[^"]*")\s+\]/g, "[$1]");
  const packageOfModel = JSON.parse(model("package.json").replaceAll(MODEL, name));
  return {
    "package.json": json({
      ...packageOfModel,
      name: `@bobine/${name}`,
      version: "0.1.0",
      description: `Remote: ${word}`,
      // The host lends them to all; the model has no form and no calendar that needs them.
      dependencies: {
        ...packageOfModel.dependencies,
        "@mantine/dates": "catalog:",
        dayjs: "catalog:",
        zod: "catalog:",
      },
    }),
    "tsconfig.json": model("tsconfig.json").replaceAll(MODEL, name),
    "webpack.config.mjs": model("webpack.config.mjs").replaceAll(MODEL, name),
    "src/css-modules.d.ts": model("src/css-modules.d.ts"),
    "remote.config.json": json({
      owner: `Équipe ${component}`,
      routes: [`/${word}`],
      pages: { [`./${word}.page.tsx`]: [`/${word}`] },
      panels: [],
      nav: [{ label, path: `/${word}`, order: 95, icon: "home" }],
    }),
    "README.md": `# @bobine/${name}\n\nRemote: ${word}. See docs/new-remote.md.\n`,
    "CHANGELOG.md": `# Changes

${component}. Versions are those of \`package.json\`; what is not released yet is on top.

## Unreleased

- Made from the template.
`,
    "src/paths.ts": `/** One function per address of this remote. */\nexport const paths = { home: () => "/${word}" } as const;\n`,
    "src/remote.tsx": `import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const ${component}Page = lazyPage(async () => (await import("./${word}.page.tsx")).${component}Page);

export const routes: ExposedModule["routes"] = [{ path: paths.home(), element: <${component}Page /> }];
`,
    [`src/${word}.page.tsx`]: `import { useSession } from "@bobine/shared-auth";
import { EmptyState, PageHeader } from "@bobine/shared-ui";

export function ${component}Page() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="${component}" />
      <EmptyState text={\`Bonjour \${user?.firstName ?? ""}\`} />
    </>
  );
}
`,
    [`src/${word}.page.test.tsx`]: `import { renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ${component}Page } from "./${word}.page.tsx";

stubNetwork();

it("greets who is signed in", async () => {
  signIn();
  renderScreen(<${component}Page />);
  expect(await screen.findByText("Bonjour Camille")).toBeVisible();
});
`,
  };
}

/**
 * The lists of the workspace that a remote must be in to be checked and built with the others.
 * @returns {string[]} the files that changed
 */
export function enrolRemote(name, root = ROOT) {
  const changes = {
    "pnpm-workspace.yaml": [`  - ${MODEL}\n`, `  - ${MODEL}\n  - ${name}\n`],
    "tsconfig.json": [
      `"path": "${MODEL}"\n    },`,
      `"path": "${MODEL}"\n    },\n    {\n      "path": "${name}"\n    },`,
    ],
    "package.json": [` ${MODEL} `, ` ${MODEL} ${name} `],
    ".dependency-cruiser.mjs": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
    "tooling/runner/builds.mjs": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
    "api/src/modules/shell/product-remotes.ts": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
  };
  for (const [file, [before, after]] of Object.entries(changes)) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(before)) throw new Error(`${file} has no place for ${name}: add it by hand`);
    if (!text.includes(after)) writeFileSync(path, text.replaceAll(before, after));
  }
  return Object.keys(changes);
}
