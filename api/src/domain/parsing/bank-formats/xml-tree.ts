import { must } from "../../must.ts";
import { isTidy } from "../cut-text.ts";

/** An element of an XML file with what is inside: its text when it has no elements. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** Where it begins in the file. */
  readonly line: number;
  readonly currency: string;
  text: string;
  children: readonly XmlElement[];
}

/** Most elements hold a text alone. */
export const NO_CHILDREN: readonly XmlElement[] = [];

export function addChild(element: XmlElement, child: XmlElement): void {
  if (element.children === NO_CHILDREN) element.children = [child];
  else (element.children as XmlElement[]).push(child);
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The first element at the end of a way: `RltdPties/Dbtr/Nm`. */
export function elementAt(element: XmlElement, way: string): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of stepsOf(way)) {
    if (!found) return undefined;
    found = firstNamed(found.children, name);
  }
  return found;
}

function firstNamed(children: readonly XmlElement[], name: string): XmlElement | undefined {
  for (const child of children) if (child.name === name) return child;
  return undefined;
}

/** The text at the end of the first of these ways that has one; empty when none has. */
export function textAt(element: XmlElement, first: string, ...ways: readonly string[]): string {
  return textOf(element, first) || textAtOneOf(element, ways);
}

/** The same, of ways that stand ready. */
export function textAtOneOf(element: XmlElement, ways: readonly string[]): string {
  for (const way of ways) {
    const text = textOf(element, way);
    if (text !== "") return text;
  }
  return "";
}

function textOf(element: XmlElement, way: string): string {
  const found = elementAt(element, way);
  return found ? plainText(found) : "";
}

/** All texts at the end of a way of which each step may stand several times. */
export function textsAt(element: XmlElement, way: string): string[] {
  const texts: string[] = [];
  addTexts(element, stepsOf(way), 0, texts);
  return texts;
}

function addTexts(element: XmlElement, steps: readonly string[], step: number, texts: string[]): void {
  if (step === steps.length) {
    const text = plainText(element);
    if (text !== "") texts.push(text);
    return;
  }
  for (const child of element.children)
    if (child.name === steps[step]) addTexts(child, steps, step + 1, texts);
}

/** Without blanks around it, and with single ones in it. */
const plainText = ({ text }: XmlElement): string => (isTidy(text) ? text : text.replace(/\s+/g, " ").trim());

const knownSteps = new Map<string, readonly string[]>();
/** A few dozen ways, cut once each. */
function stepsOf(way: string): readonly string[] {
  const known = knownSteps.get(way);
  if (known) return known;
  const steps = way.split("/");
  knownSteps.set(way, steps);
  return steps;
}

export const lastOf = (stack: readonly XmlElement[]): XmlElement => must(stack.at(-1), "open element");
