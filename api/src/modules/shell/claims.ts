import type { RemoteBuild } from "@bobine/contract/registry";

/** What a build says is its own: addresses, menu entries and parts of other screens. */
export type Claimant = Pick<RemoteBuild, "name" | "owner" | "routes" | "nav" | "panels">;

/** The application draws its own screens before it asks for a remote's (UI-1): a page of a remote at one of these is never seen. */
const APPLICATION: Claimant = {
  name: "host",
  owner: "Bobine",
  routes: ["/", "/dashboard", "/about", "/auth", "/auth/verify"],
  nav: [],
  panels: [],
};

/**
 * What a build claims that belongs to another remote or to the application: each route, menu entry and panel has one owner (FED-15).
 * @param others the builds of other remotes that pages are given
 * @returns a sentence for each claim that is taken, with whose it is; none = the build claims only what is free or its own
 */
export function takenClaims(build: Claimant, others: readonly Claimant[]): string[] {
  return [APPLICATION, ...others.filter(({ name }) => name !== build.name)].flatMap((other) => {
    const belongs = `belongs to ${other.name} (${other.owner})`;
    const routes = build.routes.flatMap((route) => {
      const theirs = other.routes.find((taken) => overlap(route, taken));
      if (theirs === undefined) return [];
      return [`${route} ${theirs === route ? belongs : `is an address of ${theirs}, which ${belongs}`}`];
    });
    // Also without an entry of its owner's: this one would say who may open the page.
    const entries = build.nav
      .filter(
        ({ path }) =>
          other.nav.some((taken) => addressOf(taken.path) === addressOf(path)) ||
          other.routes.some((taken) => overlap(path, taken)),
      )
      .map(({ path, label }) => `the menu entry « ${label} » (${path}) ${belongs}`);
    const panels = build.panels
      .filter((panel) => other.panels.includes(panel))
      .map((panel) => `the panel ${panel} ${belongs}`);
    return [...routes, ...entries, ...panels];
  });
}

/** What a build claims that the one whose place it takes does not. */
export function claimsBeyond(build: Claimant, left: Claimant): Claimant {
  const entries = left.nav.map(({ path }) => addressOf(path));
  return {
    ...build,
    routes: build.routes.filter((route) => !left.routes.includes(route)),
    nav: build.nav.filter(({ path }) => !entries.includes(addressOf(path))),
    panels: build.panels.filter((panel) => !left.panels.includes(panel)),
  };
}

/** Whether there is an address that both patterns of the router are for. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  // Optional segments are there or not: each place is looked at once, however many there are.
  const looked = new Set<number>();
  const meet = (i: number, j: number): boolean => {
    const place = i * (b.length + 1) + j;
    if (looked.has(place)) return false;
    looked.add(place);
    const [left, right] = [a[i], b[j]];
    if (left?.text === "*" || right?.text === "*") return true;
    if (left === undefined && right === undefined) return true;
    if (left?.isOptional && meet(i + 1, j)) return true;
    if (right?.isOptional && meet(i, j + 1)) return true;
    if (left === undefined || right === undefined) return false;
    return (left.text === right.text || left.isVariable || right.isVariable) && meet(i + 1, j + 1);
  };
  return meet(0, 0);
}

interface Segment {
  readonly text: string;
  readonly isOptional: boolean;
  /** `:invoiceId`, and the installation's own `{boxOfficeKind}`, which may be any word. */
  readonly isVariable: boolean;
}

/** As the router compares them: without case, whatever slashes stand around, and `/invoices*` as `/invoices/*`. */
const segmentsOf = (route: string): Segment[] =>
  route
    .toLowerCase()
    .replace(/\*$/, "/*")
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => {
      const isOptional = segment.endsWith("?");
      const text = isOptional ? segment.slice(0, -1) : segment;
      return { text, isOptional, isVariable: text.startsWith(":") || /^[{].*[}]$/.test(text) };
    });

/** Two spellings of one address are one entry. */
const addressOf = (path: string): string =>
  segmentsOf(path)
    .map(({ text }) => text)
    .join("/");
