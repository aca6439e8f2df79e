import { describe, expect, test } from "vitest";
import { documentHeaders } from "./document-headers.ts";

const pdf = Buffer.from("%PDF-1.7\n…");

describe("a document of an invoice", () => {
  test("is shown in the page only when it is a real PDF", () => {
    expect(
      documentHeaders({ file_name: "F26000123.pdf", content_type: "application/pdf" }, pdf),
    ).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="F26000123.pdf"',
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["a page that calls itself a PDF", "application/pdf", "<html><script>"],
    ["a page", "text/html", "<html>"],
    ["a drawing with a script", "image/svg+xml", "<svg>"],
    ["a type that is a word of JavaScript", "constructor", "%PDF-"],
    ["an empty file", "application/pdf", ""],
  ])("%s is not served", (_title, content_type, content) => {
    expect(documentHeaders({ file_name: "x", content_type }, Buffer.from(content))).toBeUndefined();
  });

  test("that is not a PDF is downloaded, never shown", () => {
    const headers = documentHeaders(
      { file_name: "factur-x.xml", content_type: "application/xml" },
      Buffer.from("<?xml"),
    );
    expect(headers?.["content-disposition"]).toMatch(/^attachment;/);
  });

  test.each([
    [
      "relevé d’été.pdf",
      `inline; filename="relev_ d__t_.pdf"; filename*=UTF-8''relev%C3%A9%20d%E2%80%99%C3%A9t%C3%A9.pdf`,
    ],
    [
      'a"b\r\nset-cookie: x.pdf',
      `inline; filename="a_b__set-cookie: x.pdf"; filename*=UTF-8''a%22b%0D%0Aset-cookie%3A%20x.pdf`,
    ],
  ])("the name %j cannot break out of its header", (file_name, disposition) => {
    expect(
      documentHeaders({ file_name, content_type: "application/pdf" }, pdf)?.["content-disposition"],
    ).toBe(disposition);
  });
});
