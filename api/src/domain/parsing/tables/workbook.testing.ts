// A small workbook, written as Excel writes it: shared strings, dates by style. Tests use it.
import { crc32, deflateRawSync } from "node:zlib";

export type WorkbookCell = string | number | { readonly date: number };

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

type SheetRows = readonly (readonly WorkbookCell[])[];

/** @param rows of the only sheet; `date` is an Excel serial number */
export const workbook = (rows: SheetRows): Promise<Buffer> => workbookOf([{ name: "Relevé", rows }]);

export async function workbookOf(
  sheets: readonly { readonly name: string; readonly rows: SheetRows; readonly isHidden?: boolean }[],
): Promise<Buffer> {
  const strings: string[] = [];
  const sheetXml = (rows: SheetRows): string =>
    rows
      .map((cells, row) => {
        const written = cells.map((cell, column) => {
          const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
          if (typeof cell === "number") return `<c ${at}><v>${cell.toPrecision(17)}</v></c>`;
          if (typeof cell === "object") return `<c ${at} s="1"><v>${cell.date}</v></c>`;
          return `<c ${at} t="s"><v>${strings.push(cell) - 1}</v></c>`;
        });
        return `<row r="${row + 1}">${written.join("")}</row>`;
      })
      .join("");
  const parts = sheets.map(({ rows }, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet><sheetData>${sheetXml(rows)}</sheetData></worksheet>`,
  ]);
  const tags = sheets.map(({ name, isHidden }, index) => {
    const state = isHidden ? ` state="hidden"` : "";
    return `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state}/>`;
  });
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${tags.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join("")}</sst>`,
    ...(Object.fromEntries(parts) as Record<string, string>),
  });
}

/** A ZIP archive (APPNOTE.TXT 6.3.10, §4.3) of deflated texts. */
export function zip(parts: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const deflated = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, name, deflated]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entries, Buffer.from("PK\u0005\u0006"), end]);
}
