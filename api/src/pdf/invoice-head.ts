import { frenchDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import { INVOICE_TYPE, invoiceTitle } from "@bobine/contract/status-labels";
import { countryNameOf } from "../domain/e-invoicing/client-abroad.ts";
import type { InvoiceDocument, InvoiceSupplier } from "../domain/e-invoicing/invoice-document.ts";
import { correctedInvoice, groupedSiren, registrationOf, servicePeriod } from "./invoice-mentions.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, type PageWriter } from "./page-writer.ts";
import { must } from "../domain/must.ts";

const GAP = 14;
const PANELS = [283, CONTENT_WIDTH - GAP - 283] as const;
const PADDING = 11;
const TITLE_WIDTH = 190;
/** What a credit note corrects is on one line as long as that shrinks its letters no further. */
const SMALLEST_REFERENCE = 0.75;

export const documentTitle = (document: InvoiceDocument): string =>
  INVOICE_TYPE[document.type].toLocaleUpperCase("fr");

/** The top of the first page: who bills, what document, which service, to whom. Answers the y where the lines begin. */
export function drawHead(page: PageWriter, document: InvoiceDocument): number {
  drawBand(page);
  const bottom = Math.max(drawSupplier(page, document), drawTitle(page, document));
  return drawPanels(page, document, bottom + 18) + 18;
}

/** The top of the following pages. */
export function drawContinuedHead(page: PageWriter, document: InvoiceDocument): number {
  drawBand(page);
  const text = `${invoiceTitle(document)} (suite)`;
  page.line(
    text,
    { x: PAGE.left, y: PAGE.top, width: 200 },
    { weight: "strong", size: 9, colour: COLOURS.accent },
  );
  const right = { x: PAGE.left + 210, y: PAGE.top, width: CONTENT_WIDTH - 210, align: "right" as const };
  page.cutLine(`${document.cinema.name} – ${frenchDate(document.invoice_date)}`, right, {
    colour: COLOURS.quiet,
  });
  return PAGE.top + 24;
}

const drawBand = (page: PageWriter): void =>
  page.box({ x: 0, y: 0, width: PAGE.width, height: 7, radius: 0 }, COLOURS.accent);

function drawSupplier(page: PageWriter, { supplier }: InvoiceDocument): number {
  const place = { x: PAGE.left, width: CONTENT_WIDTH - TITLE_WIDTH - GAP };
  let y = PAGE.top;
  y += page.block(supplier.name, { ...place, y }, { weight: "strong", size: 16 }) + 3;
  for (const text of supplierDetails(supplier)) {
    y += page.block(text, { ...place, y }, { size: 8.5, colour: COLOURS.quiet });
  }
  return y;
}

/** The lines under the name of the company that issues. */
export function supplierDetails(supplier: InvoiceSupplier): string[] {
  const vat = supplier.vat_number === "" ? [] : [`TVA ${supplier.vat_number}`];
  return [
    supplier.legal_mention,
    supplier.address,
    `${supplier.post_code} ${supplier.city}`.trim(),
    [...registrationOf(supplier), ...vat].join(" · "),
    supplier.phone === "" ? "" : `Tél. ${supplier.phone}`,
  ].filter((one) => one !== "");
}

function drawTitle(page: PageWriter, document: InvoiceDocument): number {
  const place = { x: PAGE.right - TITLE_WIDTH, width: TITLE_WIDTH, align: "right" as const };
  page.line(
    documentTitle(document),
    { ...place, y: PAGE.top - 4 },
    { weight: "strong", size: 24, colour: COLOURS.accent },
  );
  page.line(
    `N°\u00a0${document.invoice_number}`,
    { ...place, y: PAGE.top + 28 },
    { weight: "strong", size: 12 },
  );
  page.line(`Date\u00a0: ${frenchDate(document.invoice_date)}`, { ...place, y: PAGE.top + 46 });
  if (document.corrects === null) return PAGE.top + 60;
  const text = correctedInvoice(document.corrects);
  const below = { ...place, y: PAGE.top + 60 };
  const style = { size: 8.5, weight: "medium", colour: COLOURS.accent } as const;
  // Numbers of another software have up to 35 signs.
  if (page.widthOf(text, style) * SMALLEST_REFERENCE > TITLE_WIDTH)
    return below.y + page.block(text, below, style) + 2;
  page.line(text, below, style);
  return PAGE.top + 74;
}

function drawPanels(page: PageWriter, document: InvoiceDocument, y: number): number {
  const columns = [serviceTexts(document), clientTexts(document)];
  const heights = columns.map((texts, index) => {
    const inner = must(PANELS[index], "width of a panel") - 2 * PADDING;
    return texts.reduce(
      (sum, { text, style, after }) => sum + page.heightOf(text, inner, style) + (after ?? 0),
      0,
    );
  });
  const height = Math.max(...heights) + 2 * PADDING;
  for (const [index, texts] of columns.entries()) {
    const x = PAGE.left + index * (PANELS[0] + GAP);
    const width = must(PANELS[index], "width of a panel");
    const [fill, stroke] = index === 0 ? [COLOURS.tint, COLOURS.tint] : [COLOURS.paper, COLOURS.rule];
    page.box({ x, y, width, height }, fill, stroke);
    let at = y + PADDING;
    for (const { text, style, after } of texts) {
      at += page.block(text, { x: x + PADDING, y: at, width: width - 2 * PADDING }, style) + (after ?? 0);
    }
  }
  return y + height;
}

const LABEL = { weight: "strong", size: 7.5, colour: COLOURS.accent } as const;
const STRONG = { weight: "strong", size: 10.5 } as const;
const PLAIN = { size: 9 } as const;
const QUIET = { size: 8.5, colour: COLOURS.quiet } as const;

interface PanelText {
  text: string;
  style: { weight?: "regular" | "medium" | "strong"; size: number; colour?: string };
  after?: number;
}

const filled = (texts: PanelText[]): PanelText[] => texts.filter(({ text }) => text.trim() !== "");

function serviceTexts({ cinema, week_start }: InvoiceDocument): PanelText[] {
  const period = week_start === null ? "" : servicePeriod(week_start);
  const week = week_start === null ? "" : ` – ${weekLabel(cinemaWeekOf(week_start))}`;
  return filled([
    { text: `Locations de films${week}`, style: LABEL, after: 3 },
    { text: cinema.city === "" ? cinema.name : `${cinema.name} – ${cinema.city}`, style: STRONG, after: 2 },
    { text: period, style: PLAIN, after: 2 },
    { text: "Nature de l’opération\u00a0: Prestation de services", style: QUIET },
    {
      text: cinema.client_account === "" ? "" : `Compte client\u00a0: ${cinema.client_account}`,
      style: QUIET,
    },
  ]);
}

function clientTexts({ client, type }: InvoiceDocument): PanelText[] {
  const siren = client.siren === "" ? "" : `SIREN ${groupedSiren(client.siren)}`;
  const country = countryNameOf(client);
  const vat = client.vat_number === "" ? "" : `TVA ${client.vat_number}`;
  return filled([
    { text: type === "invoice" ? "Facturé à" : "Client", style: LABEL, after: 3 },
    { text: client.name, style: STRONG, after: 2 },
    { text: client.address, style: PLAIN },
    { text: client.address_line_2, style: PLAIN },
    { text: `${client.post_code} ${client.city}`, style: PLAIN, ...(country === "" ? { after: 2 } : {}) },
    { text: country, style: PLAIN, after: 2 },
    { text: [siren, vat].filter((one) => one !== "").join(" · "), style: QUIET },
  ]);
}
