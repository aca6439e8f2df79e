/** Text of XML that is already escaped: made by `element` alone. */
export type Xml = string & { readonly __unit: "xml" };

/** A value that is absent writes nothing. */
export type XmlChild = Xml | null;

/** XML 1.0 has no place for these, even escaped; lone surrogates are not Unicode. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text as XML holds it; what XML cannot hold becomes a space. */
export const escapeXml = (text: string): Xml =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, " ")
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character) as Xml;

/** `<name …>text</name>`, its text escaped. */
export const textElement = (
  name: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): Xml => `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>` as Xml;

/** `<name>` around its children, in their order; nothing when it has none, since an empty element says nothing. */
export function element(name: string, children: readonly XmlChild[]): XmlChild {
  const content = children.filter((child) => child !== null).join("");
  return content === "" ? null : (`<${name}>${content}</${name}>` as Xml);
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
