import { isStatementFileName } from "@bobine/contract/banking";
import { TEXTS } from "./bank-statements.texts.ts";

/** What is wrong with the chosen file (SPEC §5); undefined when it may be sent. */
export function statementFileError(file: Pick<File, "name"> | null): string | undefined {
  if (!file) return TEXTS.required;
  return isStatementFileName(file.name) ? undefined : TEXTS.notStatement;
}
