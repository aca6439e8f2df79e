import { BOX_OFFICE_MAX_BYTES, looksLikeXml } from "@bobine/contract/box-office";
import { TEXTS } from "./box-office.texts.ts";

/** What is wrong with the chosen file, in the words of API-6; undefined when it may be sent. */
export function boxOfficeFileError(file: Pick<File, "name" | "type" | "size"> | null): string | undefined {
  if (!file) return TEXTS.required;
  if (!looksLikeXml(file.name, file.type)) return TEXTS.notXml;
  return file.size >= BOX_OFFICE_MAX_BYTES ? TEXTS.tooLarge : undefined;
}
