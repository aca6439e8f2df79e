// A long statement of each format read to lines as an import reads it, beside a bare parser that makes records of texts of the same bytes,
// each in a process of its own, in turns. Prints the least time of the processor of both, their ratio and the peak memory of the reading.
// Usage: npm run bench bank-formats [-- <lines> <rounds>]; BANK-1 limits a statement that somebody sends to 50,000 lines.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBankStatement } from "../src/domain/parsing/bank-statement.ts";
import { READING_HEAP } from "../src/workers/read-in-thread.ts";
import { type Format, FORMATS, writeStatement } from "./bank-files.ts";
import { readBare } from "./bare-readers.ts";
import { verdict } from "./figures.ts";

const LEAST_RATIO = 0.6;
const TOP_MEMORY = 300 * 1024 * 1024;
/** Rows that are no operations, and a sum that is told. */
const SPARE = 10;
/** That of a thread for a statement: it says how often what dies young is collected, on both sides. */
const NURSERY = [`--max-semi-space-size=${READING_HEAP.maxYoungGenerationSizeMb / 3}`];
/** The records of a bare parser may take more; those of CFONB 120 do. */
const HEAP = [...NURSERY, `--max-old-space-size=${READING_HEAP.maxOldGenerationSizeMb}`];

interface Measurement {
  readonly milliseconds: number;
  /** Bytes. */
  readonly memory: number;
}

async function measure(way: string, format: Format, path: string, lines: number): Promise<Measurement> {
  const before = process.cpuUsage();
  if (way === "bare") await readBare(path, format);
  else {
    const read = await readBankStatement(readFileSync(path), [], lines + SPARE);
    if (read.lines.length !== lines) throw new Error(`${read.lines.length} lines were read`);
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, memory: process.resourceUsage().maxRSS * 1024 };
}

async function measured(...args: readonly string[]): Promise<Measurement> {
  const child = fork(import.meta.filename, args, {
    execArgv: [...process.execArgv, ...(args[0] === "read" ? HEAP : NURSERY)],
  });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the measurement ended with ${code}`);
  });
  const [measurement] = (await Promise.race([once(child, "message"), failed])) as [Measurement];
  await failed.catch(() => undefined);
  return measurement;
}

interface Compared {
  readonly bare: number;
  readonly read: number;
  readonly memory: number;
}

/** The least of each: what else runs on the machine only adds to it. */
async function compareFormat(
  format: Format,
  path: string,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<Compared> {
  const times = { bare: [] as number[], read: [] as number[], memory: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push((await measured("bare", format, path, String(lines))).milliseconds);
    const read = await measured("read", format, path, String(lines));
    times.read.push(read.milliseconds);
    times.memory.push(read.memory);
  }
  return { bare: Math.min(...times.bare), read: Math.min(...times.read), memory: Math.max(...times.memory) };
}

async function compare(lines: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bank-formats-"));
  try {
    console.log(`${lines} lines of each format`);
    for (const format of FORMATS) {
      const path = join(folder, format);
      writeStatement(path, format, lines);
      const { bare, read, memory } = await compareFormat(format, path, { lines, rounds });
      const ratio = bare / read;
      console.log(
        `${format.padEnd(9)} ${(statSync(path).size / 1e6).toFixed(1)} MB: bare ${bare.toFixed(0)} ms, read ${read.toFixed(0)} ms; ${(ratio * 100).toFixed(0)} % of the bare speed (${verdict(ratio >= LEAST_RATIO)}); ${(memory / 1e6).toFixed(0)} MB at most (${verdict(memory <= TOP_MEMORY)})`,
      );
      rmSync(path);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [first = "200000", format, path = "", lines = "0"] = process.argv.slice(2);
if (process.send && format !== undefined)
  process.send(await measure(first, format as Format, path, Number(lines)), () => process.disconnect());
else await compare(Number(first), Number(format ?? "3"));
