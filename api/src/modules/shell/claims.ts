import type { RemoteBuild } from "@bobine/contract/registry";

/** What a build says is its own: addresses, menu entries and parts of other screens. */
export type Claimant = Pick<RemoteBuild, "name" | "owner" | "routes" | "nav" | "panels">;

/**
 * What a build claims that belongs to another remote: each route, menu entry and panel has one owner (FED-15).
 * @param others the builds of other remotes that pages are given
 * @returns a sentence for each claim that is taken, with whose it is; none = the build claims only what is free or its own
 */
export function takenClaims(build: Claimant, others: readonly Claimant[]): string[] {
  return others
    .filter(({ name }) => name !== build.name)
    .flatMap((other) => {
      const belongs = `belongs to ${other.name} (${other.owner})`;
      const routes = build.routes.flatMap((route) => {
        const theirs = other.routes.find((taken) => overlap(route, taken));
        if (theirs === undefined) return [];
        return [`${route} ${theirs === route ? belongs : `is an address of ${theirs}, which ${belongs}`}`];
      });
      const entries = build.nav
        .filter(({ path }) => other.nav.some((taken) => taken.path === path))
        .map(({ path, label }) => `the menu entry « ${label} » (${path}) ${belongs}`);
      const panels = build.panels
        .filter((panel) => other.panels.includes(panel))
        .map((panel) => `the panel ${panel} ${belongs}`);
      return [...routes, ...entries, ...panels];
    });
}

/** Whether there is an address that both patterns of the router are for. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  for (let index = 0; ; index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === "*" || right === "*") return true;
    if (left === undefined || right === undefined) return left === right;
    if (left !== right && !isVariable(left) && !isVariable(right)) return false;
  }
}

/** As the router compares them: without case, and whatever slashes stand around. */
const segmentsOf = (route: string): string[] =>
  route
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "");

/** `:invoiceId`, and the installation's own `{boxOfficeKind}`, which may be any word. */
const isVariable = (segment: string): boolean => segment.startsWith(":") || /^[{].*[}]$/.test(segment);
