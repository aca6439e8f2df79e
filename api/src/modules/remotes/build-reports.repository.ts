import type { Composition } from "@bobine/contract/build-reports";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BuildFigures, Witness } from "../../domain/remotes/error-budget.ts";

/** Compositions that are kept: beyond it a new one takes the place of the oldest, so that nobody who makes some up stops others from being kept. */
export const MOST_COMPOSITIONS = 10_000;

export interface Counts {
  readonly remote: string;
  readonly build: string;
  readonly loads: number;
  readonly load_failures: number;
  readonly chunk_failures: number;
  readonly render_failures: number;
  readonly outside_failures: number;
}

/** @param composition in which something of it failed */
export const addToHour = (tx: Tx, hour: Date, counts: Counts, composition: string | null): Promise<number> =>
  tx.run(sql`
    insert into build_hour as h (remote, build, hour, loads, load_failures, chunk_failures, render_failures, outside_failures, composition)
    values (${counts.remote}, ${counts.build}, ${hour}, ${counts.loads}, ${counts.load_failures}, ${counts.chunk_failures},
      ${counts.render_failures}, ${counts.outside_failures}, ${composition})
    on conflict (remote, build, hour) do update set
      loads = h.loads + excluded.loads, load_failures = h.load_failures + excluded.load_failures,
      chunk_failures = h.chunk_failures + excluded.chunk_failures, render_failures = h.render_failures + excluded.render_failures,
      outside_failures = h.outside_failures + excluded.outside_failures,
      composition = coalesce(excluded.composition, h.composition)`);

/** A build of which a person's pages tell, since it went live. */
export interface Witnessed {
  readonly remote: string;
  readonly build: string;
  readonly since: Date;
}

export const addToWitness = (
  tx: Tx,
  { remote, build, since }: Witnessed,
  person: Buffer,
  { loads, failures }: Witness,
): Promise<number> =>
  tx.run(sql`
    insert into build_witness as w (remote, build, since, person, loads, failures)
    values (${remote}, ${build}, ${since}, ${person}, ${loads}, ${failures})
    on conflict (remote, build, since, person) do update set
      loads = w.loads + excluded.loads, failures = w.failures + excluded.failures`);

export const witnessesOf = (
  tx: Tx,
  { remote, build, since }: Witnessed,
): Promise<(Witness & { readonly person: Buffer })[]> =>
  tx.many(
    sql`select person, loads, failures from build_witness where remote = ${remote} and build = ${build} and since = ${since}`,
  );

/** Of whom somebody is, and whether anybody knows them: one who registered alone, and waits to be validated, may be anybody. */
export const standingOf = (
  tx: Tx,
  userId: number,
): Promise<{ readonly distributor_id: number | null; readonly is_known: boolean } | undefined> =>
  tx.maybe(sql`
    select u.distributor_id, u.system_role = 'super_admin' or coalesce(d.validation_status = 'validated', false) as is_known
    from app_user u left join distributor d on d.id = u.distributor_id where u.id = ${userId}`);

/** Loads and own failures of a build since an instant. */
export const totalSince = (tx: Tx, remote: string, build: string, from: Date) =>
  tx.one<Pick<BuildFigures, "loads" | "failures">>(sql`
    select coalesce(sum(loads), 0)::integer as loads,
      coalesce(sum(load_failures + chunk_failures + render_failures), 0)::integer as failures
    from build_hour where remote = ${remote} and build = ${build} and hour >= ${from}`);

export async function recordComposition(
  tx: Tx,
  id: string,
  { host, remotes }: Composition,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into page_composition (id, host, remotes, last_failed_at)
    values (${id}, ${host}, ${JSON.stringify(remotes)}::jsonb, ${now})
    on conflict (id) do update set last_failed_at = excluded.last_failed_at`);
  // Of two reports at once none waits for what the other one forgets.
  await tx.run(sql`
    delete from page_composition where id in (
      select id from page_composition where id <> ${id} order by last_failed_at
      limit greatest(0, (select count(*) from page_composition) - ${MOST_COMPOSITIONS})
      for update skip locked)`);
}

/** A build that the product takes back by itself. */
export interface AutomaticReturnRow extends BuildFigures {
  readonly remote: string;
  readonly build: string;
  readonly since: string;
  readonly decided_at: string;
  readonly composition: string | null;
  readonly is_canary: boolean;
  readonly done_at: string | null;
  readonly back_to: string | null;
  readonly refusal: string | null;
}

/** @returns false when it was decided before: each build is taken back once, by whichever node is first */
export const decideReturn = async (
  tx: Tx,
  { remote, build, since }: Witnessed,
  figures: BuildFigures,
  { composition, isCanary, now }: { composition: string; isCanary: boolean; now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into automatic_return (remote, build, since, decided_at, loads, failures, people, composition, is_canary)
    values (${remote}, ${build}, ${since}, ${now}, ${figures.loads}, ${figures.failures}, ${figures.people}, ${composition}, ${isCanary})
    on conflict (remote, build) do nothing`)) === 1;

export const returnOf = (tx: Tx, remote: string, build: string): Promise<AutomaticReturnRow | undefined> =>
  tx.maybe<AutomaticReturnRow>(sql`
    select remote, build, since, decided_at, loads, failures, people, composition, is_canary, done_at, back_to, refusal
    from automatic_return where remote = ${remote} and build = ${build}`);

/** @returns false when another try has said so already */
export const returnDone = async (
  tx: Tx,
  { remote, build }: Pick<AutomaticReturnRow, "remote" | "build">,
  { backTo, refusal, now }: { backTo: string | null; refusal: string | null; now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    update automatic_return set done_at = ${now}, back_to = ${backTo}, refusal = ${refusal}
    where remote = ${remote} and build = ${build} and done_at is null`)) === 1;

/** Nobody was given the build any more: it may be judged again. */
export const forgetReturn = (tx: Tx, remote: string, build: string): Promise<number> =>
  tx.run(sql`delete from automatic_return where remote = ${remote} and build = ${build} and done_at is null`);

/** What each build did since an instant, for the console. */
export const countsSince = (tx: Tx, from: Date, remote?: string) =>
  tx.many<Counts & { readonly composition: string | null }>(sql`
    select remote, build, sum(loads)::integer as loads, sum(load_failures)::integer as load_failures,
      sum(chunk_failures)::integer as chunk_failures, sum(render_failures)::integer as render_failures,
      sum(outside_failures)::integer as outside_failures,
      (array_agg(composition order by hour desc) filter (where composition is not null))[1] as composition
    from build_hour where hour >= ${from} and (${remote ?? null}::text is null or remote = ${remote ?? null})
    group by remote, build order by remote, build`);

const HOUR_MS = 3_600_000;
/** How long counts and compositions are kept, and who was counted. */
const KEPT_MS = 30 * 24 * HOUR_MS;
const WITNESSES_KEPT_MS = 2 * HOUR_MS;

/** What is too old. */
export async function forgetOldReports(tx: Tx, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_MS);
  await tx.run(sql`delete from build_hour where hour < ${old}`);
  await tx.run(sql`delete from page_composition where last_failed_at < ${old}`);
  await tx.run(sql`delete from build_witness where since < ${new Date(now.getTime() - WITNESSES_KEPT_MS)}`);
}
