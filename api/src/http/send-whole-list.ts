import type { Readable } from "node:stream";
import { type CsvRowOf, csvHeader, csvRow, type ListContract } from "@bobine/contract/lists/define-list";
import type { FastifyReply } from "fastify";
import type { Tx } from "../db/scope.ts";
import { type AuditDetails, type AuditSource, auditSourceOf, writeAudit } from "./audit.ts";
import { concurrencyLimiter } from "./concurrency-limiter.ts";
import type { RequestContext } from "./mount-route.ts";
import { signalOf } from "./signal-of.ts";
import { isHeadRequest, noBody, type Reader, streamBody, writeJsonRows } from "./stream-body.ts";

/** Each is short, and programs read some beside each other; with all else that may wait these leave room among the calls of a node. */
const MOST_WAITING_EACH = 60;

/**
 * A whole list holds a database session until its reader has taken it: a few at a time, of one distributor fewer; super admins
 * without one share theirs. One limiter for all lists: they take the same sessions.
 */
const limiter = concurrencyLimiter(4, 2, MOST_WAITING_EACH);

type ListRequest = Pick<
  RequestContext,
  "distributorId" | "scope" | "request" | "reply" | "transaction" | "writing"
> & {
  readonly user: RequestContext["user"] | undefined;
};

const readerOf = ({ reply, distributorId }: Pick<ListRequest, "reply" | "distributorId">): Reader => ({
  distributorId: distributorId ?? 0,
  signal: signalOf(reply),
});

/** Streams a list of any length as JSON, in the form of a page that holds all; or its rows alone. */
export async function sendJsonList(
  { reply, distributorId }: Pick<ListRequest, "reply" | "distributorId">,
  transaction: ListRequest["transaction"],
  rows: (tx: Tx) => AsyncIterable<object[]>,
  isPlain: boolean,
): Promise<FastifyReply> {
  const body = await streamBody(
    limiter,
    readerOf({ reply, distributorId }),
    transaction,
    async (tx, write) => {
      const count = await writeJsonRows(write, rows(tx), isPlain ? "" : '{"results":');
      if (!isPlain) await write(`,"next":null,"previous":null,"count":${count}}`);
    },
  );
  return reply.type("application/json; charset=utf-8").send(body);
}

/**
 * Streams a list of any length as CSV; who took it, and how much, is in the audit log once it is taken.
 * @param event its name there
 * @param about what else is told of it
 */
export const sendCsvList = <List extends ListContract>(
  context: ListRequest,
  list: List,
  rows: (tx: Tx) => AsyncIterable<CsvRowOf<List>[]>,
  event = "list_export",
  about: AuditDetails = {},
): Promise<FastifyReply> =>
  sendCsv(context, list, { ...about, event }, context.transaction, rows, (tx, told) =>
    tx.isOfReplica ? context.writing(told) : told(tx),
  );

/** As `sendCsvList`, of rows that are in no database: none of its sessions is held while they are read. */
export const sendCsvFile = <List extends ListContract>(
  context: ListRequest,
  list: List,
  rows: () => AsyncIterable<CsvRowOf<List>[]>,
  event: string,
): Promise<FastifyReply> =>
  sendCsv(
    context,
    list,
    { event },
    (work) => work(undefined),
    rows,
    (_none, told) => context.writing(told),
  );

async function sendCsv<List extends ListContract, Within>(
  context: ListRequest,
  { fileName, columns }: List,
  about: AuditDetails,
  within: (work: (within: Within) => Promise<void>) => Promise<void>,
  rows: (within: Within) => AsyncIterable<CsvRowOf<List>[]>,
  tell: (within: Within, told: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<FastifyReply> {
  const send = (body: Readable): FastifyReply =>
    context.reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${fileName}"`)
      .send(body);
  if (isHeadRequest(context.request)) return send(noBody());
  const body = await streamBody(limiter, readerOf(context), within, async (source: Within, write) => {
    await write(csvHeader(columns));
    let row_count = 0;
    for await (const some of rows(source)) {
      if (some.length > 0) await write(some.map((row) => csvRow(columns, row as never)).join(""));
      row_count += some.length;
    }
    await tell(source, (writing) =>
      writeAudit(writing, sourceOf(context), "other", { ...about, file_name: fileName, row_count }),
    );
  });
  return send(body);
}

/** A list of all distributors is taken for none of them, whichever is chosen beside it (SEC-2). */
const sourceOf = (context: ListRequest): AuditSource => ({
  ...auditSourceOf(context),
  distributorId: context.scope.kind === "distributor" ? context.scope.distributorId : null,
});
