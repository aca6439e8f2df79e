/**
 * A list as somebody wrote it who saw it as it was, on what it is by now: what others have added meanwhile stays, what they have taken away or changed
 * stays so where the writer left it alone.
 * @param keyOf what tells an item from the others; undefined for a new one
 * @param isSame whether the writer left an item alone
 */
export function mergedList<Item>(
  written: readonly Item[],
  seen: readonly Item[],
  now: readonly Item[],
  keyOf: (item: Item) => unknown,
  isSame: (written: Item, seen: Item) => boolean,
): Item[] {
  const byKey = (items: readonly Item[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [own, before, present] = [byKey(written), byKey(seen), byKey(now)];
  const kept = written.flatMap((item) => {
    const key = keyOf(item);
    const old = key === undefined ? undefined : before.get(key);
    if (old === undefined || !isSame(item, old)) return [item];
    const there = present.get(key);
    return there === undefined ? [] : [there];
  });
  return [...kept, ...now.filter((item) => !own.has(keyOf(item)) && !before.has(keyOf(item)))];
}

/** Of texts, which are themselves what tells them apart. */
export const mergedTexts = (
  written: readonly string[],
  seen: readonly string[],
  now: readonly string[],
): string[] =>
  mergedList(
    written,
    seen,
    now,
    (text) => text,
    () => true,
  );

interface WrittenScreen {
  readonly id?: number | undefined;
  readonly name: string;
  /** Absent: as it is. */
  readonly authorization_number?: string | undefined;
}

/**
 * Of the screens of a cinema. One that was written otherwise and that somebody else has taken away comes back as a new one. A new one that is there
 * already as it was written is that one: its form was sent before, and the answer lost.
 */
export const mergedScreens = <Screen extends WrittenScreen>(
  written: readonly Screen[],
  seen: readonly Screen[],
  now: readonly Screen[],
): Screen[] =>
  mergedList(
    withAddedIds(withoutGoneIds(written, seen, now), seen, now),
    seen,
    now,
    ({ id }) => id,
    isLeftAlone,
  );

const isLeftAlone = (screen: WrittenScreen, before: WrittenScreen): boolean =>
  screen.name === before.name &&
  (screen.authorization_number ?? before.authorization_number) === before.authorization_number;

/** One that nobody had seen keeps its id: it is of no screen of this cinema. */
function withoutGoneIds<Screen extends WrittenScreen>(
  written: readonly Screen[],
  seen: readonly Screen[],
  now: readonly Screen[],
): Screen[] {
  const present = new Set(now.map(({ id }) => id));
  const before = new Map(seen.map((screen) => [screen.id, screen]));
  return written.map((screen) => {
    const old = screen.id === undefined || present.has(screen.id) ? undefined : before.get(screen.id);
    if (!old || isLeftAlone(screen, old)) return screen;
    const { authorization_number = old.authorization_number } = screen;
    return { ...screen, id: undefined, authorization_number };
  });
}

/** Each screen that was added since is of one row at most. */
function withAddedIds<Screen extends WrittenScreen>(
  written: readonly Screen[],
  seen: readonly Screen[],
  now: readonly Screen[],
): Screen[] {
  const known = new Set([...seen, ...written].map(({ id }) => id));
  const added = now.filter(({ id }) => !known.has(id));
  return written.map((screen) => {
    const at = screen.id === undefined ? added.findIndex((other) => isAlike(screen, other)) : -1;
    const [there] = at < 0 ? [] : added.splice(at, 1);
    return there ? { ...screen, id: there.id } : screen;
  });
}

/** A form's texts are trimmed as they are saved. */
const isAlike = (screen: WrittenScreen, other: WrittenScreen): boolean =>
  screen.name.trim() === other.name &&
  (screen.authorization_number ?? "").trim() === (other.authorization_number ?? "");
