import { createHash } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** What does not hold in the audit log (SEC-20). */
export interface AuditFinding {
  readonly rule: "changed" | "removed" | "reordered" | "added" | "broken" | "guard_missing" | "rewritten";
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
  /** Entries that were taken out with their part of the log: their links hold, what they say is in the part's copy. */
  readonly archived: number;
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

/** As `audit_digest` of migration 081, which the owner of the database could replace. */
const DIGEST =
  raw(`sha256(convert_to(jsonb_build_array(a.distributor_id, a.actor_id, a.action_type, a.action_details,
  a.request_id, a.ui_build, a.created_at at time zone 'UTC')::text, 'UTF8'))`);

const GUARDS = [
  "audit_log_only_grows",
  "audit_chain_only_grows",
  "audit_entry_to_chain",
  "audit_entries_chained",
];

/**
 * Walks every chain of the audit log from its start, some links at a time, and compares each with its entry.
 * @param tx sees all distributors, and has read nothing yet
 * @param known ends that were written down before: each must still be where it was
 */
export async function verifyAudit(tx: Tx, known: readonly ChainEnd[] = []): Promise<AuditReport> {
  // One snapshot: entries and their links are committed together.
  await tx.client.query("set transaction isolation level repeatable read, read only");
  const findings = new Findings();
  const archivedUpTo = await lastArchived(tx);
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
      const isArchived = link.actual === null && link.entry_id <= archivedUpTo;
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
  for (const added of await unlinked(tx)) findings.add(added);
  for (const guard of await missingGuards(tx))
    findings.add({ ...of(0), rule: "guard_missing", message: `the trigger ${guard} is missing or disabled` });
  return { ...findings.report(), entries, archived, ends: [...ends.values()] };
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

/** `detach-audit-log-part.sql` writes down which entries it took out: all up to an id. */
async function lastArchived(tx: Tx): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    select coalesce(max((action_details ->> 'last_entry_id')::bigint), 0) as id from audit_log
    where distributor_id is null and action_details ->> 'event' = 'audit_log_part_archived'`);
  return id;
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

async function missingGuards(tx: Tx): Promise<string[]> {
  const rows = await tx.many<{ guard: string }>(sql`
    select guard from unnest(${GUARDS}::text[]) as guard
    where not exists (select from pg_trigger where tgname = guard and tgenabled in ('O', 'A')) order by 1`);
  return rows.map(({ guard }) => guard);
}
