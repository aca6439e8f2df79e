import { expect } from "vitest";
import type { Accountant } from "../banking/banking.testing.ts";

/** The rows of an export, header first and an empty one last, cut into their cells. */
export async function exportedRows(
  who: Accountant,
  format: "" | "-b" | "-c",
  query = "",
): Promise<string[][]> {
  const answer = await who.call("GET", `/exports/export-csv${format}/${query}`);
  expect(answer.statusCode).toBe(200);
  return new TextDecoder(format === "-b" ? "windows-1252" : "utf-8")
    .decode(answer.rawPayload)
    .split("\r\n")
    .map((line) => line.split(";"));
}
