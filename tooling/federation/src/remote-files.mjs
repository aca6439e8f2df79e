import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Writes the files of a new remote.
 * @param {string} name `mfe-` and lower-case words
 * @param {string} dir where, a folder that does not exist
 * @param {Record<string, string>} files path below it → text
 * @returns {string[]} the paths
 * @throws when the name is no name of a remote, or the folder exists
 */
export function writeRemote(name, dir, files) {
  // No longer than the registry and the API take (`name` of the contract's registry.ts).
  if (!/^mfe-[a-z][a-z0-9-]{0,36}$/.test(name))
    throw new Error(`"${name}": a remote is named mfe-… in lower case, with 41 characters at most`);
  if (existsSync(dir)) throw new Error(`${dir} exists`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return Object.keys(files);
}

/** What follows `mfe-` in the name of a remote. */
export const wordOf = (name) => name.slice("mfe-".length);

/** @param {unknown} value @returns the JSON that a formatter leaves as it is */
export const asJson = (value) =>
  `${JSON.stringify(value, null, 2)}\n`.replaceAll(/\[\s+("[^"]*")\s+\]/g, "[$1]");

/**
 * The sources of a new remote, wherever it lives: one page with its test, its exposed module, its entry in the menu.
 * @param {string} name `mfe-` and lower-case words
 * @returns {Record<string, string>} path → text
 */
export function remoteSources(name) {
  const word = wordOf(name);
  const component = word.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const label = word.replaceAll("-", " ").toUpperCase();
  return {
    "webpack.config.mjs": `import { remoteConfig } from "@bobine/remote-kit";

export default remoteConfig({ dir: import.meta.dirname, name: "${name}" });
`,
    "remote.config.json": asJson({
      owner: `Équipe ${component}`,
      routes: [`/${word}`],
      pages: { [`./${word}.page.tsx`]: [`/${word}`] },
      panels: [],
      nav: [{ label, path: `/${word}`, order: 95, icon: "home" }],
    }),
    "CHANGELOG.md": `# Changes

${component}. Versions are those of \`package.json\`; what is not released yet is on top.

## Unreleased

- Made from the template.
`,
    "src/css-modules.d.ts": `declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
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
