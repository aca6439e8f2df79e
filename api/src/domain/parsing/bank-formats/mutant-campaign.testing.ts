// The campaign of mutations: processes on all cores read mutants block by block. What was read is kept, so that a campaign that was
// stopped goes on where it was; one of other code, or of other originals, begins anew.
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const BLOCK = 500;
/**
 * A block takes seconds of the processor. On a machine with thirty processes for two cores some waited for minutes; a file that is slow
 * is told by its own process, which counts only what it used itself.
 */
const HANGS_AFTER_MS = 3_600_000;
const TOLD_EVERY_MS = 15_000;
const PARSING = fileURLToPath(new URL("../", import.meta.url));
const KEPT = fileURLToPath(new URL("../../../../../.cache/campaigns/bank-files.json", import.meta.url));

/** What a process is asked for. */
export interface MutantRange {
  readonly from: number;
  readonly count: number;
}
/** What it answers. */
export interface MutantsRead {
  readonly from: number;
  readonly faults: readonly string[];
  /** Bytes that it holds. */
  readonly resident: number;
}

interface Kept {
  /** Of the code and the originals. */
  readonly of: string;
  /** The first mutants of blocks that were read. */
  readonly blocks: number[];
  readonly faults: string[];
  /** The most that a process held, bytes. */
  mostResident: number;
}

export type CampaignResult = Pick<Kept, "faults" | "mostResident">;

/** Reads so many mutants from a number on. */
export async function runMutants(
  from: number,
  count: number,
  tell: (line: string) => void,
): Promise<CampaignResult> {
  const kept = keptFor(digestOfParsing());
  const done = new Set(kept.blocks);
  const all = Array.from({ length: Math.ceil(count / BLOCK) }, (_, index) => from + index * BLOCK);
  const left = all.filter((first) => !done.has(first));
  const before = all.length - left.length;
  if (before > 0) tell(`${before * BLOCK} of ${count} mutants were read before: going on`);
  const started = performance.now();
  let read = 0;
  const timer = setInterval(() => {
    const perSecond = (read * BLOCK * 1000) / (performance.now() - started);
    const minutes = ((all.length - before - read) * BLOCK) / perSecond / 60;
    tell(
      `${(before + read) * BLOCK} of ${count} mutants, ${kept.faults.length} faults, ${perSecond.toFixed(0)} a second, ${minutes.toFixed(0)} minutes left`,
    );
    keep(kept);
  }, TOLD_EVERY_MS);
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let first = left.shift(); first !== undefined; first = left.shift()) {
      child = child?.connected ? child : await startedProcess();
      const answer = await blockBy(child, first);
      read += 1;
      kept.blocks.push(first);
      if (typeof answer === "string") {
        kept.faults.push(`mutants ${first} to ${first + BLOCK - 1}: ${answer}`);
        child.kill("SIGKILL");
        child = undefined;
      } else {
        kept.faults.push(...answer.faults);
        kept.mostResident = Math.max(kept.mostResident, answer.resident);
      }
    }
    child?.disconnect();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  clearInterval(timer);
  keep(kept);
  const { faults, mostResident } = kept;
  tell(
    `${all.length * BLOCK} mutants from ${from} on: ${faults.length} faults, ${(mostResident / 1e6).toFixed(0)} MB at most in a process, ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
  );
  return { faults, mostResident };
}

async function startedProcess(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("./mutant-process.testing.ts", import.meta.url)), {
    execArgv: [],
  });
  await once(child, "message");
  return child;
}

/** @returns why there is no answer: the process ended, or hangs */
async function blockBy(child: ChildProcess, from: number): Promise<MutantsRead | string> {
  const stop = new AbortController();
  const { signal } = stop;
  const asked: MutantRange = { from, count: BLOCK };
  child.send(asked);
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([read]) => read as MutantsRead),
      once(child, "exit", { signal }).then(([code, ended]) => `the process ended with ${code ?? ended}`),
      wait(HANGS_AFTER_MS, `no answer within ${HANGS_AFTER_MS / 1000} s`, { signal }),
    ]);
  } finally {
    stop.abort();
  }
}

/** What decides how a mutant is read. */
function digestOfParsing(): string {
  const digest = createHash("sha256");
  const isRead = (path: string): boolean =>
    path.startsWith("fixtures/") ||
    /\bmutant[\w-]*\.testing\.ts$/.test(path) ||
    /(?<!\.test|\.testing)\.ts$/.test(path);
  for (const path of readdirSync(PARSING, { recursive: true, encoding: "utf8" }).filter(isRead).toSorted()) {
    if (/\.\w+$/.test(path)) digest.update(path).update(readFileSync(PARSING + path));
  }
  return digest.digest("hex");
}

function keptFor(of: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Kept;
    if (kept.of === of) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return { of, blocks: [], faults: [], mostResident: 0 };
}

function keep(kept: Kept): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept));
}
