// The guide of the users: Markdown of `docs/guide`, made into pages once. Pure but for the pictures' sizes, which it is given.
import { Marked, type Tokens } from "marked";
import { escapeHtml } from "../../escape-html.ts";

/** The page that lists the others; it has no name of its own. */
export const FIRST_PAGE = "";
export const PICTURES = "/guide/pictures/";

/** A picture of a screen: wide, and on a phone where there is one. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly onPhone: boolean;
}

export interface GuideSection {
  /** As GitHub makes it of a heading, so that one link is good in both places. */
  readonly id: string;
  readonly title: string;
}

export interface GuidePage {
  /** Its file without `.md`; empty for the first. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly GuideSection[];
  /** Addresses of screens that a section is about. */
  readonly screens: readonly { readonly path: string; readonly section: string }[];
  /** Pages and pictures that it leads to, as its links say: for the test that they are there. */
  readonly links: readonly string[];
}

const SCREENS = /^<!-- screens: (.+?) -->/;
const PICTURE = /^\.\.\/screenshots\/1440\/(.+\.png)$/;
const PAGE = /^(?:\.\/)?(README|[a-z-]+)\.md(#.*)?$/;

/** What GitHub makes of a heading for links to it. */
export const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** The address of a page, whose links name its file. */
export const addressOf = (name: string): string => (name === FIRST_PAGE ? "/guide" : `/guide/${name}`);

/**
 * A page of the guide. HTML that stands in it is left out: only « screens » is read, which says below a heading which addresses of
 * the product the section is about (HELP-1).
 * @param name empty for `README.md`
 * @param pictureOf by the file's name; undefined when there is none
 */
export function readGuidePage(
  name: string,
  markdown: string,
  pictureOf: (file: string) => Picture | undefined,
): GuidePage {
  const sections: GuideSection[] = [];
  const screens: { path: string; section: string }[] = [];
  const links: string[] = [];
  let title = "";
  /** Of the heading above. */
  let section = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) {
          title = text;
          return `<h1>${escapeHtml(text)}</h1>\n`;
        }
        const id = idOf(text);
        section = id;
        if (depth === 2) sections.push({ id, title: text });
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        for (const path of SCREENS.exec(text)?.[1]?.split(", ") ?? []) screens.push({ path, section });
        return "";
      },
      link({ href, tokens }: Tokens.Link) {
        links.push(href);
        const [, page = "", anchor = ""] = PAGE.exec(href) ?? [];
        const target = page === "" ? href : `${addressOf(page === "README" ? FIRST_PAGE : page)}${anchor}`;
        return `<a href="${escapeHtml(encodeURI(target))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        links.push(href);
        const file = PICTURE.exec(href)?.[1] ?? "";
        const picture = pictureOf(file);
        if (!picture) return "";
        const { width, height, onPhone } = picture;
        const phone = onPhone ? `<source media="(max-width: 600px)" srcset="${PICTURES}390/${file}">` : "";
        // A phone's picture has another shape: its place is not kept by the numbers of the wide one.
        return `<picture>${phone}<img src="${PICTURES}1440/${file}" width="${width}" height="${height}" loading="lazy" alt="${escapeHtml(text)}"></picture>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { name, title, html, sections, screens, links };
}

/**
 * Where the guide speaks of the screen of an address: of its tab (`/invoices?tab=credits`), else of the longest beginning; the first page for
 * one that it does not know.
 */
export function placeOf(address: string, pages: readonly GuidePage[]): string {
  const [path = "", query = ""] = address.split("?", 2);
  const tab = `${path}?tab=${new URLSearchParams(query).get("tab") ?? ""}`;
  let best = { length: 0, address: addressOf(FIRST_PAGE) };
  for (const { name, screens } of pages)
    for (const { path: screen, section } of screens) {
      const isIt = path === screen || tab === screen || (screen !== "/" && path.startsWith(`${screen}/`));
      if (isIt && screen.length > best.length)
        best = { length: screen.length, address: `${addressOf(name)}#${encodeURIComponent(section)}` };
    }
  return best.address;
}
