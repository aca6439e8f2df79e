// The data of a released version, in git: what installations of it may hold, and this version has to carry on (OPS-8).
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { Client } from "pg";
import * as copyStreams from "pg-copy-streams";
import { migrate, MIGRATIONS } from "./migrate.ts";

/** A folder for each, named by its version. */
export const RELEASES = join(import.meta.dirname, "../../releases");

interface Table {
  readonly name: string;
  /** Quoted, with commas; without those that the database makes. */
  readonly columns: string;
  /** In the text form of COPY. */
  readonly rows: string;
}

/** All rows of all tables of one version. */
export interface ReleaseData {
  /** Of the last migration that it had. */
  readonly migration: number;
  readonly tables: readonly Table[];
  /** Name → the value that it gave last. */
  readonly sequences: Readonly<Record<string, number>>;
}

const TABLES = `
  select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
  group by c.relname order by c.relname`;

async function withOwner<T>(url: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** @param url of the owner, a superuser */
export const readReleaseData = (url: string): Promise<ReleaseData> =>
  withOwner(url, async (owner) => {
    const known = await owner.query<{ name: string; columns: string }>(TABLES);
    const tables: Table[] = [];
    for (const { name, columns } of known.rows) {
      const rows = await text(owner.query(copyStreams.to(`copy (select ${columns} from ${name}) to stdout`)));
      if (rows !== "") tables.push({ name, columns, rows });
    }
    const sequences = await owner.query<{ name: string; value: string }>(
      "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null",
    );
    const last = await owner.query<{ number: number }>(
      "select max(number)::int as number from schema_migration",
    );
    return {
      migration: last.rows[0]?.number ?? 0,
      tables,
      sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, Number(value)])),
    };
  });

export const packed = (data: ReleaseData): Uint8Array => gzipSync(JSON.stringify(data), { level: 9 });

export const savedRelease = (version: string): ReleaseData =>
  JSON.parse(gunzipSync(readFileSync(join(RELEASES, version, "data.json.gz"))).toString()) as ReleaseData;

/** Makes an empty database one of that version, with its data. */
export async function restoreRelease(
  url: string,
  { migration, tables, sequences }: ReleaseData,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bobine-migrations-"));
  try {
    for (const name of readdirSync(MIGRATIONS))
      if (Number(name.slice(0, 3)) <= migration) copyFileSync(join(MIGRATIONS, name), join(folder, name));
    await migrate({ url, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
  await withOwner(url, async (owner) => {
    // Rows come as they were: no trigger writes them again, and no order of tables is right for all references.
    await owner.query("begin; set local session_replication_role = replica");
    const { rows } = await owner.query<{ names: string }>(
      "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'",
    );
    // Migrations have written some of them.
    await owner.query(`truncate ${rows[0]?.names}`);
    for (const { name, columns, rows: text } of tables)
      await pipeline(
        Readable.from([text]),
        owner.query(copyStreams.from(`copy ${name} (${columns}) from stdin`)),
      );
    for (const [name, value] of Object.entries(sequences))
      await owner.query("select setval(quote_ident($1)::regclass, $2)", [name, value]);
    await owner.query("commit");
  });
}
