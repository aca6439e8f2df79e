import { STATEMENT_MAX_BYTES } from "@bobine/contract/banking";
import { isStatementFileName } from "@bobine/contract/statement-files";
import { TEXTS } from "./bank-statements.texts.ts";

/** What is wrong with the chosen file (API-6); undefined when it may be sent. */
export function statementFileError(file: Pick<File, "name" | "size"> | null): string | undefined {
  if (!file) return TEXTS.required;
  if (!isStatementFileName(file.name)) return TEXTS.notStatement;
  return file.size > STATEMENT_MAX_BYTES ? TEXTS.tooLarge : undefined;
}
