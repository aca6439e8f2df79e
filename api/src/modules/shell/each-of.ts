/**
 * Does something for each of many, a few at a time: a bucket answers each call late, and several as late as one.
 * @param atOnce how many are under way together
 * @throws what the first one that fails throws; those under way end, no other begins
 */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
