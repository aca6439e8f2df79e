// The entry point that a mail server pipes bounces to: `node api/src/cli/bounces.ts [file.eml …]`, or one message on standard input.
import { createReadStream } from "node:fs";
import { readConfig } from "../config.ts";
import { openDataDir, readOrMakeSecret } from "../data-dir.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/scope.ts";
import { readBounce } from "../domain/mailing/bounce.ts";
import { takeBounce } from "../modules/mailing/take-bounce.ts";

/** What a mail server takes as « try again later » (EX_TEMPFAIL of sysexits.h). */
const TRY_AGAIN = 75;
const MAX_BYTES = 1_000_000;
const warn = (line: string): void => console.error(line);

/** The beginning of a message; the rest is read away, so that the mail server does not see a broken pipe. */
async function readStart(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size < MAX_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString("latin1");
}

async function main(): Promise<void> {
  const config = readConfig(process.env, (dataDir) => readOrMakeSecret(dataDir, "secret-key"));
  const files = process.argv.slice(2);
  const texts: string[] = [];
  if (files.length === 0) texts.push(await readStart(process.stdin));
  for (const file of files) texts.push(await readStart(createReadStream(file)));
  const bounces = texts.flatMap((text) => readBounce(text, config.communicationDomain) ?? []);
  if (bounces.length === 0) return;
  openDataDir(config.dataDir);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log: { info: () => undefined, warn, error: warn },
        })
      : undefined;
  const pool = createPool({
    url: config.databaseUrl ?? postgres?.url ?? "",
    onError: (error) => warn(error.message),
  });
  try {
    for (const bounce of bounces) {
      const marked = await inTransaction(pool, { kind: "all" }, (tx) => takeBounce(tx, bounce, new Date()));
      console.log(`${bounce.messageKey}: ${marked} marked`);
    }
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}

try {
  await main();
} catch (error) {
  warn(error instanceof Error ? error.message : String(error));
  process.exitCode = TRY_AGAIN;
}
