/**
 * A multi-map from a key to ranks of invoices. A lone rank is stored bare: at 100,000 invoices and six forms each, one
 * array per key would cost more memory than everything else.
 */
export type RankIndex<Key> = Map<Key, number | number[]>;

const NONE: readonly number[] = [];

export function addRank<Key>(index: RankIndex<Key>, key: Key, rank: number): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, rank);
  else if (typeof known === "number") {
    if (known !== rank) index.set(key, [known, rank]);
  } else if (known.at(-1) !== rank) known.push(rank);
}

/** The ranks under `key`, in the order they were added; empty when there is none. */
export function ranksOf<Key>(index: RankIndex<Key>, key: Key): readonly number[] {
  const known = index.get(key);
  if (known === undefined) return NONE;
  return typeof known === "number" ? [known] : known;
}
