import { must } from "../../must.ts";

/** An element of an XML file with what is inside: its text when it has no elements. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** Where it begins in the file. */
  readonly line: number;
  readonly currency: string;
  text: string;
  readonly children: XmlElement[];
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The first element at the end of a way: `RltdPties/Dbtr/Nm`. */
export function elementAt(element: XmlElement, way: string): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of way.split("/")) found = found?.children.find((child) => child.name === name);
  return found;
}

/** The text at the end of the first of these ways that has one; empty when none has. */
export function textAt(element: XmlElement, ...ways: readonly string[]): string {
  for (const way of ways) {
    const text = elementAt(element, way)?.text.replace(/\s+/g, " ").trim();
    if (text !== undefined && text !== "") return text;
  }
  return "";
}

/** All texts at the end of a way of which each step may stand several times. */
export function textsAt(element: XmlElement, way: string): string[] {
  let found = [element];
  for (const name of way.split("/")) found = found.flatMap((one) => childrenOf(one, name));
  return found.map(({ text }) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
}

export const lastOf = (stack: readonly XmlElement[]): XmlElement => must(stack.at(-1), "open element");
