import type { ComponentType } from "react";

/** What the build gives of an example file (tooling/federation/src/gallery.mjs). */
export interface ExampleFile {
  /** `forms/search-box` */
  readonly path: string;
  readonly exports: Readonly<Record<string, unknown>>;
  /** The text of the example file. */
  readonly exampleText: string;
  /** The text of the file that it stands beside, with that of its props. */
  readonly text: string;
}

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly about: string | undefined;
  readonly code: string;
  readonly Component: ComponentType;
}

/** What the gallery says of a component. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  /** `@bobine/shared-ui/forms` */
  readonly from: string;
  readonly about: string | undefined;
  /** The line that imports it. */
  readonly importLine: string;
  /** Its props, or how it is called. */
  readonly signature: string | undefined;
  readonly examples: readonly Example[];
}

/** Everything that is said of a component stands in its file and in that of its examples. */
export function entryOf({ path, exports, exampleText, text }: ExampleFile): Entry {
  const [base = "", folder] = path.split("/").reverse();
  const imported = namesImported(exampleText, base);
  const name = imported.find((each) => each.toLowerCase() === base.replaceAll(/[-.]/g, "")) ?? base;
  const from = folder === undefined ? "@bobine/shared-ui" : `@bobine/shared-ui/${folder}`;
  const id = path.replaceAll(/[/.]/g, "-");
  return {
    id,
    name,
    from,
    about: [name, ...imported].map((each) => commentOf(text, each)).find((comment) => comment !== undefined),
    importLine: `import { ${imported.join(", ")} } from "${from}";`,
    signature: signatureOf(text, imported),
    examples: Object.entries(exports)
      .filter(
        (entry): entry is [string, ComponentType] =>
          /^[A-Z]/.test(entry[0]) && typeof entry[1] === "function",
      )
      .map(([example, Component]) => ({ example, Component, code: codeOf(exampleText, example) }))
      .toSorted((a, b) => exampleText.indexOf(a.code) - exampleText.indexOf(b.code))
      .map(({ example, Component, code }) => ({
        id: `${id}-${example}`,
        title: titleOf(example),
        about: commentOf(exampleText, example),
        code,
        Component,
      })),
  };
}

/** `WithNextStep` → `With next step` */
const titleOf = (name: string): string =>
  name.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The values that the example file imports from the file that it stands beside. */
function namesImported(exampleText: string, base: string): string[] {
  for (const [, names = "", file = ""] of exampleText.matchAll(/import \{([^}]+)\} from "\.\/([^"]+)"/g))
    if (file.replace(/\.tsx?$/, "") === base)
      return names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "));
  return [];
}

/** The comment above what is exported under a name, as one paragraph. */
function commentOf(text: string, name: string): string | undefined {
  const above = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\nexport (?:async )?(?:function|const|class) ${name}\b`,
  );
  const lines = above
    .exec(text)?.[1]
    ?.split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim());
  const end = lines?.findIndex((line) => line.startsWith("@")) ?? -1;
  return (
    lines
      ?.slice(0, end === -1 ? undefined : end)
      .join(" ")
      .trim() || undefined
  );
}

/** What is exported under a name, to the next statement. */
function codeOf(text: string, name: string): string {
  const start = text.search(new RegExp(String.raw`^export (?:function|const) ${name}\b`, "m"));
  const end = text.slice(start).search(/\n\n(?=\S)/);
  return text.slice(start, end === -1 ? undefined : start + end).trimEnd();
}

function signatureOf(text: string, names: readonly string[]): string | undefined {
  const types = /^(?:export interface|interface \w+Props\b)[\s\S]*?^\}$|^export type [\s\S]*?;$/gm;
  const props = text.match(types) ?? [];
  const calls = names.flatMap(
    (name) =>
      new RegExp(String.raw`^export function ${name}\b[\s\S]*?(?=(?:: \w+)? \{$)`, "m").exec(text)?.[0] ?? [],
  );
  const parts = props.length > 0 ? props : calls;
  return parts.length > 0 ? parts.map((part) => part.replace(/^export /, "")).join("\n\n") : undefined;
}
