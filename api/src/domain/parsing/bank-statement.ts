import { BANK_FORMATS } from "./bank-formats/bank-formats.ts";
import { finishReading, type StatementReading } from "./bank-formats/finish-reading.ts";
import type { FormatReading, StatementFile } from "./bank-formats/format-reading.ts";
import { readCsvStatement, readXlsxStatement } from "./bank-formats/table-statement.ts";
import { EMPTY_FILE, SAVE_AS_XLSX_OR_CSV, UNKNOWN_LAYOUT, UnreadableTable } from "./tables/file-row.ts";
import { decodeText } from "./tables/text-encoding.ts";

export type { StatementReading } from "./bank-formats/finish-reading.ts";

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const MARKUP = /^<(!doctype|html|table|\?xml)/i;
const HEAD_BYTES = 64 * 1024;
const HEAD_CHARACTERS = 16_000;

/**
 * Reads a bank statement: finds out its format by its content (BANK-1), and reads each line (BANK-5). Lines = rows read −
 * rows ignored − rows in error, which `errors` tells one by one.
 * @param bytes the whole file, at most 10 MB
 * @throws UnreadableTable when the file as a whole is refused
 */
export async function readBankStatement(bytes: Buffer): Promise<StatementReading> {
  return finishReading(await readFormat(bytes));
}

/** A workbook is an archive, too. */
export const isArchive = (bytes: Buffer): boolean => startsWith(bytes, ZIP);

async function readFormat(bytes: Buffer): Promise<FormatReading> {
  if (bytes.length === 0) throw new UnreadableTable(EMPTY_FILE);
  if (isArchive(bytes)) return await readXlsxStatement(bytes);
  if (startsWith(bytes, OLD_WORKBOOK)) throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  const file = statementFile(bytes);
  const format = BANK_FORMATS.find((one) => one.recognises(file));
  if (format) return await format.read(file);
  if (file.text().trim() === "") throw new UnreadableTable(EMPTY_FILE);
  if (MARKUP.test(file.head)) throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  if (file.text().includes("\u0000")) throw new UnreadableTable(UNKNOWN_LAYOUT);
  return readCsvStatement(file.text());
}

function statementFile(bytes: Buffer): StatementFile {
  let text: string | undefined;
  return {
    bytes,
    head: decodeText(bytes.subarray(0, HEAD_BYTES)).trimStart().slice(0, HEAD_CHARACTERS),
    text: () => (text ??= decodeText(bytes)),
  };
}

const startsWith = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
