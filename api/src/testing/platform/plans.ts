// The plans that PostgreSQL has really run for a call, told by auto_explain to the very session that asked.
import type { Client, Pool } from "pg";
import type { Services } from "../../services.ts";

export interface Scan {
  readonly node: string;
  /** Empty where no table is read: rows are what a join, or a filter on a list, compared in vain. */
  readonly table: string;
  /** Rows that it looked at, also those that it then left out. */
  readonly rows: number;
  readonly sql: string;
  /** What the query itself says of its distributor; the policy of row-level security is no such word: no planner can route by it. */
  readonly namesDistributor: boolean;
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly Node[];
}

/** From now on each new session of the database tells how each of its statements, and each one of its functions, was run. */
export async function explainAll(owner: Client | Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("select current_database() as name");
  for (const [name, value] of Object.entries({
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
    client_min_messages: "log",
  }))
    await owner.query(`alter database "${rows[0]?.name}" set ${name} = '${value}'`);
}

/**
 * Hears what the sessions that serve requests tell, also those that are open already.
 * @returns what was heard since the last time
 */
export async function hearScans({
  pool: writers,
  readers,
}: Pick<Services, "pool" | "readers">): Promise<() => Scan[]> {
  let heard: Scan[] = [];
  const hear = ({ message }: { message: string | undefined }): void => {
    const json = /plan:\n(.*)$/s.exec(message ?? "")?.[1];
    if (json === undefined) return;
    const { "Query Text": sql, Plan } = JSON.parse(json) as { "Query Text": string; Plan: Node };
    heard.push(...scansOf(Plan, sql));
  };
  for (const pool of readers ? [writers, readers] : [writers]) {
    const sessions = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const session of sessions) {
      session.on("notice", hear);
      session.release();
    }
    pool.on("connect", (session) => session.on("notice", hear));
  }
  return () => {
    const scans = heard;
    heard = [];
    return scans;
  };
}

/** Equal to a value, a parameter or another table's; the policy compares with an InitPlan. */
const OF_ONE_DISTRIBUTOR = /\bdistributor_id = (?!\(InitPlan)|= (?:\w+\.)?distributor_id\b/;

function scansOf(node: Node, sql: string): Scan[] {
  const below = (node.Plans ?? []).flatMap((each) => scansOf(each, sql));
  const table = node["Relation Name"];
  const inVain =
    (node["Rows Removed by Join Filter"] ?? 0) +
    (table === undefined ? (node["Rows Removed by Filter"] ?? 0) : 0);
  if (inVain > 0) {
    const rows = inVain * (node["Actual Loops"] ?? 1);
    return [{ node: node["Node Type"], table: "", rows, sql, namesDistributor: false }, ...below];
  }
  if (table === undefined || !node["Node Type"].endsWith("Scan")) return below;
  const each =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].join(" ");
  const scan = {
    node: node["Node Type"],
    table,
    rows: each * (node["Actual Loops"] ?? 1),
    sql,
    namesDistributor: OF_ONE_DISTRIBUTOR.test(conditions),
  };
  return [scan, ...below];
}
