import { setImmediate } from "node:timers/promises";
import type { CivilDate } from "@bobine/contract/civil-date";
import { must } from "../domain/must.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, PageWriter } from "./page-writer.ts";

export interface ReportColumn {
  readonly title: string;
  /** Points; all of them are the width of a page. */
  readonly width: number;
  readonly align?: "right";
}

export interface ReportRow {
  readonly cells: readonly string[];
  /** A balance, the sum of a group or of all. */
  readonly isStrong?: boolean;
}

/** A list on paper: whose it is, what it is of, and its rows on as many pages as they need. */
export interface Report {
  readonly title: string;
  /** Under the title, on the right. */
  readonly subtitles: readonly string[];
  /** Who gives it: the name, then its lines. */
  readonly company: readonly string[];
  /** To whom, in a box: the name, then its lines; empty of a list for the company itself. */
  readonly recipient: readonly string[];
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** Under the rows. */
  readonly notes: readonly string[];
  /** Of the document: the same list gives the same bytes. */
  readonly date: CivilDate;
}

const ROW_HEIGHT = 15;
const HEAD_HEIGHT = 19;
const CELL_GAP = 6;
const TITLE_WIDTH = 230;
const RECIPIENT_WIDTH = 250;

/** Draws a list on A4. Other requests are served between two pages. */
export async function renderReportPdf(report: Report): Promise<Buffer> {
  const [company = ""] = report.company;
  const page = new PageWriter({
    title: `${report.title} – ${company}`,
    author: company,
    subject: [report.title, ...report.recipient.slice(0, 1)].join(" – "),
    date: new Date(`${report.date}T00:00:00Z`),
    isFacturX: false,
  });
  page.addPage();
  let y = drawTableHead(page, report.columns, drawHead(page, report));
  for (const row of report.rows) {
    if (y + ROW_HEIGHT > PAGE.bottom) {
      await setImmediate();
      page.addPage();
      y = drawTableHead(page, report.columns, drawContinuedHead(page, report));
    }
    drawRow(page, report.columns, row, y);
    y += ROW_HEIGHT;
  }
  drawNotes(page, report, y + 10);
  page.onEachPage((number, count) => drawFoot(page, report, number, count));
  return await page.finish();
}

const drawBand = (page: PageWriter): void =>
  page.box({ x: 0, y: 0, width: PAGE.width, height: 7, radius: 0 }, COLOURS.accent);

function drawHead(page: PageWriter, { title, subtitles, company, recipient }: Report): number {
  drawBand(page);
  const place = { x: PAGE.left, width: CONTENT_WIDTH - TITLE_WIDTH - 14 };
  let left: number = PAGE.top;
  for (const [index, text] of company.entries())
    left += page.block(
      text,
      { ...place, y: left },
      index === 0 ? { weight: "strong", size: 14 } : { size: 8.5, colour: COLOURS.quiet },
    );
  const right = { x: PAGE.right - TITLE_WIDTH, width: TITLE_WIDTH, align: "right" as const };
  page.line(title, { ...right, y: PAGE.top - 2 }, { weight: "strong", size: 18, colour: COLOURS.accent });
  let under = PAGE.top + 24;
  for (const text of subtitles) {
    page.line(text, { ...right, y: under });
    under += 13;
  }
  const bottom = Math.max(left, under) + 12;
  return recipient.length === 0 ? bottom : drawRecipient(page, recipient, bottom) + 14;
}

function drawRecipient(page: PageWriter, recipient: readonly string[], y: number): number {
  const place = { x: PAGE.right - RECIPIENT_WIDTH + 11, width: RECIPIENT_WIDTH - 22 };
  const styleOf = (index: number) =>
    index === 0 ? ({ weight: "strong", size: 10.5 } as const) : ({ size: 9 } as const);
  const height =
    22 +
    recipient.reduce((sum, text, index) => sum + page.heightOf(text, place.width, styleOf(index)) + 1, 0);
  page.box(
    { x: PAGE.right - RECIPIENT_WIDTH, y, width: RECIPIENT_WIDTH, height },
    COLOURS.paper,
    COLOURS.rule,
  );
  let at = y + 11;
  for (const [index, text] of recipient.entries())
    at += page.block(text, { ...place, y: at }, styleOf(index)) + 1;
  return y + height;
}

/** The top of the following pages. */
function drawContinuedHead(page: PageWriter, { title, recipient, subtitles }: Report): number {
  const what = [...recipient.slice(0, 1), ...subtitles.slice(0, 1)].join(" – ");
  drawBand(page);
  page.line(
    `${title} (suite)`,
    { x: PAGE.left, y: PAGE.top, width: 250 },
    { weight: "strong", size: 9, colour: COLOURS.accent },
  );
  page.cutLine(
    what,
    { x: PAGE.left + 260, y: PAGE.top, width: CONTENT_WIDTH - 260, align: "right" },
    { colour: COLOURS.quiet },
  );
  return PAGE.top + 22;
}

function drawTableHead(page: PageWriter, columns: readonly ReportColumn[], y: number): number {
  page.box({ x: PAGE.left, y, width: CONTENT_WIDTH, height: HEAD_HEIGHT, radius: 3 }, COLOURS.accent);
  drawCells(
    page,
    columns,
    columns.map(({ title }) => title),
    y + 5.5,
    {
      weight: "strong",
      size: 7.5,
      colour: COLOURS.paper,
    },
  );
  return y + HEAD_HEIGHT;
}

function drawRow(page: PageWriter, columns: readonly ReportColumn[], row: ReportRow, y: number): void {
  if (row.isStrong)
    page.box({ x: PAGE.left, y, width: CONTENT_WIDTH, height: ROW_HEIGHT, radius: 0 }, COLOURS.tint);
  drawCells(page, columns, row.cells, y + 3.5, {
    weight: row.isStrong ? "strong" : "regular",
    size: 8,
  });
  page.rule(y + ROW_HEIGHT);
}

function drawCells(
  page: PageWriter,
  columns: readonly ReportColumn[],
  cells: readonly string[],
  y: number,
  style: { readonly weight: "regular" | "strong"; readonly size: number; readonly colour?: string },
): void {
  let x: number = PAGE.left;
  for (const [index, text] of cells.entries()) {
    const { width, align } = must(columns[index], "column");
    const place = { x: x + CELL_GAP / 2, y, width: width - CELL_GAP };
    // Of an amount nothing is cut: it becomes smaller.
    if (text !== "" && align) page.line(text, { ...place, align }, { ...style, tabular: true });
    else if (text !== "") page.cutLine(text, place, style);
    x += width;
  }
}

function drawNotes(page: PageWriter, report: Report, top: number): void {
  const style = { size: 8.5 };
  const height = report.notes.reduce((sum, text) => sum + page.heightOf(text, CONTENT_WIDTH, style) + 3, 0);
  let y = top;
  if (y + height > PAGE.bottom) {
    page.addPage();
    y = drawContinuedHead(page, report);
  }
  for (const text of report.notes)
    y += page.block(text, { x: PAGE.left, y, width: CONTENT_WIDTH }, style) + 3;
}

function drawFoot(page: PageWriter, { company }: Report, number: number, count: number): void {
  const y = PAGE.bottom + 12;
  const style = { size: 7, colour: COLOURS.quiet };
  page.rule(y);
  page.line(`Page ${number}/${count}`, { x: PAGE.right - 60, y: y + 7, width: 60, align: "right" }, style);
  page.cutLine(company.join(" – "), { x: PAGE.left, y: y + 7, width: CONTENT_WIDTH - 70 }, style);
}
