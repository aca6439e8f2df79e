/** Days of some years; a hostile file may bring a new one with each line. */
const MOST = 2000;
/** The engine copies so short a text: as a key it keeps nothing of a file in memory. */
const LONGEST = 12;

/** The same reading of short texts, which remembers what it found: a long file has many lines of each day. */
export function remembered<Value>(
  read: (text: string) => Value | undefined,
): (text: string) => Value | undefined {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > LONGEST) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (value !== undefined && known.size < MOST) known.set(text, value);
    return value;
  };
}
