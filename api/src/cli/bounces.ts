// The entry point of `npm run bounces`, and what a mail server pipes bounces to: files, or one message on standard input.
import { createReadStream } from "node:fs";
import { inTransaction } from "../db/scope.ts";
import { readBounce } from "../domain/mailing/bounce.ts";
import { recordBounce } from "../modules/mailing/record-bounce.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

/** What a mail server takes as « try again later » (EX_TEMPFAIL of sysexits.h). */
const TRY_AGAIN = 75;
const MAX_BYTES = 1_000_000;

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
  const config = readOperatorConfig();
  const files = process.argv.slice(2);
  const texts: string[] = [];
  if (files.length === 0) texts.push(await readStart(process.stdin));
  for (const file of files) texts.push(await readStart(createReadStream(file)));
  const bounces = texts.flatMap((text) => readBounce(text, config.communicationDomain) ?? []);
  if (bounces.length === 0) return;
  await withOperatorPool(config, async (pool) => {
    for (const bounce of bounces) {
      const taken = await inTransaction(pool, { kind: "all" }, (tx) => recordBounce(tx, bounce, new Date()));
      if (taken === "later") process.exitCode = TRY_AGAIN;
      console.log(`${bounce.messageKey}: ${taken === "later" ? "being sent, try again" : `${taken} marked`}`);
    }
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = TRY_AGAIN;
}
