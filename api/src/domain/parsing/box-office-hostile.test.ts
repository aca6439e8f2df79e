// Reports in any encoding and any pieces, and files that are no reports (BOX-8).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UnreadableReport } from "./box-office-types.ts";
import {
  CANONICAL,
  CORRECTED,
  DECLARATION,
  ENOUGH,
  read,
  readPieces,
  type Read,
  report,
  TOTALS,
  VARIANT,
} from "./box-office-xml.testing.ts";

const DECLARED = '<?xml version="1.0" encoding="UTF-8"?>';
/** With signs of one, two and three bytes of UTF-8 that windows-1252 has as well. */
const TEXT = CANONICAL.toString().replace("Rivage nord", "L’Été à Œting – 5 €");
const declared = (encoding: string): string =>
  TEXT.replace(DECLARED, encoding && `<?xml version="1.0" encoding="${encoding}"?>`);

const WINDOWS_1252: Record<string, number> = { "’": 0x92, Œ: 0x8c, "–": 0x96, "€": 0x80 };
const windows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (sign) => WINDOWS_1252[sign] ?? sign.charCodeAt(0)));
const utf16le = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

const ENCODINGS: [string, Buffer][] = [
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
  ["UTF-8 with a mark, whatever it declares", Buffer.from(`\ufeff${declared("ISO-8859-1")}`)],
  ["UTF-8 that declares nothing", Buffer.from(declared(""))],
  ["UTF-8 that declares UTF-16, as some programs write", Buffer.from(declared("utf-16"))],
  ["declared windows-1252", windows1252(declared("windows-1252"))],
  ["declared ISO-8859-1, with the signs of windows-1252", windows1252(declared("ISO-8859-1"))],
  ["windows-1252 that declares nothing", windows1252(declared(""))],
  ["UTF-16 LE with its mark", utf16le(declared("UTF-16"))],
  ["UTF-16 BE with its mark", utf16le(declared("UTF-16")).swap16()],
];

const inPieces = (bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
};

describe("a report in", () => {
  test.each(ENCODINGS)(
    "%s is read the same, whole, byte by byte and in any pieces",
    async (_title, bytes) => {
      const whole = await read(bytes);
      expect(whole.declarations[1]?.film.title).toBe("L’Été à Œting – 5 €");
      expect(whole.declarations[0]?.cinema.name).toBe("Cinéma Le Beffroi");
      expect(whole.declarations[3]?.cinema.name).toBe("Mégascope Rennes");
      const expected = await read(TEXT);
      expect(withoutLines(whole)).toEqual(withoutLines(expected));
      expect(await readPieces(inPieces(bytes, [1]))).toEqual(whole);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), async (sizes) => {
          expect(await readPieces(inPieces(bytes, sizes))).toEqual(whole);
        }),
        { numRuns: 15 },
      );
    },
  );

  test("ISO-8859-1, the variant, is read the same byte by byte", async () => {
    const whole = await read(VARIANT);
    expect(await readPieces(inPieces(VARIANT, [1]))).toEqual(whole);
  });
});

/** Without its declaration a file begins one line earlier, or not: the first line is then empty. */
const withoutLines = ({ reading, declarations }: Read) => ({
  reading,
  declarations: declarations.map(({ line: _line, ...others }) => others),
});

describe("bytes that are impossible in their encoding refuse the file, in any pieces:", () => {
  const broken = (text: string, bytes: number[]): Buffer => {
    const at = Buffer.from(text).indexOf("Rennes");
    const whole = Buffer.from(text);
    return Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at)]);
  };
  test.each<[string, Buffer]>([
    ["declared UTF-8 with a byte of windows-1252", broken(TEXT, [0xe9])],
    ["UTF-8 that declares nothing, with one broken sign among sound ones", broken(declared(""), [0xe9])],
    ["an overlong sign", broken(TEXT, [0xc0, 0xaf])],
    ["half of a surrogate pair", broken(TEXT, [0xed, 0xa0, 0x80])],
    ["a sign that the end cuts", Buffer.concat([Buffer.from(TEXT), Buffer.from([0xe2, 0x82])])],
    ["an odd number of bytes of UTF-16", utf16le(declared("UTF-16")).subarray(0, -1)],
    ["an encoding that nobody knows", Buffer.from(declared("x-klingon"))],
  ])("%s", async (_title, bytes) => {
    const refusal = {
      code: "encoding",
      message: "Le fichier XML n’est pas lisible\u00a0: son encodage est incorrect.",
    };
    await expect(read(bytes)).rejects.toMatchObject(refusal);
    await expect(readPieces(inPieces(bytes, [1]))).rejects.toMatchObject(refusal);
  });
});

