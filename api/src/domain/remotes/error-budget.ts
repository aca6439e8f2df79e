/** How much may fail of a build that has just gone live before the one before it comes back (FED-27). */
export interface ErrorBudget {
  /** Per cent of its loads that may fail. */
  readonly share: number;
  /** Fewer loads say nothing. */
  readonly loads: number;
  /** Fewer people who saw it fail say nothing: one broken browser, or one person who means harm, takes no build from a team. */
  readonly people: number;
}

/** What one person's pages did with a build since it went live. */
export interface Witness {
  readonly loads: number;
  /** Failures that are the build's own. */
  readonly failures: number;
  /** Tells those of one distributor from others; who has none is alone. */
  readonly group?: string | undefined;
}

export interface BuildFigures {
  readonly loads: number;
  readonly failures: number;
  /** Who saw it fail. */
  readonly people: number;
}

/** Only a build that is so young is taken back: later a person looks first. */
export const BUDGET_LIFE_MS = 60 * 60_000;
/** A person who reloads a hundred times says as much as one who does so five times. */
const MOST_LOADS = 5;

/** @param since when the build went live */
export const isYoung = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() < BUDGET_LIFE_MS && since.getTime() <= now.getTime();

/** The figures of some people together, each with at most five loads and the share of them that failed. */
export function figuresOf(witnesses: readonly Witness[]): BuildFigures {
  let loads = 0;
  let failures = 0;
  let people = 0;
  for (const one of witnesses) {
    if (one.loads < 1) continue;
    const counted = Math.min(one.loads, MOST_LOADS);
    loads += counted;
    failures += counted * Math.min(1, one.failures / one.loads);
    if (one.failures > 0) people += 1;
  }
  return { loads, failures: Math.round(failures), people };
}

/** Where several distributors have loaded a build, what only one of them saw fail may be theirs, or be made up. */
function isSeenByOneOfSeveral(witnesses: readonly Witness[]): boolean {
  const groupsOf = (some: readonly Witness[]): number =>
    new Set(some.map(({ group }, index) => group ?? `alone ${index}`)).size;
  const loading = witnesses.filter(({ loads }) => loads > 0);
  return groupsOf(loading) > 1 && groupsOf(loading.filter(({ failures }) => failures > 0)) < 2;
}

/**
 * Whether a build has spent its budget. What the build before it did as badly is not this build's fault: an API that is away fails in
 * both.
 * @param given.since when it went live
 * @param given.before loads and own failures of the build before it, on the day before; undefined when nothing is known
 * @returns the figures when it must go back, undefined when it stays
 */
export function overspent(given: {
  readonly budget: ErrorBudget | null;
  readonly since: Date;
  readonly now: Date;
  readonly witnesses: readonly Witness[];
  readonly before: Pick<BuildFigures, "loads" | "failures"> | undefined;
}): BuildFigures | undefined {
  const { budget, since, now, witnesses, before } = given;
  if (budget === null || !isYoung(since, now)) return undefined;
  const figures = figuresOf(witnesses);
  if (figures.loads < budget.loads || figures.people < budget.people) return undefined;
  if (isSeenByOneOfSeveral(witnesses)) return undefined;
  const share = figures.failures / figures.loads;
  if (share * 100 <= budget.share) return undefined;
  const isKnown = before !== undefined && before.loads >= budget.loads;
  if (isKnown && share < (2 * before.failures) / before.loads) return undefined;
  return figures;
}
