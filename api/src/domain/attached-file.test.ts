import { expect, test } from "vitest";
import { isAttachable } from "./attached-file.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const PDF = bytes("%PDF-1.7\n");
const PNG = bytes("\x89PNG\r\n\x1a\nIHDR");
const JPEG = bytes("\xff\xd8\xff\xe0\0JFIF");
const MSG = bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0");
const XLSX = bytes("PK\x03\x04\0\0[Content_Types].xml…xl/workbook.xml");
const EML = bytes("From: Jeanne <jeanne@rex.example>\r\nSubject: Bordereau\r\n\r\nBonjour");

test.each([
  ["a PDF", "Bordereau.PDF", PDF],
  ["a picture", "scan.png", PNG],
  ["a photograph", "scan.jpeg", JPEG],
  ["a mail", "avis.eml", EML],
  ["a mail out of a mailbox", "avis.eml", bytes("From jeanne Mon Nov 30\nReceived: by x\n\n")],
  ["a mail of Outlook", "avis.msg", MSG],
  ["a text", "note.txt", bytes("Réglé")],
  ["a text of Windows", "note.txt", Buffer.from("\ufeffRéglé", "utf16le")],
  ["a table", "lignes.csv", bytes("a;b\n1;2")],
  ["a workbook", "lignes.xlsx", XLSX],
])("COM-7: %s is attached", (_what, name, content) => {
  expect(isAttachable(name, content)).toBe("yes");
});

test.each([
  ["a page", "page.html", bytes("<html>"), "other-name"],
  ["a drawing with scripts in it", "image.svg", bytes("<svg/>"), "other-name"],
  ["a program", "facture.pdf.exe", bytes("MZ"), "other-name"],
  ["a name without an extension", "pdf", PDF, "other-name"],
  ["a program that is called PDF", "facture.pdf", bytes("MZ\x90\0"), "other-content"],
  ["a picture that is called PDF", "facture.pdf", PNG, "other-content"],
  ["a program that is called text", "note.txt", bytes("MZ\x90\0"), "other-content"],
  [
    "an archive that is no workbook",
    "lignes.xlsx",
    bytes("PK\x03\x04\0\0word/document.xml"),
    "other-content",
  ],
  ["a page that is called mail", "avis.eml", bytes("<html><body>"), "other-content"],
  ["nothing", "note.txt", bytes(""), "other-content"],
] as const)("COM-7: %s is refused", (_what, name, content, why) => {
  expect(isAttachable(name, content)).toBe(why);
});
