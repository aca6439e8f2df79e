import type { CsvRowOf, ListContract } from "@bobine/contract/lists/define-list";
import type { QueryOf, ResponseOf, RouteContract } from "@bobine/contract/route";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../db/scope.ts";
import type { Services } from "../services.ts";
import type { AuditDetails } from "./audit.ts";
import { mountRoute, type RequestContext, type RouteOptions } from "./mount-route.ts";
import { pageOf } from "./pages.ts";
import { sendCsvList, sendJsonList } from "./send-whole-list.ts";

interface ReadPage {
  readonly rows: object[];
  /** In all pages; unknown to a list whose answer is its rows alone. */
  readonly count?: number;
  /** What else the answer tells. */
  readonly more?: object;
}

/** How a module reads a list; what is the same for all lists is done for it. */
export interface ListReader<Page extends RouteContract, Csv extends RouteContract, CsvRow> {
  /** @param page 1-based */
  readonly page: (tx: Tx, context: RequestContext<Page>, page: number, size: number) => Promise<ReadPage>;
  /** All rows, of a list that is streamed whole to whoever asks for no page; without it that is the first one. */
  readonly whole?: (tx: Tx, context: RequestContext<Page>) => AsyncIterable<object[]>;
  readonly csv: (tx: Tx, context: RequestContext<Csv>) => AsyncIterable<CsvRow[]>;
  /** Throws what can no longer be answered once the file is under way. */
  readonly beforeCsv?: (context: RequestContext<Csv>) => Promise<void>;
  /** What the file is called in the audit log. */
  readonly csvEvent?: string;
  /** Of what the file is, beside its name, where that is not the whole list. */
  readonly csvDetails?: (context: RequestContext<Csv>) => AuditDetails;
  /** The answer is the rows alone. */
  readonly isPlain?: boolean;
  /** A page runs on the pool for reading (`RouteOptions.readsAtOnce`). */
  readonly readsAtOnce?: boolean | ((query: QueryOf<Page>) => boolean);
  /** And all that it asks for a page it asks at once (`Manner.inOnePacket`). */
  readonly asksAtOnce?: boolean;
  /** Another one than the request's. */
  readonly transaction?: (context: RequestContext<Page>) => RequestContext["transaction"];
}

/**
 * A list that is read by pages alone.
 * @param size rows of a page
 * @param read `page` is 1-based
 */
export function mountPages<R extends RouteContract>(
  app: FastifyInstance,
  services: Services,
  route: R,
  size: number,
  read: ListReader<R, never, never>["page"],
  options: RouteOptions<R> = {},
): void {
  mountRoute<R>(
    app,
    services,
    route,
    async (context) => {
      const page = pageIn(context.query) ?? 1;
      const {
        rows,
        count = rows.length,
        more,
      } = await context.transaction((tx) => read(tx, context, page, size));
      return { ...pageOf(context.request, page, size, count, rows), ...more } as ResponseOf<R>;
    },
    options,
  );
}

const pageIn = (query: unknown): number | undefined => (query as { page?: number } | undefined)?.page;

/** The calls of a list: a page, or the whole as a stream; and the whole as a CSV file. */
export function mountList<const List extends ListContract>(
  app: FastifyInstance,
  services: Services,
  list: List,
  reader: ListReader<List["page"], List["csv"], CsvRowOf<List>>,
): void {
  const { whole, isPlain = false, readsAtOnce = false, asksAtOnce = false } = reader;
  const isOfPage = (query: unknown): boolean => !whole || pageIn(query) !== undefined;

  mountRoute<List["page"]>(
    app,
    services,
    list.page,
    async (context) => {
      const transaction = reader.transaction?.(context) ?? context.transaction;
      const requestedPage = pageIn(context.query);
      if (requestedPage === undefined && whole)
        return await sendJsonList(context, transaction, (tx) => whole(tx, context), isPlain);
      const page = requestedPage ?? 1;
      const read = await transaction((tx) => reader.page(tx, context, page, list.pageSize));
      const { rows, count = rows.length, more } = read;
      const answer = isPlain
        ? rows
        : { ...pageOf(context.request, page, list.pageSize, count, rows), ...more };
      return answer as ResponseOf<List["page"]>;
    },
    {
      readsAtOnce: (query) =>
        (typeof readsAtOnce === "function" ? readsAtOnce(query) : readsAtOnce) && isOfPage(query),
      asksAtOnce: (query) => asksAtOnce && isOfPage(query),
      mayLag: true,
    },
  );

  mountRoute<List["csv"]>(
    app,
    services,
    list.csv,
    async (context) => {
      await reader.beforeCsv?.(context);
      return await sendCsvList(
        context,
        list,
        (tx) => reader.csv(tx, context),
        reader.csvEvent,
        reader.csvDetails?.(context),
      );
    },
    { mayLag: true },
  );
}
