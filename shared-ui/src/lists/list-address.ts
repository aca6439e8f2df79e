import type { Sort } from "../data-table-props.ts";

/** How a value stands in the address: as no, one or several texts under its name. What makes no sense there counts as absent. */
export interface AddressValue<T> {
  readonly read: (texts: readonly string[]) => T;
  readonly write: (value: T) => readonly string[];
}

/** As long as a search may be (the API refuses more). */
const MAX_TEXT = 200;

export const textValue: AddressValue<string> = {
  read: ([text = ""]) => text.slice(0, MAX_TEXT),
  write: (text) => (text === "" ? [] : [text]),
};

/** A whole number from 1 on. */
export const numberValue: AddressValue<number | undefined> = {
  read: ([text = ""]) => {
    const number = Number(text);
    return Number.isSafeInteger(number) && number > 0 ? number : undefined;
  },
  write: (number) => (number === undefined ? [] : [String(number)]),
};

export const flagValue: AddressValue<boolean> = {
  read: ([text]) => text === "true",
  write: (is) => (is ? ["true"] : []),
};

/** A name that is there, without a value: `?open`. */
export const presentValue: AddressValue<boolean> = {
  read: ({ length }) => length > 0,
  write: (is) => (is ? [""] : []),
};

/** A text that `is` knows. */
export const matchingValue = <T extends string>(
  is: (text: string) => text is T,
): AddressValue<T | undefined> => ({
  read: ([text]) => (text !== undefined && is(text) ? text : undefined),
  write: (text) => (text === undefined ? [] : [text]),
});

export const oneOf = <const T extends string>(values: readonly T[]): AddressValue<T | undefined> =>
  matchingValue((text): text is T => (values as readonly string[]).includes(text));

/** One of the values; `otherwise` stands for no word in the address. */
export const oneOfOr = <const T extends string>(values: readonly T[], otherwise: T): AddressValue<T> => ({
  read: (texts) => oneOf(values).read(texts) ?? otherwise,
  write: (value) => (value === otherwise ? [] : [value]),
});

/** Any of the values, in their own order. */
export const manyOf = <const T extends string>(values: readonly T[]): AddressValue<readonly T[]> => ({
  read: (texts) => values.filter((value) => texts.includes(value)),
  write: (chosen) => chosen,
});

/** What of a list stands in the address: `page`, `ordering` (`-name` is descending, as the API says it) and filters. */
export interface ListAddress<Filters, Ordering extends string = never> {
  /** Before each name, where lists share an address: `cinema_`. */
  readonly prefix?: string;
  readonly filters?: { readonly [Name in keyof Filters]: AddressValue<Filters[Name]> };
  readonly orderings?: readonly Ordering[];
  /** The order when the address says none; without it the list comes as the server sends it. */
  readonly ordering?: Ordering;
  /** Names that a sort had in older links, its column and its direction. Still read, no longer written. */
  readonly formerSort?: readonly [column: string, direction: string];
  /** Names of the address that end with any change of the list: what was opened from it. */
  readonly endsWithChange?: readonly string[];
}

export type ListView<Filters, Ordering extends string = never> = Filters & {
  /** 1-based. */
  readonly page: number;
  readonly ordering: Ordering | undefined;
};

const entriesOf = <Filters>(
  filters: ListAddress<Filters, string>["filters"],
): [keyof Filters & string, AddressValue<unknown>][] =>
  Object.entries(filters ?? {}) as [keyof Filters & string, AddressValue<unknown>][];

export function viewOf<Filters, Ordering extends string>(
  address: ListAddress<Filters, Ordering>,
  params: URLSearchParams,
): ListView<Filters, Ordering> {
  const { prefix = "", filters, orderings = [], formerSort } = address;
  const requested = params.get(`${prefix}ordering`) ?? formerOrdering(params, formerSort);
  return {
    ...Object.fromEntries(
      entriesOf(filters).map(([name, value]) => [name, value.read(params.getAll(prefix + name))]),
    ),
    page: numberValue.read(params.getAll(`${prefix}page`)) ?? 1,
    ordering: orderings.find((known) => known === requested) ?? address.ordering,
  } as ListView<Filters, Ordering>;
}

function formerOrdering(
  params: URLSearchParams,
  formerSort: ListAddress<unknown>["formerSort"],
): string | undefined {
  const column = formerSort && params.get(formerSort[0]);
  if (!formerSort || !column) return undefined;
  return params.get(formerSort[1]) === "desc" ? `-${column}` : column;
}

/** The address with a view in it, in the order in which the view is declared; what is default is left out, what is not the list's stays. */
export function withView<Filters, Ordering extends string>(
  address: ListAddress<Filters, Ordering>,
  view: NoInfer<ListView<Filters, Ordering>>,
  others: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const { prefix = "", filters, formerSort = [] } = address;
  const params = new URLSearchParams(others);
  const names = entriesOf(filters).map(([name]) => name);
  for (const name of [...names, "page", "ordering"]) params.delete(prefix + name);
  for (const name of formerSort) params.delete(name);
  for (const [name, value] of entriesOf(filters))
    for (const text of value.write(view[name])) params.append(prefix + name, text);
  if (view.ordering !== undefined && view.ordering !== address.ordering)
    params.set(`${prefix}ordering`, view.ordering);
  if (view.page > 1) params.set(`${prefix}page`, String(view.page));
  return params;
}

/** The sort of an ordering: `-due_date` is the column `due_date`, descending. */
export interface SortOf<Ordering extends string> extends Sort {
  key: Ordering extends `-${infer Column}` ? Column : Ordering;
}

export const sortOf = <Ordering extends string>(ordering: Ordering): SortOf<Ordering> =>
  (ordering.startsWith("-")
    ? { key: ordering.slice(1), direction: "desc" }
    : { key: ordering, direction: "asc" }) as SortOf<Ordering>;

export const orderingOf = ({ key, direction }: Sort): string => (direction === "desc" ? `-${key}` : key);
