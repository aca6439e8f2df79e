// What a piece of work in one database session costs: processor here and there, and memory.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Tx } from "../src/db/scope.ts";

const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 10;

export interface Measure {
  readonly seconds: number;
  readonly here: number;
  readonly database: number;
  /** More than before it. */
  readonly megabytes: number;
}

/** Seconds of a process of this machine. */
export const processorOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};
/** Seconds of a process, of those that it has started, and of those of them that have ended. */
export const processorOfFamily = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  return children.reduce((sum, child) => {
    // It may end between the two looks.
    return existsSync(`/proc/${child}/stat`) ? sum + processorOf(Number(child)) : sum;
  }, processorOf(pid) + ended);
};
const processorHere = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const resident = (): number => process.memoryUsage.rss() / 2 ** 20;

/** Prints and returns what `work` costs; it tells its session first. */
export async function measured<T>(
  name: string,
  base: Measure | undefined,
  work: (session: (tx: Tx) => void) => Promise<T>,
): Promise<{ result: T; measure: Measure }> {
  let pid = 0;
  let [before, most] = [0, 0];
  globalThis.gc?.();
  await wait(50);
  const started = performance.now();
  const [here, memory] = [processorHere(), resident()];
  const sampling = setInterval(() => {
    most = Math.max(most, resident());
  }, SAMPLE_MS);
  const result = await work((tx) => {
    pid = (tx.client as unknown as { processID: number }).processID;
    before = processorOf(pid);
  });
  clearInterval(sampling);
  const measure = {
    seconds: (performance.now() - started) / 1000,
    here: processorHere() - here,
    database: processorOf(pid) - before,
    megabytes: Math.max(most, resident()) - memory,
  };
  const { seconds, megabytes } = measure;
  const processor = measure.here + measure.database;
  const ratio = base ? `, ratio ${(processor / (base.here + base.database)).toFixed(2)}` : "";
  console.log(
    `${name.padEnd(34)} ${processor.toFixed(2)} s of processor (here ${measure.here.toFixed(2)}, database ${measure.database.toFixed(2)}; ${seconds.toFixed(2)} s by the clock), +${megabytes.toFixed(0)} MB${ratio}`,
  );
  return { result, measure };
}