describe("a file is refused whole:", () => {
  const NOT_XML = "Le fichier doit être au format XML.";
  const DOCTYPE = "Le fichier contient une déclaration DOCTYPE, refusée pour raisons de sécurité.";
  const LIMITS =
    "Le fichier XML dépasse les limites acceptées (imbrication, attributs ou longueur de texte).";
  const EMPTY = "Aucune déclaration de recettes trouvée dans le fichier.";
  const nested = (depth: number): string => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`;
  const withAttributes = (count: number): string =>
    `<a ${Array.from({ length: count }, (_, i) => `a${i}="1"`).join(" ")}/>`;
  const long = "x".repeat(1_000_001);

  test.each<[string, string | Buffer, string, string]>([
    ["nothing", "", "not_xml", NOT_XML],
    ["blanks", " \n ", "not_xml", NOT_XML],
    ["text", "Rapport du 18/11/2026", "not_xml", NOT_XML],
    ["CSV", "visa;recette\n199041;80,00", "not_xml", NOT_XML],
    ["JSON", '{"declarations": []}', "not_xml", NOT_XML],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"), "not_xml", NOT_XML],
    ["a ZIP archive", Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0]), "not_xml", NOT_XML],
    ["zeros", Buffer.alloc(5000), "not_xml", NOT_XML],
    ["a DOCTYPE", `<!DOCTYPE a>${report(DECLARATION)}`, "doctype", DOCTYPE],
    [
      "an external entity",
      `${DECLARED}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`,
      "doctype",
      DOCTYPE,
    ],
    [
      "entities that grow",
      `<!DOCTYPE a [<!ENTITY x "${"ha".repeat(50)}"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>`,
      "doctype",
      DOCTYPE,
    ],
    [
      "an entity that nothing defines",
      report("<a>&secret;</a>"),
      "malformed",
      "Le fichier XML est mal formé (ligne 1, colonne 20).",
    ],
    ["33 levels", nested(33), "limits", LIMITS],
    ["65 attributes", withAttributes(65), "limits", LIMITS],
    ["a text of more than a million signs", report(`<a>${long}</a>`), "limits", LIMITS],
    ["a CDATA of more than a million signs", report(`<a><![CDATA[${long}]]></a>`), "limits", LIMITS],
    ["an attribute of more than a million signs", `<a b="${long}"/>`, "limits", LIMITS],
    ["another root", "<html><body><p>Recettes</p></body></html>", "empty", EMPTY],
    ["a report without declarations", `${DECLARED}<DeclarationsRecettes/>`, "empty", EMPTY],
    ["totals of no film", report('<ligne recette="80"/>'), "empty", EMPTY],
    ["32 levels of nothing", nested(32), "empty", EMPTY],
    ["64 attributes of nothing", withAttributes(64), "empty", EMPTY],
    [
      "an element that another one closes",
      "<Rapport>\n  <a></b>\n</Rapport>",
      "malformed",
      "Le fichier XML est mal formé (ligne 2, colonne 9).",
    ],
    [
      "an attribute twice",
      '<Rapport a="1" a="2"/>',
      "malformed",
      "Le fichier XML est mal formé (ligne 1, colonne 22).",
    ],
    ["two roots", `${report(DECLARATION)}<b/>`, "malformed", "Le fichier XML est mal formé"],
  ])("%s", async (_title, content, code, message) => {
    const refused = read(content);
    await expect(refused).rejects.toBeInstanceOf(UnreadableReport);
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test("at its limits it is not", async () => {
    const deep = `${"<a>".repeat(30)}<ligne ${"x".padEnd(20, "x")}="1">${ENOUGH}${TOTALS}</ligne>${"</a>".repeat(30)}`;
    expect((await read(deep)).declarations).toHaveLength(1);
    const full = DECLARATION.replace("<Totaux", `<a>${"x".repeat(1_000_000)}</a><Totaux`);
    expect((await read(report(full))).declarations).toHaveLength(1);
  });

  test("wherever it is cut", async () => {
    const end = CORRECTED.lastIndexOf(">");
    const cuts = Array.from({ length: end }, (_, i) => i + 1);
    for (const cut of cuts) {
      await expect(read(CORRECTED.subarray(0, cut)), `cut at ${cut}`).rejects.toBeInstanceOf(
        UnreadableReport,
      );
    }
  });
});

describe("any file is read or refused, and never an error of ours:", () => {
  const answers = async (pieces: Uint8Array[]): Promise<void> => {
    try {
      const { reading, declarations } = await readPieces(pieces);
      expect(reading.declarations_found).toBeGreaterThan(0);
      for (const { gross_ttc, tsa, vat, base_film_ht } of declarations) {
        for (const amount of [gross_ttc, tsa, vat, base_film_ht])
          expect(amount).toSatisfy(Number.isSafeInteger);
      }
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
    }
  };

  test("random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), answers),
      { numRuns: 500 },
    );
  });

  test("random signs of XML", async () => {
    const words = fc.constantFrom(
      ..."< > / = \" ' & ; ! ? [ ] - : \n <a> </a> <a/> <ligne> </ligne> <Tarif> </Tarif> &amp; <![CDATA[ ]]> <!-- --> <?x ?> visa= recette=".split(
        " ",
      ),
      '<ligne visa="1" recette="1">',
      '<?xml version="1.0"?>',
      "é",
      "1",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 40 }), async (parts) =>
        answers([Buffer.from(parts.join(""))]),
      ),
      { numRuns: 1500 },
    );
  });

  test("the canonical and the variant report with anything changed", async () => {
    const change = fc.record({
      at: fc.nat({ max: CANONICAL.length }),
      removed: fc.nat({ max: 60 }),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc.string({ maxLength: 12 }).map((text) => Buffer.from(text)),
        fc
          .constantFrom(
            "-1",
            "1e400",
            "NaN",
            "99999999999999999",
            "0",
            "",
            "__proto__",
            "2026-02-30",
            "S99 20x6",
            "\u0000",
          )
          .map((text) => Buffer.from(text)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(CANONICAL, CORRECTED, VARIANT),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5000 }),
        async (original, changes, size) => {
          let bytes: Uint8Array = original;
          for (const { at, removed, put } of changes) {
            bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + removed)]);
          }
          await answers(inPieces(bytes, [size]));
        },
      ),
      { numRuns: 1500 },
    );
  });

  test("the canonical report with any of its values replaced", async () => {
    const text = CANONICAL.toString();
    const values = [...text.matchAll(/"([^"<]*)"/g)].map((match) => match.index + 1);
    const value = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.double().map(String),
      fc.integer().map(String),
      fc.bigInt().map(String),
      fc.constantFrom(
        "47",
        "S47",
        "202699",
        "0/0/0",
        "9999999999999,99",
        "-9999999999999,99",
        "constructor",
        "  ",
      ),
    );
    const escaped = (raw: string) =>
      raw.replace(/[&"<\p{Cc}\ufffe\uffff]/gu, (sign) => (sign === "&" ? "&amp;" : " "));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...values), value), { minLength: 1, maxLength: 6 }),
        async (replaced) => {
          let changed = text.replace(/<Controle.*\/>/, "");
          // From the end, so that what is before keeps its place.
          for (const [at, raw] of replaced.toSorted((a, b) => b[0] - a[0])) {
            changed = changed.slice(0, at) + escaped(raw) + changed.slice(changed.indexOf('"', at));
          }
          await answers([Buffer.from(changed)]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
