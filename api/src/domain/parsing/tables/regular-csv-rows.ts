import { hasRows, cutCells, MAX_RECORD, plainCells } from "./csv-cells.ts";
import type { FileRow } from "./file-row.ts";

/** Thrown at a quote that makes no sense, or at a row that is longer than any. */
export const IRREGULAR = new Error("the quotes of this text make no sense");

/**
 * The rows of a CSV text whose quotes make sense, as nearly all do: a quoted cell ends before a separator or the end of its line, and
 * a quote within another cell is a character.
 * @throws IRREGULAR where that is not so
 */
export function* regularCsvRows(text: string, separator: string): Generator<FileRow> {
  const marks = marksOf(text, separator);
  const hasForcedText = text.includes('="');
  let from = text.startsWith("\ufeff") ? 1 : 0;
  for (let line = 1; from < text.length; ) {
    let end = marks.lineEnd(from);
    let cells: string[];
    let lines = 1;
    if (marks.quote(from) >= end) {
      if (end - from > MAX_RECORD) throw IRREGULAR;
      cells = text.slice(from, end).split(separator);
    } else {
      const row = quotedRow(text, separator, from, marks);
      ({ cells, end } = row);
      lines += row.breaks;
    }
    yield { line, cells: hasForcedText ? plainCells(cells) : cutCells(cells) };
    line += lines;
    from = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
}

/** Where something stands next, from a place on. */
type Next = (from: number) => number;

interface Marks {
  readonly separator: Next;
  readonly quote: Next;
  readonly lineEnd: Next;
}

function marksOf(text: string, separator: string): Marks {
  const [feed, carriage] = [nextOf(text, "\n"), nextOf(text, "\r")];
  return {
    separator: nextOf(text, separator),
    quote: nextOf(text, '"'),
    lineEnd: (from) => Math.min(feed(from), carriage(from)),
  };
}

/** The places that are asked for only rise, so that a text is searched once, whatever is in it. */
function nextOf(text: string, mark: string): Next {
  let at = -1;
  return (from) => {
    if (at < from) at = text.indexOf(mark, from);
    if (at === -1) at = text.length;
    return at;
  };
}

interface QuotedRow {
  readonly cells: string[];
  readonly end: number;
  /** Line breaks inside of its cells. */
  readonly breaks: number;
}

function quotedRow(text: string, separator: string, from: number, marks: Marks): QuotedRow {
  const cells: string[] = [];
  let breaks = 0;
  for (let at = from; ; at += 1) {
    let end: number;
    if (text.charAt(at) === '"') {
      end = endOfQuoted(text, at);
      const inside = text.slice(at + 1, end - 1);
      const cell = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
      if (hasRows(cell, separator)) throw IRREGULAR;
      breaks += /[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0;
      cells.push(cell);
    } else {
      end = Math.min(marks.separator(at), marks.lineEnd(at));
      cells.push(text.slice(at, end));
    }
    if (end - from > MAX_RECORD) throw IRREGULAR;
    if (text.charAt(end) === separator) at = end;
    else if (end === text.length || /[\r\n]/.test(text.charAt(end))) return { cells, end, breaks };
    else throw IRREGULAR;
  }
}

/** Behind the quote that closes the one at this place. */
function endOfQuoted(text: string, at: number): number {
  let close = text.indexOf('"', at + 1);
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  if (close === -1) throw IRREGULAR;
  return close + 1;
}
