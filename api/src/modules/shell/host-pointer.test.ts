import { expect, test } from "vitest";
import { asGiven, followingDisk, givenHost, hostRolledBack } from "./host-pointer.ts";
import { emptyPointer, promoted, published, type RemotePointer, withCanary } from "./remote-pointer.ts";

const AT = "2026-11-30T11:00:00.000Z";
const P1 = "111111111111";
const P2 = "222222222222";
const X = "333333333333";
const Z = "444444444444";

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T08:00:00.000Z`;
/** Given from a day on, and last at noon of another. */
const kept = (build: string, since: number | undefined, last: number) => ({
  build,
  since: since === undefined ? undefined : day(since),
  servedAt: day(last),
});
const served = (...builds: string[]) => builds.map((build) => ({ build, since: day(20) }));
const ALL = [kept(P1, 1, 9), kept(P2, 10, 20), kept(X, 20, 30)];
const standing = (
  pointer: RemotePointer,
  disks: string[],
  from?: string,
  hosts: ReturnType<typeof kept>[] = ALL,
) => asGiven(pointer, { served: served(...disks), kept: hosts }, from);
const rolledBackFrom = (from: string, disks: string[], pointer = emptyPointer, hosts = ALL) =>
  hostRolledBack(standing(pointer, disks, from, hosts), { from }, AT, disks);

test("FED-31: without a decision each server gives what is on its disk", () => {
  expect(givenHost(emptyPointer, X)).toBe(X);
  expect(standing(emptyPointer, [X]).live).toEqual({ build: X, deployedAt: day(20), by: "start" });
  expect(standing(emptyPointer, []).live).toBeNull();
});

test("FED-31: a host that was rolled back from is given by no server, and the others give theirs", () => {
  const pointer = rolledBackFrom(X, [X, P2]);
  expect([X, P2, Z, P1].map((own) => givenHost(pointer, own))).toEqual([P2, P2, Z, P1]);
  // Another step of the same incident.
  const further = rolledBackFrom(P2, [X], pointer);
  expect([X, P2, Z].map((own) => givenHost(further, own))).toEqual([P1, P1, Z]);
});

test("FED-31: what comes back is the host that was given last before the bad one began, and none that only lies there", () => {
  const setBack = [kept(P1, 1, 19), kept(P2, 10, 12), kept(X, 20, 30), kept(Z, undefined, 15)];
  expect(rolledBackFrom(X, [X], emptyPointer, setBack).live?.build).toBe(P1);
  const newer = [kept(P1, 1, 9), kept(X, 20, 30), kept(Z, 25, 30)];
  expect(rolledBackFrom(X, [Z, X], emptyPointer, newer).live?.build).toBe(P1);
});

test("FED-31: the second of two operators is told that it is done", () => {
  const pointer = rolledBackFrom(X, [X]);
  expect(() => rolledBackFrom(X, [X], pointer)).toThrow(`${X} was left at ${AT} already: ${P2} is live`);
  expect(() => rolledBackFrom(P1, [X], pointer)).toThrow(`${P1} is not live`);
});

test("FED-31: a promoted host is given by every server, also by those that start later, until it is left", () => {
  const pointer = promoted(standing(emptyPointer, [X]), Z, AT);
  expect([X, P1, Z].map((own) => givenHost(pointer, own))).toEqual([Z, Z, Z]);
  const back = rolledBackFrom(Z, [X, Z], pointer);
  expect([X, P1, Z].map((own) => givenHost(back, own))).toEqual([X, P1, X]);
  // And one that a person had promoted before it stands again.
  const twice = promoted(pointer, P2, AT);
  const once = rolledBackFrom(P2, [X], twice);
  expect([X, P1, P2].map((own) => givenHost(once, own))).toEqual([Z, Z, Z]);
});

test("FED-31: after a promoted host was given up, what comes back from the servers' own is that one, and then what was given before it", () => {
  const hosts = [kept(P1, 1, 18), kept(X, undefined, 22), kept(Z, undefined, 15)];
  const given = followingDisk(promoted(standing(emptyPointer, [P1], undefined, hosts), Z, day(18)), day(25));
  const back = rolledBackFrom(X, [X], given, hosts);
  expect([X, P1].map((own) => givenHost(back, own))).toEqual([Z, P1]);
  expect(givenHost(rolledBackFrom(Z, [X], back, hosts), X)).toBe(P1);
  // By name it comes back for all, after another one: it lies on no disk.
  const named = hostRolledBack(
    promoted(standing(given, [X], undefined, hosts), P2, AT),
    { from: P2, to: Z },
    AT,
    [X],
  );
  expect([X, P1].map((own) => givenHost(named, own))).toEqual([Z, Z]);
  // What servers gave of their own since comes before it.
  const since = [kept(P1, 1, 28), kept(X, 28, 30), kept(Z, undefined, 15)];
  expect(rolledBackFrom(X, [X], given, since).live?.build).toBe(P1);
});

test("FED-31: a host that is named and lies on no server's disk any more comes back for all; one that does, with the others' own", () => {
  const pointer = promoted(standing(emptyPointer, [P1]), Z, day(18));
  const backTo = (to: string, ...disks: string[]) =>
    hostRolledBack(standing(pointer, disks), { from: Z, to }, AT, disks);
  expect([X, P1].map((own) => givenHost(backTo(P1, X), own))).toEqual([P1, P1]);
  expect([X, P1].map((own) => givenHost(backTo(P1, X, P1), own))).toEqual([X, P1]);
  // So does what is deployed next, also where the named one came after the promotion.
  expect([X, P1, P2].map((own) => givenHost(backTo(X, X), own))).toEqual([X, P1, P2]);
  // What a start had made live is left by its servers alone, whatever is named.
  const left = hostRolledBack(standing(emptyPointer, [X, P2]), { from: X, to: P1 }, AT, [X, P2]);
  expect([X, P2].map((own) => givenHost(left, own))).toEqual([P1, P2]);
});

test("FED-31: a promoted host that is named stands for all again as where none is named, also where a server has it on its disk since", () => {
  const first = promoted(standing(emptyPointer, [P1]), Z, day(18));
  const second = promoted(first, X, day(19));
  for (const to of [undefined, Z]) {
    const back = hostRolledBack(standing(second, [Z, P1]), { from: X, to }, AT, [Z, P1]);
    expect([P1, Z, P2].map((own) => givenHost(back, own))).toEqual([Z, Z, Z]);
  }
});

test("FED-31: a host that was given up, and a trial that ended with it, were given until then", () => {
  const live = promoted(standing(emptyPointer, [P1]), Z, day(18));
  const tried = withCanary(published(live, P2, day(17)), P2, { share: 10 }, day(19));
  const { builds, canary } = followingDisk(tried, day(25));
  expect(canary).toBeNull();
  expect(builds).toMatchObject({
    [Z]: { state: "live", since: day(25) },
    [P2]: { state: "published", since: day(25), wasTried: true },
  });
});

test("FED-31: nothing to go back to is said", () => {
  expect(() => rolledBackFrom(X, [X], emptyPointer, [kept(X, 20, 30)])).toThrow("no build was live before");
});
