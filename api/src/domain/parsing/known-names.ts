/** A file has some dozen names in hundreds of thousands of tags; a hostile one has a new name in each. */
const MOST_NAMES = 500;

/**
 * Reads the names of tags: each is looked at once.
 * @param pattern of what is a name
 * @param most characters of a name that is remembered
 * @param as what a name is called from then on
 * @returns undefined for what is no name
 */
export function knownNames(
  pattern: RegExp,
  most: number,
  as: (written: string) => string = (written) => written,
): (written: string) => string | undefined {
  const names = new Map<string, string>();
  return (written) => {
    const known = names.get(written);
    if (known !== undefined) return known;
    if (!pattern.test(written)) return undefined;
    const name = as(written);
    if (names.size < MOST_NAMES && written.length <= most) names.set(written, name);
    return name;
  };
}
