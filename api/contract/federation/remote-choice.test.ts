import { describe, expect, test } from "vitest";
import { canarySchema, type RegistryRemote, registryRemoteSchema } from "./registry.ts";
import { incompatibilities, isForContractOf, releaseFor } from "./remote-choice.ts";
import { satisfies } from "./semver-range.ts";

const release = (build: string) => ({
  name: "mfe-finance",
  version: "0.1.0",
  build,
  entry: "remoteEntry.js",
  owner: "Équipe Finance",
  routes: ["/invoices"],
  nav: [],
  integrity: {},
  baseUrl: `/r/mfe-finance/${build}/`,
  deployedAt: "2026-11-30T11:00:00.000Z",
});
const aRemote = (
  canary: { share?: number; distributors?: number[]; build?: string } | null,
): RegistryRemote =>
  registryRemoteSchema.parse({
    ...release("aaaaaaaaaaaa"),
    canary: canary && canarySchema.parse({ ...release(canary.build ?? "cccccccccccc"), ...canary }),
  });
const USERS = Array.from({ length: 10_000 }, (_, index) => index + 1);
const withCanary = (remote: RegistryRemote): number[] =>
  USERS.filter((userId) => releaseFor(remote, { userId, distributorId: 7 }) !== remote);

describe("the release that a person gets", () => {
  test("is the live one when there is no canary", () => {
    const remote = aRemote(null);
    expect(releaseFor(remote, { userId: 1, distributorId: 1 })).toBe(remote);
  });

  test("is the canary for the distributors that it names, whoever the user is, and for no other", () => {
    const remote = aRemote({ distributors: [12] });
    expect(releaseFor(remote, { userId: 1, distributorId: 12 })).toBe(remote.canary);
    expect(releaseFor(remote, { userId: null, distributorId: 12 })).toBe(remote.canary);
    expect(releaseFor(remote, { userId: 12, distributorId: 13 })).toBe(remote);
    expect(releaseFor(remote, { userId: 12, distributorId: null })).toBe(remote);
  });

  test.each([0, 1, 10, 50, 100])("is the canary for about %s per cent of the users", (share) => {
    const count = withCanary(aRemote({ share })).length;
    // Three standard deviations of a fair draw.
    const spread = 3 * Math.sqrt(USERS.length * (share / 100) * (1 - share / 100));
    expect(Math.abs(count - (USERS.length * share) / 100)).toBeLessThanOrEqual(spread);
  });

  test("is the live one for a share of users when nobody is signed in", () => {
    const remote = aRemote({ share: 99 });
    expect(releaseFor(remote, { userId: null, distributorId: null })).toBe(remote);
  });

  test("a larger share keeps those who had the canary", () => {
    const larger = new Set(withCanary(aRemote({ share: 25 })));
    expect(withCanary(aRemote({ share: 10 })).every((userId) => larger.has(userId))).toBe(true);
  });

  test("another canary goes first to other people", () => {
    const first = withCanary(aRemote({ share: 10 }));
    const second = new Set(withCanary(aRemote({ share: 10, build: "dddddddddddd" })));
    expect(first.filter((userId) => second.has(userId)).length).toBeLessThan(first.length / 4);
  });
});

describe("the gate", () => {
  const host = { contract: "1.2.0", shared: { react: "19.3.1", "@bobine/shared-ui": "0.1.4" } };
  const nothing = { contract: "^1.1.0", shared: {}, uses: {} };

  test("lets a build through when its contract and each of its libraries are the host's", () => {
    const build = { ...nothing, shared: { react: "^19.3.0", "@bobine/shared-ui": "^0.1.0" } };
    expect(incompatibilities(build, host)).toEqual([]);
  });

  test("asks the level of the API, where both say it (FED-32)", () => {
    const build = { ...nothing, api: "^1.2.0" };
    for (const api of ["1.2.0", "1.3.1", undefined])
      expect(incompatibilities(build, { ...host, api })).toEqual([]);
    expect(incompatibilities(nothing, { ...host, api: "2.0.0" })).toEqual([]);
    for (const api of ["1.1.0", "2.0.0"]) {
      const reason = `API\u00a0: le module demande le niveau ^1.2.0, le serveur a le niveau ${api}.`;
      expect(incompatibilities(build, { ...host, api })).toEqual([reason]);
      expect(isForContractOf(build, { ...host, api })).toBe(false);
    }
  });

  test("tells every reason, in French", () => {
    const build = {
      ...nothing,
      contract: "^2.0.0",
      shared: { react: "^18.2.0", "@bobine/shared-ui": "^0.2.0", zustand: "^5.0.0", toString: "*" },
    };
    expect(incompatibilities(build, host)).toEqual([
      "Contrat\u00a0: le module demande la version ^2.0.0, l’application a la version 1.2.0.",
      "react\u00a0: le module demande la version ^18.2.0, l’application fournit la version 19.3.1.",
      "@bobine/shared-ui\u00a0: le module demande la version ^0.2.0, l’application fournit la version 0.1.4.",
      "zustand\u00a0: le module demande la version ^5.0.0, l’application ne fournit pas cette bibliothèque.",
      "toString\u00a0: le module demande la version *, l’application ne fournit pas cette bibliothèque.",
    ]);
  });
});

describe("the names that a build takes from its host (FED-19)", () => {
  const asked = (uses: Record<string, string[]>, lends?: Record<string, string[]>) =>
    incompatibilities(
      { contract: "*", shared: {}, uses },
      { contract: "3.0.0", shared: {}, ...(lends ? { lends } : {}) },
    );

  test("are all lent, or the build does not run", () => {
    const uses = { react: ["useState"], "@mantine/core/whole": ["Stepper", "Switch"], toString: ["call"] };
    expect(asked(uses, { react: ["useRef", "useState"], "@mantine/core/whole": ["Stepper"] })).toEqual([
      "@mantine/core/whole\u00a0: le module utilise Switch, que l’application ne fournit pas.",
      "toString\u00a0: le module utilise call, que l’application ne fournit pas.",
    ]);
    expect(asked(uses, { ...uses, react: ["useState", "useRef"] })).toEqual([]);
  });

  test("are not asked of a host that does not say what it lends: its contract decides", () => {
    expect(asked({ react: ["useState"] })).toEqual([]);
  });
});

describe("a version in a range", () => {
  test.each<[version: string, range: string, isIn: boolean]>([
    ["19.3.1", "^19.3.0", true],
    ["19.2.9", "^19.3.0", false],
    ["19.10.0", "^19.3.0", true],
    ["20.0.0", "^19.3.0", false],
    ["0.1.9", "^0.1.0", true],
    ["0.2.0", "^0.1.0", false],
    ["0.0.2", "^0.0.1", false],
    ["0.0.1", "^0.0.1", true],
    ["5.1.7", "~5.1.0", true],
    ["5.2.0", "~5.1.0", false],
    ["1.0.0", "1.0.0", true],
    ["1.0.1", "=1.0.0", false],
    ["3.0.0", ">=1.2.0", true],
    ["1.1.9", ">=1.2.0", false],
    ["2.4.0", "^1.0.0 || ^2.0.0", true],
    ["3.0.0", "^1.0.0 || ^2.0.0", false],
    ["7.7.7", "*", true],
    ["19.3.1-rc.1", "^19.3.0", false],
    ["19.3.1", "^19", false],
    ["19.3.1", "latest", false],
    ["19.3.1", "", false],
    ["", "*", false],
  ])("%s in %s: %s", (version, range, isIn) => {
    expect(satisfies(version, range)).toBe(isIn);
  });
});
