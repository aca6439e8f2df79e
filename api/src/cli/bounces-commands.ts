// `npm run ops -- bounces`, which a mail server pipes bounces to: files, or one message on standard input.
import { createReadStream } from "node:fs";
import { inTransaction } from "../db/scope.ts";
import { readBounce } from "../domain/mailing/bounce.ts";
import { recordBounce } from "../modules/mailing/record-bounce.ts";
import { type Area, operatorPath, type Say } from "./area.ts";
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

export const bouncesArea: Area = {
  help: `bounces record [<file.eml> …]  marks the addresses that returned mails name; without a file, of one mail that is piped in`,
  async run(args, say, complain) {
    try {
      return await record(args[0] === "record" ? args.slice(1) : args, say);
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      return TRY_AGAIN;
    }
  },
};

async function record(files: readonly string[], say: Say): Promise<number> {
  const config = readOperatorConfig();
  const texts: string[] = [];
  if (files.length === 0) texts.push(await readStart(process.stdin));
  for (const file of files) texts.push(await readStart(createReadStream(operatorPath(file))));
  const bounces = texts.flatMap((text) => readBounce(text, config.communicationDomain) ?? []);
  if (bounces.length === 0) return 0;
  return await withOperatorPool(config, async (pool) => {
    let code = 0;
    for (const bounce of bounces) {
      const taken = await inTransaction(pool, { kind: "all" }, (tx) => recordBounce(tx, bounce, new Date()));
      if (taken === "later") code = TRY_AGAIN;
      say(`${bounce.messageKey}: ${taken === "later" ? "being sent, try again" : `${taken} marked`}`);
    }
    return code;
  });
}
