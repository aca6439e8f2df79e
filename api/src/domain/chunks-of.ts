/**
 * Rows some at a time, in their order: what writes or asks for thousands at once holds the event loop and the memory.
 * @param size rows of a chunk; the last may have fewer
 */
export function* chunksOf<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}
