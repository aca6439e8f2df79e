// A PostgreSQL for the time of a run of tests or of a benchmark.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";

export interface TemporaryPostgres {
  readonly url: string;
  /** A folder of its own, for the other files of the run. */
  readonly folder: string;
  /** Stops it and removes the folder. */
  stop(): Promise<void>;
}

/**
 * @param settings of the server, beside the product's own
 * @param options.overSocket its `url` names a socket in its folder, where that has room: over the network of this machine the same
 *   statements cost the server half as much processor again
 */
export async function startTemporaryPostgres(
  name: string,
  settings: Readonly<Record<string, string>> = {},
  { overSocket = false }: { readonly overSocket?: boolean } = {},
): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), `bobine-${name}-`));
  // As root, the database's user must get in.
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const complain = (line: string) => process.stderr.write(`${line}\n`);
    const log = { info: () => undefined, warn: complain, error: complain };
    const server = await startEmbeddedPostgres({
      dataDir: folder,
      log,
      settings: overSocket ? settings : { unix_socket_directories: "", ...settings },
    });
    // Elsewhere than in the folder when the one for temporary files is private.
    const files = realpathSync(join(folder, "postgres"));
    return {
      url: server.url,
      folder,
      stop: async () => {
        await server.stop();
        if (dirname(files) !== realpathSync(folder)) rmSync(dirname(files), { recursive: true, force: true });
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A session on `database` of the server that `url` names. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** The rows of one statement in a session of its own. */
export async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
