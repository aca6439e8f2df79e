import { isStatementFileName } from "@bobine/contract/statement-files";
import { BANK_FORMATS } from "./bank-formats/bank-formats.ts";
import { finishReading, type StatementReading } from "./bank-formats/finish-reading.ts";
import type { BankFormat, FormatReading, StatementFile } from "./bank-formats/format-reading.ts";
import { mergeReadings, type NamedReading } from "./bank-formats/merge-readings.ts";
import { readCsvStatement, readXlsxStatement } from "./bank-formats/table-statement.ts";
import type { KnownLayout } from "./chosen-layout.ts";
import { cutText } from "./cut-text.ts";
import {
  EMPTY_FILE,
  EmptyTable,
  MAX_ROWS,
  SAVE_AS_XLSX_OR_CSV,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "./tables/file-row.ts";
import { decodeText } from "./tables/text-encoding.ts";
import { bookBudget, type InflateBudget } from "./tables/xlsx-rows.ts";
import { type ZippedFiles, zipFiles } from "./tables/zip-files.ts";

export type { LineSource, StatementReading } from "./bank-formats/finish-reading.ts";

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const MARKUP = /^<(!doctype|html|table|\?xml)/i;
/** What a bank tells of a day that is not over; it tells it again once it is. */
const OF_THE_DAY = /^<[^]*(?:\burn:iso:std:iso:20022:tech:xsd:camt\.052\.|<(?:\w+:)?BkToCstmrAcctRpt\b)/;
const ASK_FOR_053 =
  "Ce fichier est un relevé du jour (CAMT.052), dont les opérations peuvent encore changer. Demandez à votre banque le relevé CAMT.053.";
const NO_STATEMENT = "L’archive ZIP ne contient aucun relevé.";
/** A statement and the notifications of the same money; what is left of them is counted when they are merged. */
const MAX_ARCHIVE_ROWS = 2 * MAX_ROWS;
const HEAD_BYTES = 64 * 1024;
const HEAD_CHARACTERS = 16_000;

/**
 * Reads a bank statement: finds out its format by its content (BANK-1), and reads each line (BANK-5). Lines = rows read −
 * rows ignored − rows in error, which `errors` tells one by one.
 * @param bytes the whole file, at most 10 MB
 * @param known what people have said of the columns of tables (BANK-30)
 * @param most operations that it may have
 * @throws UnreadableTable when the file as a whole is refused
 */
export async function readBankStatement(
  bytes: Buffer,
  known: readonly KnownLayout[] = [],
  most = MAX_ROWS,
): Promise<StatementReading> {
  if (!isArchive(bytes)) return finishReading(await readFormat(bytes, known, most));
  const archive = await zipFiles(bytes, isStatementFileName);
  return archive
    ? await readArchive(archive, known)
    : await readWorkbook(bytes, known, { budget: bookBudget(), most });
}

/** BANK-22: each file by itself; what makes no sense in one refuses them all, so that nothing is half there. */
async function readArchive(
  { files, others }: ZippedFiles,
  known: readonly KnownLayout[],
): Promise<StatementReading> {
  const readings: NamedReading[] = [];
  /** Of an account on which nothing moved. */
  const empty: string[] = [];
  const budget = bookBudget();
  let rows = 0;
  for (const { name, bytes } of files) {
    const shown = cutText(name, 100);
    try {
      const reading = isArchive(bytes)
        ? await readWorkbook(bytes, known, { budget, most: MAX_ROWS })
        : finishReading(await readFormat(bytes, known, MAX_ROWS));
      readings.push({ name: shown, reading });
      rows += reading.rows_read;
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      if (error instanceof EmptyTable) {
        empty.push(`${shown}\u00a0: ${error.message}`);
        continue;
      }
      throw new UnreadableTable(`${shown}\u00a0: ${error.message}`, error.mendedBy);
    }
    if (rows > MAX_ARCHIVE_ROWS) throw new UnreadableTable(TOO_MANY_ROWS);
  }
  if (readings.length === 0) throw new UnreadableTable(empty[0] ?? NO_STATEMENT);
  const merged = mergeReadings(readings);
  const unread = others.map(
    (name) => `${cutText(name, 100)}\u00a0: ce fichier n’est pas un relevé, il n’a pas été lu.`,
  );
  return { ...merged, notes: [...(merged.notes ?? []), ...empty, ...unread] };
}

/** BANK-26: each sheet by itself, as files that were sent together. */
async function readWorkbook(
  bytes: Buffer,
  known: readonly KnownLayout[],
  bounds: { readonly budget: InflateBudget; readonly most: number },
): Promise<StatementReading> {
  const sheets = (await readXlsxStatement(bytes, known, bounds)).map(({ name, reading }) => ({
    name: `Feuille ${name}`,
    reading: finishReading(reading),
  }));
  const [only] = sheets;
  return only && sheets.length === 1 ? only.reading : mergeReadings(sheets);
}

/** A workbook is an archive, too. */
export const isArchive = (bytes: Buffer): boolean => startsWith(bytes, ZIP);

async function readFormat(
  bytes: Buffer,
  known: readonly KnownLayout[],
  most: number,
): Promise<FormatReading> {
  const content = contentOf(bytes, most);
  return "csv" in content
    ? readCsvStatement(content.csv, known, most)
    : await content.format.read(content.file);
}

/**
 * What a file is that is no archive: one of a format of banks, or a table.
 * @throws UnreadableTable when it is neither
 */
export function contentOf(
  bytes: Buffer,
  most = MAX_ROWS,
): { readonly csv: string } | { readonly format: BankFormat; readonly file: StatementFile } {
  if (bytes.length === 0) throw new UnreadableTable(EMPTY_FILE);
  if (startsWith(bytes, OLD_WORKBOOK)) throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  const file = statementFile(bytes, most);
  const format = BANK_FORMATS.find((one) => one.recognises(file));
  if (format) return { format, file };
  if (file.text().trim() === "") throw new UnreadableTable(EMPTY_FILE);
  if (OF_THE_DAY.test(file.head)) throw new UnreadableTable(ASK_FOR_053);
  if (MARKUP.test(file.head)) throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  if (file.text().includes("\u0000")) throw new UnreadableTable(UNKNOWN_LAYOUT);
  return { csv: file.text() };
}

function statementFile(bytes: Buffer, most: number): StatementFile {
  let text: string | undefined;
  return {
    bytes,
    most,
    head: decodeText(bytes.subarray(0, HEAD_BYTES)).trimStart().slice(0, HEAD_CHARACTERS),
    text: () => (text ??= decodeText(bytes)),
  };
}

const startsWith = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
