import { createHash } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** What does not hold in the audit log (SEC-20). */
export interface AuditFinding {
  readonly rule:
    | "changed"
    | "removed"
    | "reordered"
    | "added"
    | "broken"
    | "guard_missing"
    | "rewritten"
    | "archive_damaged";
  /** Null: entries of no distributor. */
  readonly distributor_id: number | null;
  /** Of the entry, when one is concerned. */
  readonly entry_id: number | null;
  /** In English, for an operator. */
  readonly message: string;
}

/** The end of a chain: a copy of it that is kept elsewhere proves all that comes before. */
export interface ChainEnd {
  /** A distributor's id; 0: entries of none. */
  readonly chain: number;
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface AuditReport {
  readonly findings: readonly AuditFinding[];
  /** How many more there are than `findings` holds. */
  readonly further: number;
  readonly entries: number;
  /** Entries that were taken out of the database (SEC-28): their links hold, what they say is in files (`verifyArchives`). */
  readonly archived: number;
  /** The files that they are in. */
  readonly archives: number;
  readonly ends: readonly ChainEnd[];
}

/** What is kept of the findings: a log that was rewritten has as many as it has entries. */
const MOST_FINDINGS = 1_000;
const FETCHED = 2_000;

interface Link {
  chain: number;
  number: number;
  entry_id: number;
  digest: Buffer;
  hash: Buffer;
  /** Of what the entry says now; null when it is gone. */
  actual: Buffer | null;
}

/** All that an entry `a` says, as `audit_digest` of migration 081 puts it, which the owner of the database could replace. */
export const ENTRY_SAYS =
  raw(`jsonb_build_array(a.distributor_id, a.actor_id, a.action_type, a.action_details,
  a.request_id, a.ui_build, a.created_at at time zone 'UTC')::text`);
const DIGEST = sql`sha256(convert_to(${ENTRY_SAYS}, 'UTF8'))`;

const GUARDS = [
  "audit_log_only_grows",
  "audit_chain_only_grows",
  "audit_entry_to_chain",
  "audit_entries_chained",
];
/** Of a database that has archives. */
const GUARDS_OF_ARCHIVES = ["audit_log_keeps_entries", "audit_archive_only_grows"];

/**
 * Walks every chain of the audit log from its start, some links at a time, and compares each with its entry.
 * @param tx sees all distributors, and has read nothing yet
 * @param known ends that were written down before: each must still be where it was
 */
export async function verifyAudit(tx: Tx, known: readonly ChainEnd[] = []): Promise<AuditReport> {
  // One snapshot: entries and their links are committed together.
  await tx.client.query("set transaction isolation level repeatable read, read only");
  const findings = new Findings();
  // A database that was restored from an older version has none before its first start.
  const { has_archives: hasArchives } = await tx.one<{ has_archives: boolean }>(
    sql`select to_regclass('public.audit_archive') is not null as has_archives`,
  );
  const archives = await archivedOf(tx, hasArchives);
  const ends = new Map<number, ChainEnd>();
  const expected = new Map(known.map((end) => [`${end.chain} ${end.number}`, end]));
  let [entries, archived] = [0, 0];

  await tx.client.query(
    sql`declare links no scroll cursor for
      select l.chain, l.number, l.entry_id, l.digest, l.hash, case when a.id is not null then ${DIGEST} end as actual
      from audit_chain l left join audit_log a on a.id = l.entry_id order by l.chain, l.number`,
  );
  let end: ChainEnd = endBefore(0);
  for (;;) {
    const links = await tx.many<Link>(sql`fetch forward ${raw(String(FETCHED))} from links`);
    for (const link of links) {
      if (ends.size === 0 || link.chain !== end.chain) end = endBefore(link.chain);
      const mayBeGone = archives.see(link);
      const isArchived = link.actual === null && mayBeGone;
      if (isArchived) archived += 1;
      else entries += 1;
      findings.add(...wrongWith(link, end, isArchived));
      end = { chain: link.chain, number: link.number, hash: link.hash.toString("hex") };
      ends.set(link.chain, end);
      const before = expected.get(`${link.chain} ${link.number}`);
      if (before?.hash === end.hash) expected.delete(`${link.chain} ${link.number}`);
    }
    if (links.length < FETCHED) break;
  }

  const heads = await recordedEnds(tx);
  for (const head of heads) findings.add(...wrongWithEnd(head, ends.get(head.chain)));
  for (const { chain } of ends.values())
    if (!heads.some((head) => head.chain === chain))
      findings.add({ ...of(chain), rule: "broken", message: "the record of the end of its chain is gone" });
  for (const { chain, number } of expected.values())
    findings.add({
      ...of(chain),
      rule: "rewritten",
      message: `link ${number} is not the one that was written down: what comes before it was rewritten, or is gone`,
    });
  findings.add(...archives.missed());
  for (const added of await unlinked(tx)) findings.add(added);
  for (const guard of await missingGuards(tx, hasArchives ? [...GUARDS, ...GUARDS_OF_ARCHIVES] : GUARDS))
    findings.add({ ...of(0), rule: "guard_missing", message: `the trigger ${guard} is missing or disabled` });
  return { ...findings.report(), entries, archived, archives: archives.count, ends: [...ends.values()] };
}

const of = (chain: number, entry: number | null = null) => ({
  distributor_id: chain === 0 ? null : chain,
  entry_id: entry,
});

const sha256 = (...parts: (Buffer | string)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

const endBefore = (chain: number): ChainEnd => ({
  chain,
  number: 0,
  hash: sha256(`bobine audit chain ${chain}`),
});

function wrongWith(link: Link, before: ChainEnd, isArchived: boolean): FindingWithDigests[] {
  const where = of(link.chain, link.entry_id);
  const found: FindingWithDigests[] = [];
  if (link.number <= before.number)
    found.push({ ...where, rule: "broken", message: `the chain forks at its link ${link.number}` });
  else if (link.number > before.number + 1)
    found.push({
      ...where,
      rule: "removed",
      message: `before it, links ${before.number + 1} to ${link.number - 1} are gone`,
    });
  else {
    const id = Buffer.alloc(8);
    id.writeBigInt64BE(BigInt(link.entry_id));
    if (sha256(Buffer.from(before.hash, "hex"), id, link.digest) !== link.hash.toString("hex"))
      found.push({
        ...where,
        rule: "broken",
        message: `link ${link.number} does not follow the one before it: one of them was changed, or they were reordered`,
      });
  }
  if (link.actual === null) {
    if (!isArchived) found.push({ ...where, rule: "removed", message: "the entry is gone" });
  } else if (!link.actual.equals(link.digest))
    found.push({
      ...where,
      rule: "changed",
      message: "the entry does not say what it said when it was written",
      says: link.actual.toString("hex"),
      said: link.digest.toString("hex"),
    });
  return found;
}

function wrongWithEnd(head: ChainEnd, end: ChainEnd | undefined): AuditFinding[] {
  const last = end?.number ?? 0;
  if (head.number > last)
    return [
      {
        ...of(head.chain),
        rule: "removed",
        message: `its last links, ${last + 1} to ${head.number}, are gone`,
      },
    ];
  if (head.number < last || head.hash !== end?.hash)
    return [
      { ...of(head.chain), rule: "broken", message: "its last link is not the recorded end of its chain" },
    ];
  return [];
}

type FindingWithDigests = AuditFinding & { readonly says?: string; readonly said?: string };

/** Findings, of which it keeps only so many. */
class Findings {
  readonly #kept: FindingWithDigests[] = [];
  #further = 0;

  add(...found: FindingWithDigests[]): void {
    for (const one of found) {
      if (this.#kept.length < MOST_FINDINGS) this.#kept.push(one);
      else this.#further += 1;
    }
  }

  /** An entry that says what another one said has changed places with it. */
  report(): Pick<AuditReport, "findings" | "further"> {
    const saidBy = new Map(
      this.#kept.flatMap((one) => (one.said === undefined ? [] : [[one.said, one.entry_id]])),
    );
    const findings = this.#kept.map(({ says, said: _said, ...finding }): AuditFinding => {
      const other = says === undefined ? undefined : saidBy.get(says);
      return other === undefined
        ? finding
        : { ...finding, rule: "reordered", message: `the entry says what entry ${other} said` };
    });
    return { findings, further: this.#further };
  }
}

interface ArchivedRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** In the chain. */
  links: number;
}

/** Which entries may be gone. A file holds all of a chain between two ids, so that as many links lie between them. */
class Archived {
  readonly #partsUpTo: number;
  readonly #ofChain: ReadonlyMap<number, readonly ArchivedRange[]>;

