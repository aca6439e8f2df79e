import { createHash, createHmac } from "node:crypto";
import { type FailureStage, isOfBuild } from "@bobine/contract/build-faults";
import type { BuildReport, Composition } from "@bobine/contract/build-reports";
import { isForCanary, type Viewer } from "@bobine/contract/remote-choice";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { isYoung, overspent } from "../../domain/remotes/error-budget.ts";
import type { Services } from "../../services.ts";
import type { Pointers } from "../shell/registry-ledger.ts";
import { newcomer, type RemotePointer, wasGiven } from "../shell/remote-pointer.ts";
import * as repository from "./build-reports.repository.ts";

const DAY_MS = 86_400_000;

/** What a page tells of builds that pages were given; the rest is left out: no page has one that was only published (SEC-27). */
export function knownPart(report: BuildReport, pointers: Pointers): BuildReport {
  const isKnown = ({ remote, build }: { readonly remote: string; readonly build: string }) => {
    const pointer = Object.hasOwn(pointers, remote) ? pointers[remote] : undefined;
    return pointer !== undefined && wasGiven(pointer, build);
  };
  return {
    composition: {
      host: report.composition.host,
      remotes: Object.fromEntries(
        Object.entries(report.composition.remotes)
          .map(([remote, builds]): [string, string[]] => [
            remote,
            builds.filter((build) => isKnown({ remote, build })),
          ])
          .filter(([, builds]) => builds.length > 0),
      ),
    },
    loads: report.loads.filter(isKnown),
    failures: report.failures.filter(isKnown),
  };
}

/** The same builds have the same id, whoever has them (FED-26). */
export const idOfComposition = ({ host, remotes }: Composition): string =>
  createHash("sha256")
    .update(JSON.stringify([host, Object.entries(remotes).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest("hex")
    .slice(0, 16);

const COLUMN_OF = {
  load: "load_failures",
  chunk: "chunk_failures",
  render: "render_failures",
} as const satisfies Record<FailureStage, keyof repository.Counts>;

/** What one report says of each build, in the order in which the rows are written: two reports at once wait for each other, and no more. */
export function countsOf({ loads, failures }: Pick<BuildReport, "loads" | "failures">): repository.Counts[] {
  const counts = new Map<string, { -readonly [Name in keyof repository.Counts]: repository.Counts[Name] }>();
  const countsFor = ({ remote, build }: { remote: string; build: string }) => {
    const key = `${remote} ${build}`;
    const known = counts.get(key) ?? {
      remote,
      build,
      loads: 0,
      load_failures: 0,
      chunk_failures: 0,
      render_failures: 0,
      outside_failures: 0,
    };
    counts.set(key, known);
    return known;
  };
  // Each build once for a page, whatever is sent.
  const once = <T extends { remote: string; build: string }>(all: readonly T[]): T[] => [
    ...new Map(all.map((one) => [`${one.remote} ${one.build}`, one])).values(),
  ];
  for (const load of once(loads)) countsFor(load).loads += 1;
  for (const failure of once(failures))
    countsFor(failure)[isOfBuild(failure.kind) ? COLUMN_OF[failure.stage] : "outside_failures"] += 1;
  return [...counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const ownFailures = (counts: repository.Counts): number =>
  counts.load_failures + counts.chunk_failures + counts.render_failures;

/**
 * Keeps what a person's page told (FED-26), and decides on the spot whether a build has spent its error budget (FED-27): the job that
 * takes it back is enqueued once, by whichever node is first.
 */
export async function recordReport(
  services: Pick<Services, "pool" | "clock" | "config" | "jobs">,
  report: BuildReport,
  userId: number,
  pointers: Pointers,
): Promise<void> {
  const now = services.clock.now();
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const id = idOfComposition(report.composition);
  await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    // Asked once, and only where something failed or a build is judged: most reports are of neither.
    let viewer: Promise<Viewer | undefined> | undefined;
    const viewerNow = () => (viewer ??= viewerOf(tx, userId));
    const isReplayable = report.failures.length > 0 && (await viewerNow()) !== undefined;
    if (isReplayable) await repository.recordComposition(tx, id, report.composition, now);
    for (const counts of countsOf(report)) {
      const failures = ownFailures(counts);
      const hasFailed = failures + counts.outside_failures > 0;
      await repository.addToHour(tx, hour, counts, hasFailed && isReplayable ? id : null);
      const pointer = pointers[counts.remote];
      const young = pointer && newcomer(pointer, counts.build);
      if (!young || !isYoung(new Date(young.since), now)) continue;
      const { remote, build } = counts;
      const known = await viewerNow();
      if (known === undefined || !mayHave(remote, pointer, build, known)) continue;
      const witnessed = { remote, build, since: new Date(young.since) };
      // A page that the network kept from the build says nothing of it.
      const loads = Math.max(0, counts.loads - counts.outside_failures);
      await repository.addToWitness(tx, witnessed, personOf(services, known, witnessed), {
        loads,
        failures,
      });
      if (failures > 0) await judge(services, tx, { ...young, ...witnessed, composition: id, now });
    }
  });
}

/** Who reports, of whom it counts what failed, and whose page may be replayed: somebody of a validated distributor, or a super admin (SEC-27). */
async function viewerOf(tx: Tx, userId: number): Promise<Viewer | undefined> {
  const standing = await repository.standingOf(tx, userId);
  return standing?.is_known === true ? { userId, distributorId: standing.distributor_id } : undefined;
}

/** A canary is told to its own people only: others have it from nobody. */
const mayHave = (remote: string, { canary }: RemotePointer, build: string, viewer: Viewer): boolean =>
  canary?.build !== build || isForCanary({ name: remote, ...canary }, viewer);

async function judge(
  { config, jobs }: Pick<Services, "config" | "jobs">,
  tx: Tx,
  given: repository.Witnessed & {
    readonly isCanary: boolean;
    readonly before: string | undefined;
    readonly composition: string;
    readonly now: Date;
  },
): Promise<void> {
  const { remote, build, since, now, before } = given;
  const witnessed = { remote, build, since };
  const figures = overspent({
    budget: config.errorBudget,
    since,
    now,
    witnesses: (await repository.witnessesOf(tx, witnessed)).map((one) => ({
      ...one,
      group: one.person.toString("hex", 0, GROUP_BYTES),
    })),
    before:
      before === undefined
        ? undefined
        : await repository.totalSince(tx, remote, before, new Date(now.getTime() - DAY_MS)),
  });
  if (figures === undefined || !(await repository.decideReturn(tx, witnessed, figures, given))) return;
  await jobs.enqueue(tx, { name: "take-build-back", data: { remote, build } });
}

/** The first bytes of a person's hash are the same for all of a distributor. */
const GROUP_BYTES = 6;

/** Tells people and distributors apart, and names none: another hash for each build. */
function personOf(
  { config }: Pick<Services, "config">,
  { userId, distributorId }: Viewer,
  { remote, build, since }: repository.Witnessed,
): Buffer {
  const hashOf = (whose: string): Buffer =>
    createHmac("sha256", `build-witness:${config.secretKey}`)
      .update(`${whose} ${remote} ${build} ${since.toISOString()}`)
      .digest();
  return Buffer.concat([
    hashOf(`of ${distributorId ?? `nobody ${userId}`}`).subarray(0, GROUP_BYTES),
    hashOf(`${userId}`).subarray(0, 16 - GROUP_BYTES),
  ]);
}
