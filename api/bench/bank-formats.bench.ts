// A long statement of each format read as an import reads it, beside a bare pass of its tokenizer over the same file, each in a process
// of its own. Prints the processor's time of both, their ratio and the peak memory of the reading.
// Usage: npm run bench bank-formats [-- <lines>]; BANK-1 limits a statement to 50,000 lines.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStatementAt } from "../src/workers/read-bank-statement.ts";
import { bareTokens, type Format, FORMATS, writeStatement } from "./bank-files.ts";
import { verdict } from "./figures.ts";

const LEAST_RATIO = 0.6;
const TOP_MEMORY = 300 * 1024 * 1024;

interface Measurement {
  readonly milliseconds: number;
  /** Bytes. */
  readonly memory: number;
}

async function measure(way: string, format: Format, path: string, lines: number): Promise<Measurement> {
  const before = process.cpuUsage();
  if (way === "bare") await bareTokens(path, format);
  else {
    const answer = await readStatementAt({ path, known: [] });
    if (!("reading" in answer)) throw new Error(answer.unreadable);
    if (answer.reading.lines.length !== lines)
      throw new Error(`${answer.reading.lines.length} lines were read`);
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, memory: process.resourceUsage().maxRSS * 1024 };
}

async function measured(...args: readonly string[]): Promise<Measurement> {
  const child = fork(import.meta.filename, args);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the measurement ended with ${code}`);
  });
  const [measurement] = (await Promise.race([once(child, "message"), failed])) as [Measurement];
  await failed.catch(() => undefined);
  return measurement;
}

async function compare(lines: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bank-formats-"));
  try {
    console.log(`${lines} lines of each format`);
    for (const format of FORMATS) {
      const path = join(folder, format);
      writeStatement(path, format, lines);
      const bare = await measured("bare", format, path, String(lines));
      const read = await measured("read", format, path, String(lines));
      const ratio = bare.milliseconds / read.milliseconds;
      console.log(
        `${format.padEnd(9)} ${(statSync(path).size / 1e6).toFixed(1)} MB: bare ${bare.milliseconds.toFixed(0)} ms, read ${read.milliseconds.toFixed(0)} ms; ${(ratio * 100).toFixed(0)} % of the bare speed (${verdict(ratio >= LEAST_RATIO)}); ${(read.memory / 1e6).toFixed(0)} MB at most (${verdict(read.memory <= TOP_MEMORY)})`,
      );
      rmSync(path);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [first = "50000", format, path = "", lines = "0"] = process.argv.slice(2);
if (process.send && format !== undefined)
  process.send(await measure(first, format as Format, path, Number(lines)), () => process.disconnect());
else await compare(Number(first));
