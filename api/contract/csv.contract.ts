// How lists are written for spreadsheets, by the server and by screens that have the whole list: `;`, decimal comma, UTF-8 with
// its mark, and no text that is taken for a formula.
import type { Cents } from "./money.contract.ts";

/** Byte order mark: without it Excel reads UTF-8 as windows-1252. */
export const BOM = "\ufeff";

/** One `;` line ending with CRLF; a cell is quoted only when it must be. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(";")}\r\n`;

/** Text for software that may take it for a formula: bank labels and names are written by strangers (DOMAIN §7). */
export const guarded = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** `2897,31`, `-38,83`: decimal comma, no thousands. */
export function amount(value: Cents): string {
  const digits = String(Math.abs(value)).padStart(3, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

function cell(text: string): string {
  const flat = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, " ") : text;
  return /[;"]/.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}
