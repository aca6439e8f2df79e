// The part of semver that the builds use. Written here so that the host and the command decide by the same few lines.

type Version = readonly [major: number, minor: number, patch: number];

/**
 * Whether a version lies in a range, as npm reads both.
 * @param version `19.3.1`; a pre-release never satisfies a range
 * @param range `^19.3.0`, `~5.1.0`, `>=1.2.0`, `1.0.0`, `*`, and several of them with `||` between
 * @returns false for what it cannot read: nothing runs on a guess
 */
export function satisfies(version: string, range: string): boolean {
  const actual = versionOf(version);
  return actual !== undefined && range.split("||").some((part) => isWithin(actual, part.trim()));
}

function isWithin(actual: Version, range: string): boolean {
  if (range === "*") return true;
  const [, sign, text] = /^(\^|~|>=|=)?(.+)$/.exec(range) ?? [];
  const least = versionOf(text ?? "");
  if (least === undefined || compare(actual, least) < 0) return false;
  if (sign === ">=") return true;
  if (sign === "^") return compare(actual, afterCaret(least)) < 0;
  if (sign === "~") return compare(actual, [least[0], least[1] + 1, 0]) < 0;
  return compare(actual, least) === 0;
}

/** The first version that breaks: the left-most number that is not zero counts as the major one. */
function afterCaret([major, minor, patch]: Version): Version {
  if (major > 0) return [major + 1, 0, 0];
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
}

function versionOf(text: string): Version | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
