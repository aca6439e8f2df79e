import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import type { RequestContext } from "../../http/mount-route.ts";
import { asksForHeadersOnly, noBody, streamBody } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";

/** A whole list holds a database session until its reader has taken it: a few at a time, of one distributor fewer. */
const limiter = concurrencyLimiter(4, 2);

export interface CsvList<Row> {
  readonly fileName: string;
  readonly header: string;
  readonly rows: (tx: Tx) => AsyncIterable<Row[]>;
  readonly line: (row: Row) => string;
}

/** Streams a list of any length; who took it, and how much, is in the audit log once it is taken. */
export async function sendCsvList<Row>(
  context: Pick<RequestContext, "user" | "distributorId" | "request" | "reply" | "transaction">,
  { fileName, header, rows, line }: CsvList<Row>,
): Promise<FastifyReply> {
  const send = (body: Readable): FastifyReply =>
    context.reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${fileName}"`)
      .send(body);
  if (asksForHeadersOnly(context.request)) return send(noBody());
  const body = await streamBody(
    limiter,
    context.distributorId ?? 0,
    context.transaction,
    async (tx, write) => {
      await write(header);
      let row_count = 0;
      for await (const some of rows(tx)) {
        if (some.length > 0) await write(some.map(line).join(""));
        row_count += some.length;
      }
      await writeAudit(tx, auditSourceOf(context), "other", {
        event: "list_export",
        file_name: fileName,
        row_count,
      });
    },
  );
  return send(body);
}
