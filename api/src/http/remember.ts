/** Keeps a value under its key; the oldest of the map goes when there are `most` of them. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const oldest = map.size >= most && !map.has(key) ? map.keys().next() : undefined;
  if (oldest && !oldest.done) map.delete(oldest.value);
  map.set(key, value);
}
