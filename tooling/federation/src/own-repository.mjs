import { versionOf } from "./place.mjs";
import { asJson, remoteSources, wordOf } from "./remote-files.mjs";

/** Lent by every host: a remote has them for its types, its tests and when it runs alone. */
const LENT = [
  "@bobine/shared-auth",
  "@bobine/shared-ui",
  "@mantine/core",
  "@mantine/dates",
  "@mantine/hooks",
  "@tanstack/react-query",
  "dayjs",
  "react",
  "react-dom",
  "react-router-dom",
  "zod",
];
/** Bundled with what uses it. */
const BUNDLED = ["@bobine/contract", "@tabler/icons-react"];
const TOOLS = [
  "@bobine/remote-kit",
  "@testing-library/jest-dom",
  "@testing-library/react",
  "@testing-library/user-event",
  "@types/react",
  "@types/react-dom",
  "jsdom",
  "msw",
  "typescript",
  "vitest",
];

/** Of each the version in the packed kit. */
export const OWN_LIBRARIES = [...LENT, ...BUNDLED, ...TOOLS];

const COMMANDS = ["dev", "build", "test", "preview"];

/**
 * The files of a new remote that is a repository of its own.
 * @param {string} name `mfe-` and lower-case words
 * @returns {Record<string, string>} path → text
 */
export function ownRepository(name) {
  return {
    "package.json": asJson({
      name,
      version: "0.1.0",
      private: true,
      description: `Remote: ${wordOf(name)}`,
      type: "module",
      scripts: {
        ...Object.fromEntries(COMMANDS.map((command) => [command, `bobine-remote ${command}`])),
        typecheck: "tsc",
      },
      dependencies: versions([...BUNDLED, ...LENT]),
      devDependencies: versions(TOOLS),
    }),
    "tsconfig.json": asJson({ extends: "@bobine/remote-kit/remote.tsconfig.json", include: ["src"] }),
    // A key that signs its builds is in no repository.
    ".gitignore": "node_modules/\ndist/\n*.pem\n",
    "README.md": `# ${name}

A remote of Bobine. It borrows React, Mantine, the router, the query cache, zod, \`shared-ui\` and \`shared-auth\` from the host that it is loaded by, at the versions of
\`package.json\`; everything else is bundled into it.

| command             | does                                                                           |
| ------------------- | ------------------------------------------------------------------------------ |
| \`npm run dev\`       | alone, from the sources; its calls are answered from the contract              |
| \`npm test\`          | its tests                                                                      |
| \`npm run typecheck\` | its types                                                                      |
| \`npm run build\`     | \`dist/\`, what is published                                                     |
| \`npx --no bobine-remote\` | lists all commands: \`publish\`, \`promote\`, \`rollback\` go to a running product |
`,
    ...remoteSources(name),
  };
}

const versions = (names) => Object.fromEntries(names.map((name) => [name, versionOf(name)]));
