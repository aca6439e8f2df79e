// Texts of files whose encoding nobody said (BANK-2).
import { describe, expect, test } from "vitest";
import { decodeText } from "./text-encoding.ts";

const utf8 = (text: string): Uint8Array => Buffer.from(text, "utf8");
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

describe("a file of a bank is read", () => {
  test.each([
    ["UTF-8", utf8("Libellé;Débit;Crédit"), "Libellé;Débit;Crédit"],
    ["windows-1252", latin1("Libellé;Débit;Crédit"), "Libellé;Débit;Crédit"],
    ["windows-1252 with the euro", Uint8Array.of(0x31, 0x80), "1€"],
    ["UTF-16 with its mark", joined(Uint8Array.of(0xff, 0xfe), Buffer.from("Libellé", "utf16le")), "Libellé"],
  ])("as %s", (_encoding, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test("as UTF-8 but for the label that another program put in as windows-1252", () => {
    const bytes = joined(
      utf8("Libellé;Débit;Crédit\nVIR "),
      latin1("CINÉMA 5"),
      Uint8Array.of(0x80),
      utf8("\nRèglement"),
    );
    expect(decodeText(bytes)).toBe("Libellé;Débit;Crédit\nVIR CINÉMA 5€\nRèglement");
  });

  test("without its mark when it is mixed", () => {
    const bytes = joined(utf8("\ufeffLibellé;Débit"), latin1("\nCINÉ"));
    expect(decodeText(bytes)).toBe("Libellé;Débit\nCINÉ");
  });

  test("as windows-1252 when what looks like UTF-8 is there by chance", () => {
    // « É » and a no-break space are two bytes that UTF-8 has too.
    expect(decodeText(latin1("Libellé;Débit;SOCIÉTÉ\u00a0: 1"))).toBe("Libellé;Débit;SOCIÉTÉ\u00a0: 1");
  });

  test("as windows-1252 where UTF-8 allows no character: too long, half of a pair, beyond the last", () => {
    const bytes = joined(
      utf8("éééééééééé"),
      Uint8Array.of(0xe0, 0x80, 0x80),
      Uint8Array.of(0xed, 0xa0, 0x80),
    );
    expect(decodeText(bytes)).toBe("ééééééééééà€€í\u00a0€");
  });
});
