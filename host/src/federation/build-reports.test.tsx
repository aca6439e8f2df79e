import { type BuildReport, buildReportSchema, reportBuilds } from "@bobine/contract/build-reports";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { announceBuild } from "@bobine/shared-auth";
import { answers, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { compositionOf, reportFailedBuild, reportLoads, stageOf } from "./build-reports.ts";
import { describeFailure } from "./failures.ts";

const network = stubNetwork();
const [LIVE, BEFORE, CANARY] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"];
const registry = aRegistry([
  aRemote({ build: LIVE, previous: aRemote({ build: BEFORE }) }),
  aRemote({ name: "mfe-admin", build: CANARY }),
]);
const failure = (build: string) =>
  describeFailure(
    aRemote({ build }),
    { kind: "missing", url: `http://localhost/r/mfe-finance/${build}/12.js` },
    new Error("gone"),
    { random: new Uint8Array(8), now: new Date("2026-11-21T10:00:00Z"), path: "/invoices" },
  );

let told: BuildReport[];
beforeEach(() => {
  told = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  network.stub(
    answers(reportBuilds, ({ body }) => {
      told.push(buildReportSchema.parse(body));
      return undefined;
    }),
  );
});
afterEach(() => void vi.useRealTimers());

it("says which builds a page has: what a person gets, then what it falls back to (FED-26)", () => {
  const canary = { ...aRemote({ build: CANARY }), distributors: [12] };
  const given = aRegistry([aRemote({ build: LIVE, previous: aRemote({ build: BEFORE }), canary })]);
  const viewer = { userId: 1, distributorId: 12 };
  expect(compositionOf(given, viewer).remotes).toEqual({ "mfe-finance": [CANARY, LIVE, BEFORE] });
  expect(compositionOf(given, { ...viewer, distributorId: 13 })).toEqual({
    host: given.host.build,
    remotes: { "mfe-finance": [LIVE, BEFORE] },
  });
});

it.each([
  [{ kind: "render" }, "render"],
  [{ kind: "execution" }, "load"],
  [{ kind: "integrity", url: "http://localhost/r/mfe-finance/a/remoteEntry.js" }, "load"],
  [{ kind: "missing", url: "http://localhost/r/mfe-finance/a/12.js" }, "chunk"],
] as const)("knows where it failed: %o is %s", (found, stage) => {
  expect(stageOf(found, "remoteEntry.js")).toBe(stage);
});

it("tells nothing of a page that nobody is signed in to", async () => {
  await reportFailedBuild(registry, failure(LIVE));
  expect(told).toEqual([]);
});

it("tells each build of a page once, whatever is mounted again, and never the host", async () => {
  signIn();
  const leave = [announceBuild("host", "0123456789ab"), announceBuild("mfe-admin", CANARY)];
  const stop = reportLoads(registry);
  leave.push(announceBuild("mfe-admin", CANARY));
  await vi.advanceTimersByTimeAsync(1_000);
  leave.push(announceBuild("mfe-admin", CANARY));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.map(({ loads }) => loads)).toEqual([[{ remote: "mfe-admin", build: CANARY }]]);
  stop();
  for (const each of leave) each();
});

it("tells a failure with the load that it is of, once", async () => {
  signIn();
  await reportFailedBuild(registry, failure(LIVE));
  await reportFailedBuild(registry, failure(LIVE));
  await reportFailedBuild(registry, { ...failure(LIVE), remote: "host" });
  expect(told).toMatchObject([
    {
      composition: { remotes: { "mfe-finance": [LIVE, BEFORE], "mfe-admin": [CANARY] } },
      loads: [{ remote: "mfe-finance", build: LIVE }],
      failures: [{ remote: "mfe-finance", build: LIVE, stage: "chunk", kind: "missing" }],
    },
  ]);
});
