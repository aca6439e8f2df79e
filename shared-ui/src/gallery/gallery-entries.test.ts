import { expect, test } from "vitest";
import { entryOf } from "./gallery-entries.ts";

const Plain = () => null;
const WithNextStep = () => null;

test("what the gallery says of a component stands in its file and in that of its examples", () => {
  const { examples, ...entry } = entryOf({
    path: "forms/empty-state.page",
    exports: { WithNextStep, Plain, data: [1] },
    exampleText: [
      'import { Button } from "@mantine/core";',
      'import { EmptyStatePage, type EmptyStateProps, otherOne } from "./empty-state.page.tsx";',
      "",
      "export const data = [1];",
      "",
      'export const Plain = () => <EmptyStatePage text="Rien" />;',
      "",
      "/** Offers a way on. */",
      "export function WithNextStep() {",
      "  const [a] = useState(0);",
      "",
      "  return <EmptyStatePage />;",
      "}",
      "",
      "const after = 1;",
    ].join("\n"),
    text: [
      "/** Something else. */",
      "export const otherOne = 1;",
      "",
      "export interface EmptyStateProps {",
      "  text: string;",
      "}",
      "",
      "/**",
      " * What a list shows when",
      " * it has nothing.",
      " * @param text says so",
      " */",
      "export function EmptyStatePage({ text }: EmptyStateProps) {",
      "  return text;",
      "}",
    ].join("\n"),
  });
  expect(entry).toEqual({
    id: "forms-empty-state-page",
    name: "EmptyStatePage",
    from: "@bobine/shared-ui/forms",
    about: "What a list shows when it has nothing.",
    importLine: 'import { EmptyStatePage, otherOne } from "@bobine/shared-ui/forms";',
    signature: "interface EmptyStateProps {\n  text: string;\n}",
  });
  expect(examples.map(({ id, title, about, code }) => ({ id, title, about, code }))).toEqual([
    {
      id: "forms-empty-state-page-Plain",
      title: "Plain",
      about: undefined,
      code: 'export const Plain = () => <EmptyStatePage text="Rien" />;',
    },
    {
      id: "forms-empty-state-page-WithNextStep",
      title: "With next step",
      about: "Offers a way on.",
      code: "export function WithNextStep() {\n  const [a] = useState(0);\n\n  return <EmptyStatePage />;\n}",
    },
  ]);
  expect(examples.map(({ Component }) => Component)).toEqual([Plain, WithNextStep]);
});

test("a component without an interface for its props tells how it is called", () => {
  const { signature } = entryOf({
    path: "surface",
    exports: {},
    exampleText: 'import { Surface } from "./surface.tsx";',
    text: "export function Surface({ children }: { children: ReactNode }) {\n  return children;\n}",
  });
  expect(signature).toBe("function Surface({ children }: { children: ReactNode })");
});
