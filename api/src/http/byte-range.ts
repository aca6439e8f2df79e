import type { ByteRange } from "../services.ts";

/**
 * The part of a file that a `Range` header asks for (RFC 9110 §14).
 * @param size of the file, in bytes
 * @returns the bytes; "unsatisfiable" (416) when there are none of them; undefined for the whole file: no range, one in another
 *   unit or form, or several, which may be answered by everything
 */
export function byteRangeOf(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const range = /^bytes=(\d*)-(\d*)$/i.exec((header ?? "").trim());
  const [, from = "", to = ""] = range ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  if (to !== "" && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return "unsatisfiable";
  return { start: Number(from), end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