  readonly count: number;

  constructor(partsUpTo: number, archives: readonly ArchiveOfChain[]) {
    this.#partsUpTo = partsUpTo;
    this.count = archives.length;
    const ofChain = new Map<number, ArchivedRange[]>();
    for (const { chain, first, last, count } of archives)
      ofChain.set(chain, [...(ofChain.get(chain) ?? []), { first, last, count, links: 0 }]);
    this.#ofChain = ofChain;
  }

  /** Counts a link. @returns whether its entry may be gone */
  see({ chain, entry_id: entry }: Link): boolean {
    const range = this.#ofChain.get(chain)?.find(({ first, last }) => entry >= first && entry <= last);
    if (range) range.links += 1;
    return range !== undefined || entry <= this.#partsUpTo;
  }

  missed(): AuditFinding[] {
    return [...this.#ofChain].flatMap(([chain, ranges]) =>
      ranges
        .filter(({ links, count }) => links !== count)
        .map(({ first, last, links, count }) => ({
          ...of(chain, last),
          rule: links > count ? ("removed" as const) : ("archive_damaged" as const),
          message: `from entry ${first} to this one the chain has ${links} links and ${count} were archived`,
        })),
    );
  }
}

interface ArchiveOfChain {
  readonly chain: number;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** What archives hold (SEC-28); and all up to an id that an operator took out with a part of the table, as until 0.1 they could. */
async function archivedOf(tx: Tx, hasArchives: boolean): Promise<Archived> {
  const { id } = await tx.one<{ id: number }>(sql`
    select coalesce(max((action_details ->> 'last_entry_id')::bigint), 0) as id from audit_log
    where distributor_id is null and action_details ->> 'event' = 'audit_log_part_archived'`);
  const archives = hasArchives
    ? await tx.many<ArchiveOfChain>(sql`
        select coalesce(distributor_id, 0) as chain, first_entry_id as first, last_entry_id as last, entry_count as count
        from audit_archive order by 1, 2`)
    : [];
  return new Archived(id, archives);
}

const recordedEnds = (tx: Tx): Promise<ChainEnd[]> =>
  tx.many<ChainEnd>(sql`
    select chain, last_number as number, encode(last_hash, 'hex') as hash from audit_chain_head order by chain`);

/** Entries that were put there behind the triggers. */
async function unlinked(tx: Tx): Promise<AuditFinding[]> {
  const rows = await tx.many<{ id: number; chain: number }>(sql`
    select a.id, coalesce(a.distributor_id, 0) as chain from audit_log a
    where not exists (select from audit_chain l where l.entry_id = a.id) order by a.id limit ${MOST_FINDINGS}`);
  return rows.map(({ id, chain }) => ({
    ...of(chain, id),
    rule: "added",
    message: "the entry is in no chain: it was not written by the product",
  }));
}

async function missingGuards(tx: Tx, guards: readonly string[]): Promise<string[]> {
  const rows = await tx.many<{ guard: string }>(sql`
    select guard from unnest(${guards}::text[]) as guard
    where not exists (select from pg_trigger where tgname = guard and tgenabled in ('O', 'A')) order by 1`);
  return rows.map(({ guard }) => guard);
}
