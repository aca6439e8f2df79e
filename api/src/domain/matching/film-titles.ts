import type { OpenInvoice } from "./lettering-types.ts";
import { type NormalisedLabel, plainText } from "./normalise-label.ts";

/** A film's title as a label may have it, between blanks. */
interface PlainTitle {
  readonly whole: string;
  /** Banks cut long titles: the beginning of one is enough to look for it. */
  readonly start: string;
}

/** The titles of the open invoices, by the title as the invoice has it: there are few, and many invoices have each. */
export type FilmTitles = ReadonlyMap<string, PlainTitle>;

export interface NamedFilms {
  /** Titles that the label has whole. */
  readonly whole: ReadonlySet<string>;
  /** Titles of which the label has the beginning, or all. */
  readonly begun: ReadonlySet<string>;
}

const SHORTEST_TITLE = 6;
const TITLE_START = 12;

const spaced = (text: string): string => ` ${text.replace(/[^A-Z0-9]+/g, " ").trim()} `;

export function filmTitlesOf(invoices: readonly OpenInvoice[]): FilmTitles {
  const titles = new Map<string, PlainTitle>();
  for (const { film_titles = [] } of invoices)
    for (const title of film_titles) {
      if (titles.has(title)) continue;
      const whole = spaced(plainText(title));
      const start = whole
        .trimEnd()
        .slice(0, TITLE_START + 1)
        .trimEnd();
      titles.set(title, { whole, start });
    }
  return titles;
}

const labels = new WeakMap<NormalisedLabel, NamedFilms>();

/** The films that a label names; of one label they are looked for once, among the titles of one open set. */
export function filmsNamed(titles: FilmTitles, label: NormalisedLabel): NamedFilms {
  const known = labels.get(label);
  if (known) return known;
  const text = spaced(label.text);
  const [whole, begun] = [new Set<string>(), new Set<string>()];
  for (const [title, plain] of titles) {
    if (plain.whole.length >= SHORTEST_TITLE + 2 && text.includes(plain.whole)) whole.add(title);
    if (plain.start.length > SHORTEST_TITLE && text.includes(plain.start)) begun.add(title);
  }
  const named = { whole, begun };
  labels.set(label, named);
  return named;
}
