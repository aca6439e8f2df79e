import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";

interface PlacedText {
  readonly text: string;
  /** Of the baseline, from the top of the page, and the size of its letters: points. */
  readonly y: number;
  readonly size: number;
}

/** The text of each page in the order in which it was drawn, one entry per piece of text, read through the ToUnicode maps. */
export async function pagesOfText(bytes: Buffer): Promise<string[][]> {
  const pages = await pagesOfPlacedText(bytes);
  return pages.map((texts) => texts.map(({ text }) => text));
}

/** The same with the place of each piece. */
export async function pagesOfPlacedText(bytes: Buffer): Promise<PlacedText[][]> {
  const document = await PDFDocument.load(bytes);
  return document.getPages().map(textsOfPage);
}

function textsOfPage(page: PDFPage): PlacedText[] {
  const context = page.doc.context;
  const decode = (value: unknown): string => {
    const stream = value instanceof PDFRef ? context.lookup(value) : value;
    if (!(stream instanceof PDFRawStream)) throw new Error("not a stream");
    return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
  };
  const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
  const maps = new Map(
    (fonts?.entries() ?? []).map(([name]) => {
      const font = fonts?.lookup(name, PDFDict);
      return [name.asString(), unicodeMap(decode(font?.get(PDFName.of("ToUnicode"))))];
    }),
  );
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const texts: PlacedText[] = [];
  let map = new Map<number, string>();
  let [fromBottom, size] = [0, 0];
  for (const [, height, font, points, shown] of streams
    .map(decode)
    .join("\n")
    .matchAll(/1 0 0 1 [-\d.]+ ([-\d.]+) Tm|(\/F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g)) {
    if (height !== undefined) fromBottom = Number(height);
    if (font !== undefined) [map, size] = [maps.get(font) ?? new Map(), Number(points)];
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(
      ([, hex]) => (hex ?? "").match(/.{4}/g) ?? [],
    );
    const text = codes.map((code) => map.get(Number.parseInt(code, 16)) ?? "\ufffd").join("");
    texts.push({ text, y: page.getHeight() - fromBottom, size });
  }
  return texts;
}

/** pdfkit writes ranges of consecutive codes with the list of what they mean. */
function unicodeMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, first, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const meanings = [...(list ?? "").matchAll(/<([0-9a-f]*)>/g)];
    for (const [index, [, hex]] of meanings.entries()) {
      const units = (hex ?? "").match(/.{4}/g) ?? [];
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      map.set(Number.parseInt(first ?? "", 16) + index, text);
    }
  }
  return map;
}
