import { setImmediate } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

/** Rows to make objects of at a time: a few milliseconds. */
const ROWS_AT_ONCE = 500;

declare const rowsOf: unique symbol;
/** Some rows as bytes: a thread posts them as they are, and whoever takes them makes objects of them when it likes. */
export type PackedRows<Row> = Uint8Array & { readonly [rowsOf]: Row };

/** Packs the rows that a thread read: a message of thousands of objects would hold up the event loop that takes it. */
export function packedRows<Row>(rows: readonly Row[]): PackedRows<Row>[] {
  const packs: PackedRows<Row>[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    packs.push(serialize(rows.slice(from, from + ROWS_AT_ONCE)) as Uint8Array as PackedRows<Row>);
  return packs;
}

/** The same for a thread: other requests are served between two packs. */
export async function packedInTurns<Row>(rows: readonly Row[]): Promise<PackedRows<Row>[]> {
  const packs: PackedRows<Row>[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await setImmediate();
    packs.push(...packedRows(rows.slice(from, from + ROWS_AT_ONCE)));
  }
  return packs;
}

/** The rows of all packs at once, where nobody waits. */
export const rowsAtOnce = <Row>(packs: readonly PackedRows<Row>[]): Row[] =>
  packs.flatMap((pack) => deserialize(pack) as Row[]);

/** The rows of all packs, in their order; other requests are served between two packs. */
export async function unpackedRows<Row>(packs: readonly PackedRows<Row>[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const pack of packs) {
    await setImmediate();
    for (const row of deserialize(pack) as Row[]) rows.push(row);
  }
  return rows;
}
