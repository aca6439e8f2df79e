import type { StatementStats } from "@bobine/contract/banking";
import type { LineEvidence } from "../../line-evidence.ts";
import type { StatementBalance } from "../statement-balances.ts";
import type { ColumnsOfPerson } from "../statement-columns.ts";
import type { ReferencedLine } from "../same-reference.ts";
import type { StatementLine } from "../statement-line.ts";

/** A line whose fingerprint is empty still: it needs the other lines of the file. The place of it is there, so that none has to grow. */
export type UnmarkedLine = Omit<StatementLine, "fingerprint" | "marked" | "label" | "evidence"> & {
  fingerprint: string;
  marked?: NonNullable<StatementLine["marked"]>;
  label: string;
  evidence?: LineEvidence | undefined;
  /** What it is called that has no label of its own; no part of the fingerprint, by which it is known that came without (BANK-9). */
  labelInstead?: string;
};

/** An operation that its own file replaces or takes out; an earlier file may have brought it (BANK-27). */
export interface CorrectedLine {
  readonly line: ReferencedLine;
  /** Undefined where none stands instead. */
  readonly instead: ReferencedLine | undefined;
  /** For the person, where it is here. */
  readonly note: string;
}

/** What the reader of a format makes of a file. Lines = rows read − ignored − errors. */
export interface FormatReading
  extends Pick<StatementStats, "bank" | "file_format" | "rows_read" | "ignored" | "errors"> {
  /** In the order of the file. */
  readonly lines: readonly UnmarkedLine[];
  /** By which the layout of a table is known again; another format has none. */
  readonly layout?: string;
  /** Whether a column of its table gives each operation an identifier, which is the reference of its line. */
  readonly hasIdentifiers?: boolean;
  /** What the user should know of the file as a whole; no line is lost by it (BANK-21). */
  readonly notes?: readonly string[];
  /** Those that count no more by what the file itself says; absent where there is none. */
  readonly corrected?: readonly CorrectedLine[];
  /** The choices of columns by which its tables were read; absent where names or a format tell (BANK-30). */
  readonly columns?: readonly ColumnsOfPerson[];
  /** What the file says is on its accounts (BANK-16). */
  readonly balances: readonly StatementBalance[];
}

/** The file of a statement, whole. */
export interface StatementFile {
  readonly bytes: Buffer;
  /** How many operations it may have (BANK-1). */
  readonly most: number;
  /** How it begins, decoded: 16,000 characters at most, without the blanks before the first one. */
  readonly head: string;
  /** All of it, decoded when first asked for (BANK-2). */
  text(): string;
}

/** A format that banks write: known by its content, never by the name of the file (BANK-1). */
export interface BankFormat {
  recognises(file: StatementFile): boolean;
  /** @throws UnreadableTable with the sentence for the person who sent it, when the file as a whole is refused */
  read(file: StatementFile): FormatReading | Promise<FormatReading>;
}
