// No validator of PDF/A runs here without a Java machine: these are the demands of ISO 19005-3 level B that this writer could miss.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "pdf-lib";
import { XmlDocument } from "libxml2-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { ciiInvoice } from "../domain/e-invoicing/cii-invoice.ts";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { aCreditNote, aDocument } from "../domain/e-invoicing/sample-invoice.testing.ts";
import { renderInvoicePdf } from "./invoice-pdf.ts";

const name = (text: string): PDFName => PDFName.of(text);
const textOf = (value: PDFObject | undefined): string => {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  if (value instanceof PDFName) return value.decodeText();
  throw new Error("not a text");
};
const bytesOf = (stream: PDFRawStream): Buffer => Buffer.from(decodePDFRawStream(stream).decode());

function streamAt(dictionary: PDFDict, key: string): PDFRawStream {
  const stream = dictionary.lookup(name(key));
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream`);
  return stream;
}

interface Opened {
  bytes: Buffer;
  pdf: PDFDocument;
  objects: PDFObject[];
  dictionaries: PDFDict[];
}

async function open(document: InvoiceDocument): Promise<Opened> {
  const bytes = await renderInvoicePdf(document);
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
  const dictionaries = objects.flatMap((object) =>
    object instanceof PDFDict ? [object] : object instanceof PDFRawStream ? [object.dict] : [],
  );
  return { bytes, pdf, objects, dictionaries };
}

function metadataOf({ pdf }: Opened): string {
  const stream = streamAt(pdf.catalog, "Metadata");
  // A reader that knows no PDF finds it too.
  expect(stream.dict.has(name("Filter"))).toBe(false);
  return Buffer.from(stream.contents).toString();
}

function attachmentOf({ pdf }: Opened): { specification: PDFDict; stream: PDFRawStream } {
  const files = pdf.catalog.lookup(name("AF"), PDFArray);
  expect(files.size()).toBe(1);
  const specification = files.lookup(0, PDFDict);
  return { specification, stream: streamAt(specification.lookup(name("EF"), PDFDict), "F") };
}

let invoice: Opened;
beforeAll(async () => {
  invoice = await open(aDocument());
});

describe("the file", () => {
  test("is PDF 1.7 with its binary comment and an identifier, not encrypted", () => {
    expect(invoice.bytes.subarray(0, 9).toString("latin1")).toBe("%PDF-1.7\n");
    expect([...invoice.bytes.subarray(9, 14)]).toEqual([0x25, 0xff, 0xff, 0xff, 0xff]);
    expect(invoice.pdf.isEncrypted).toBe(false);
    const { trailerInfo } = invoice.pdf.context;
    expect(trailerInfo.ID).toBeDefined();
    expect(trailerInfo.Encrypt).toBeUndefined();
  });

  test("shows its colours in sRGB, whose profile it embeds, and uses no other", () => {
    const intents = invoice.pdf.catalog.lookup(name("OutputIntents"), PDFArray);
    const intent = intents.lookup(0, PDFDict);
    expect(textOf(intent.get(name("S")))).toBe("GTS_PDFA1");
    const profile = streamAt(intent, "DestOutputProfile");
    expect(profile.dict.get(name("N"))?.toString()).toBe("3");
    const icc = bytesOf(profile);
    expect(icc.readUInt32BE(0)).toBe(icc.length);
    expect(icc.toString("latin1", 16, 20)).toBe("RGB ");
    expect(icc.toString("latin1", 36, 40)).toBe("acsp");
    const page = invoice.pdf.getPage(0).node.Contents();
    const content = bytesOf(page as PDFRawStream).toString("latin1");
    expect(content).toContain("/DeviceRGB");
    expect(content).not.toMatch(/DeviceCMYK|DeviceN|Separation|Pattern| [kK]\n/);
  });

  test("embeds each font it uses with its own numbering of glyphs", () => {
    const fonts = invoice.dictionaries.filter((one) => one.get(name("Type"))?.toString() === "/Font");
    const composite = fonts.filter((one) => one.get(name("Subtype"))?.toString() === "/Type0");
    const descendants = fonts.filter((one) => one.get(name("Subtype"))?.toString() === "/CIDFontType2");
    expect(composite).toHaveLength(3);
    expect(descendants).toHaveLength(3);
    expect(fonts).toHaveLength(6);
    for (const font of composite) {
      expect(font.get(name("Encoding"))?.toString()).toBe("/Identity-H");
      expect(font.has(name("ToUnicode"))).toBe(true);
    }
    for (const font of descendants) {
      expect(font.get(name("CIDToGIDMap"))?.toString()).toBe("/Identity");
      const descriptor = font.lookup(name("FontDescriptor"), PDFDict);
      expect(textOf(font.get(name("BaseFont")))).toMatch(/^[A-Z]{6}\+Inter/);
      expect(textOf(descriptor.get(name("FontName")))).toBe(textOf(font.get(name("BaseFont"))));
      const program = bytesOf(streamAt(descriptor, "FontFile2"));
      expect(["\0\u0001\0\0", "true"]).toContain(program.toString("latin1", 0, 4));
    }
  });

  test("has no transparency, script, action, form, picture or outside content", () => {
    for (const one of invoice.dictionaries) {
      for (const key of [
        "SMask",
        "Group",
        "ca",
        "CA",
        "BM",
        "AA",
        "JS",
        "JavaScript",
        "OpenAction",
        "AcroForm",
        "XFA",
        "Annots",
        "TR",
        "OPI",
        "Alternates",
      ]) {
        expect({ key, has: one.has(name(key)) }).toEqual({ key, has: false });
      }
      expect(one.get(name("Filter"))?.toString() ?? "/FlateDecode").toBe("/FlateDecode");
      expect(one.get(name("Subtype"))?.toString()).not.toBe("/Image");
    }
  });

  test("never shows the glyph of a character that the font does not have", async () => {
    const { pdf } = await open(
      aDocument({ cinema: { name: "影院 \u0007 Ciné 🎬", city: "", client_account: "" } }),
    );
    const [page] = pdf.getPages();
    const content = bytesOf(page!.node.Contents() as PDFRawStream).toString("latin1");
    const codes = [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []);
    expect(codes.length).toBeGreaterThan(500);
    expect(codes).not.toContain("0000");
  });
});

describe("the metadata", () => {
  test("say PDF/A-3 level B and Factur-X of the profile EN 16931, with the description of its schema", () => {
    const xmp = metadataOf(invoice);
    for (const part of [
      "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>",
      "<fx:DocumentType>INVOICE</fx:DocumentType>",
      "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
      "<fx:Version>1.0</fx:Version>",
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
    ]) {
      expect(xmp).toContain(part);
    }
    for (const property of ["DocumentFileName", "DocumentType", "Version", "ConformanceLevel"]) {
      expect(xmp).toContain(`<pdfaProperty:name>${property}</pdfaProperty:name>`);
    }
  });

  test("are well formed and those of the document's information, whatever the names", async () => {
    const supplier = { ...aDocument().supplier, name: 'Films & <Cie> "Nord"' };
    const opened = await open(aDocument({ supplier }));
    const xmp = metadataOf(opened);
    const xml = XmlDocument.fromString(xmp.replace(/^<\?xpacket[^>]*\?>\n?|<\?xpacket[^>]*\?>$/g, ""));
    const namespaces = { dc: "http://purl.org/dc/elements/1.1/", xmp: "http://ns.adobe.com/xap/1.0/" };
    expect(xml.get("//dc:title", namespaces)?.content.trim()).toBe(opened.pdf.getTitle());
    expect(xml.get("//dc:creator", namespaces)?.content.trim()).toBe(supplier.name);
    expect(opened.pdf.getAuthor()).toBe(supplier.name);
    expect(xml.get("//dc:description", namespaces)?.content.trim()).toBe(opened.pdf.getSubject());
    expect(xml.get("//xmp:CreateDate", namespaces)?.content).toBe("2026-11-30T00:00:00Z");
    xml.dispose();
  });
});

describe("the data", () => {
  test.each([
    ["an invoice", aDocument()],
    ["a credit note", aCreditNote()],
  ])(
    "of %s are embedded under their only name, as the schema and the page have them",
    async (_, document) => {
      const opened = await open(document);
      const { specification, stream } = attachmentOf(opened);
      expect(textOf(specification.get(name("F")))).toBe("factur-x.xml");
      expect(textOf(specification.get(name("UF")))).toBe("factur-x.xml");
      expect(textOf(specification.get(name("AFRelationship")))).toBe("Data");
      expect(textOf(stream.dict.get(name("Subtype")))).toBe("text/xml");
      const parameters = stream.dict.lookup(name("Params"), PDFDict);
      const xml = bytesOf(stream);
      expect(xml.toString()).toBe(ciiInvoice(document));
      expect(parameters.get(name("Size"))?.toString()).toBe(String(xml.length));
      expect(textOf(parameters.get(name("ModDate")))).toContain(
        `D:${document.invoice_date.replaceAll("-", "")}`,
      );
      const embedded = opened.pdf.catalog
        .lookup(name("Names"), PDFDict)
        .lookup(name("EmbeddedFiles"), PDFDict)
        .lookup(name("Names"), PDFArray);
      expect(textOf(embedded.get(0))).toBe("factur-x.xml");
    },
  );
});
