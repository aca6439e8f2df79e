import { once } from "node:events";
import * as copyStreams from "pg-copy-streams";
import type { Tx } from "../../db/scope.ts";
import { STAGED_COLUMNS } from "./box-office.repository.ts";

export type StagedValue = string | number | boolean | null | undefined;
/** The values of one declaration, in the order of `STAGED_COLUMNS`. */
export type StagedRow = readonly StagedValue[];

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const SPECIAL = /[\\\t\n\r]/;

function copyText(value: StagedValue): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value !== "string") return String(value);
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : value;
}

const lineOf = (row: StagedRow): string => `${row.map(copyText).join("\t")}\n`;

export interface Staging {
  /** Resolves when the database has room for more: the reader waits for it. */
  add(rows: readonly StagedRow[]): Promise<void>;
  /** All is in the table. */
  finish(): Promise<void>;
  /** Stops the COPY; the transaction can then only be rolled back. */
  abandon(reason: Error): Promise<void>;
}

/** Copies rows into the transaction's `staged` table as they come, without a round trip per row. */
export function stageDeclarations(tx: Tx): Staging {
  const stream = tx.client.query(copyStreams.from(`copy staged (${STAGED_COLUMNS.join(", ")}) from stdin`));
  const failed = new AbortController();
  stream.on("error", (error) => failed.abort(error));
  const orItsFailure = async <T>(wait: Promise<T>): Promise<T> => {
    try {
      return await wait;
    } catch (error) {
      failed.signal.throwIfAborted();
      throw error;
    }
  };
  return {
    async add(rows) {
      failed.signal.throwIfAborted();
      const text = rows.map(lineOf).join("");
      if (!stream.write(text)) await orItsFailure(once(stream, "drain", { signal: failed.signal }));
    },
    async finish() {
      failed.signal.throwIfAborted();
      stream.end();
      await orItsFailure(once(stream, "finish", { signal: failed.signal }));
    },
    async abandon(reason) {
      if (stream.destroyed) return;
      const closed = once(stream, "close");
      stream.destroy(reason);
      await closed.catch(() => undefined);
    },
  };
}
