import PDFDocument from "pdfkit";
import { FONTS, readable } from "./fonts.ts";
import { type DocumentInfo, FACTUR_X_FILE, MAKER, xmpMetadata } from "./xmp-metadata.ts";

export const COLOURS = {
  accent: "#1b6379",
  tint: "#edf6f8",
  ink: "#172026",
  quiet: "#5a666f",
  rule: "#d3dade",
  paper: "#ffffff",
} as const;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 40, bottom: 782 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

export interface TextStyle {
  /** Figures of one width, for columns of amounts. Not for words: it widens hyphens too. */
  tabular?: boolean;
  weight?: keyof typeof FONTS;
  /** Points. */
  size?: number;
  colour?: string;
}

interface Place {
  x: number;
  y: number;
  width: number;
}

interface AlignedPlace extends Place {
  align?: "left" | "right";
}

/** Of pdfkit's, what its types leave out. */
interface XmpPacket {
  getXML: () => string;
  getLength: () => number;
}

/** A cut line is shrunk to this share of its size at most. */
const SMALLEST_SHARE = 0.85;
const LINE_GAP = 1.5;

const featuresOf = ({ tabular }: TextStyle): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  tabular === true ? { features: ["tnum"] } : {};

/** The little that a page needs: blocks of text that wrap, single lines that fit, rules and boxes. Origin at top left. */
export class PageWriter {
  readonly document: PDFKit.PDFDocument;
  readonly #date: Date;

  /** @param info metadata; its dates are the caller's, so that the same invoice gives the same bytes */
  constructor(info: DocumentInfo) {
    this.document = new PDFDocument({
      subset: "PDF/A-3b",
      // PDF/A embeds every face: the standard one that pdfkit would begin with is not there to embed.
      font: null as unknown as string,
      size: "A4",
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      pdfVersion: "1.7",
      lang: "fr-FR",
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        Subject: info.subject,
        Creator: MAKER,
        Producer: MAKER,
        CreationDate: info.date,
        ModDate: info.date,
      },
    });
    for (const [weight, font] of Object.entries(FONTS)) {
      // pdfkit takes a parsed font too; its types do not say so yet.
      this.document.registerFont(weight, font as unknown as Uint8Array);
    }
    // pdfkit writes names unescaped into its own packet, and has no place for the description of a schema.
    const { metadata } = this.document as unknown as { metadata: XmpPacket };
    metadata.getXML = () => xmpMetadata(info);
    metadata.getLength = () => Buffer.byteLength(xmpMetadata(info));
    this.#date = info.date;
  }

  /** Embeds the data of a Factur-X (EINV-4). */
  attachFacturX(xml: string): void {
    this.document.file(Buffer.from(xml), {
      name: FACTUR_X_FILE,
      type: "text/xml",
      description: "Factur-X",
      relationship: "Data",
      creationDate: this.#date,
      modifiedDate: this.#date,
    } as PDFKit.Mixins.PDFAttachmentOptions);
  }

  addPage(): void {
    this.document.addPage();
  }

  /** Writes text that wraps in its width; answers the height that it took. */
  block(text: string, { x, y, width, align = "left" }: AlignedPlace, style: TextStyle = {}): number {
    const height = this.heightOf(text, width, style);
    this.#use(style).text(readable(text), x, y, { width, lineGap: LINE_GAP, align });
    return height;
  }

  heightOf(text: string, width: number, style: TextStyle = {}): number {
    if (text === "") return 0;
    return this.#use(style).heightOfString(readable(text), { width, lineGap: LINE_GAP });
  }

  /** Writes one line whole, smaller when it would not fit its width. */
  line(text: string, place: AlignedPlace, style: TextStyle = {}): void {
    const wanted = style.size ?? 9;
    const natural = this.widthOf(text, style);
    const size = natural <= place.width ? wanted : (wanted * place.width) / natural;
    const shift = place.align === "right" ? place.width - (natural * size) / wanted : 0;
    // The baseline stays where the wanted size puts it.
    this.#use({ ...style, size }).text(readable(text), place.x + shift, place.y + (wanted - size) * 0.9, {
      lineBreak: false,
      ...featuresOf(style),
    });
  }

  /** Writes one line, its end cut when it would be too small to read: only for what is written whole elsewhere. */
  cutLine(text: string, place: AlignedPlace, style: TextStyle = {}): void {
    const limit = place.width / SMALLEST_SHARE;
    let shown = text;
    while (shown.length > 1 && this.widthOf(shown, style) > limit) {
      shown = `${shown.slice(0, Math.floor(shown.length * 0.95) - 1).trimEnd()}…`;
    }
    this.line(shown, place, style);
  }

  widthOf(text: string, style: TextStyle = {}): number {
    return this.#use(style).widthOfString(readable(text), featuresOf(style));
  }

  rule(y: number, x = PAGE.left, width: number = CONTENT_WIDTH, colour: string = COLOURS.rule): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(colour)
      .stroke();
  }

  box(place: Place & { height: number; radius?: number }, fill: string, stroke?: string): void {
    this.document.roundedRect(place.x, place.y, place.width, place.height, place.radius ?? 4);
    if (stroke === undefined) this.document.fill(fill);
    else this.document.lineWidth(0.6).fillAndStroke(fill, stroke);
  }

  /** Calls back on each page once all are known, for what counts them. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      draw(page + 1, count);
    }
  }

  /** The bytes of the finished document. */
  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.document.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.document.on("end", resolve);
      this.document.on("error", reject);
    });
    this.document.end();
    await ended;
    return Buffer.concat(chunks);
  }

  #use(style: TextStyle): PDFKit.PDFDocument {
    return this.document
      .font(style.weight ?? "regular")
      .fontSize(style.size ?? 9)
      .fillColor(style.colour ?? COLOURS.ink);
  }
}
