// The lettering engine on made-up bank lines with a known truth: time and memory (LET-17), and what it got right, beside a naive rule
// that letters every credit whose amount is that of exactly one open invoice. Times are those of the thread's processor, beside those of
// a bare pass that only looks up each word and each amount.
// Usage: npm run bench matching-engine [-- <open invoices> <transactions> <seed>]
import { availableParallelism } from "node:os";
import { civilDate } from "@bobine/contract/civil-date";
import { planLettering } from "../src/domain/matching/engine.ts";
import type { PlanEntry } from "../src/domain/matching/lettering-types.ts";
import { buildOpenSet } from "../src/domain/matching/open-set.ts";
import { type LetteringInput, PLANNING_HEAP, planInBackground } from "../src/workers/plan-lettering.ts";
import { verdict } from "./figures.ts";
import { type MatchingWorld, matchingWorld } from "./matching-world.ts";

const [invoiceCount = 100_000, transactionCount = 20_000, seed = 20_261_118] = process.argv
  .slice(2)
  .map(Number);
const SINGLES = 2_000;
const MOST_SECONDS = 15;
const MOST_MS_OF_A_LINE = 30;
/** Share of them that statements side by side keep busy: a plan is read and handed back by one thread alone. */
const ALL_CORES = 0.9;
const OPTIONS = { today: civilDate("2026-12-31"), paused: false, reverted_pairs: [], recent_lettered: [] };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

interface Timed<T> {
  readonly value: T;
  readonly ms: number;
  /** Milliseconds of this thread's processor: other work on the machine does not count. */
  readonly cpu: number;
  /** Of all threads of the process, which compile and tidy up beside it. */
  readonly all: number;
}

function timed<T>(work: () => T): Timed<T> {
  const [own, all, started] = [process.threadCpuUsage(), process.cpuUsage(), performance.now()];
  const value = work();
  const ms = performance.now() - started;
  const [usedOwn, usedAll] = [process.threadCpuUsage(own), process.cpuUsage(all)];
  return {
    value,
    ms,
    cpu: (usedOwn.user + usedOwn.system) / 1000,
    all: (usedAll.user + usedAll.system) / 1000,
  };
}

/** The named base: what any way to letter does at least. */
function barePass({ invoices, clients, transactions }: MatchingWorld): number {
  const known = new Map<string | number, number>();
  const learn = (key: string | number): void => void known.set(key, (known.get(key) ?? 0) + 1);
  const words = (text: string): string[] => text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  for (const invoice of invoices) [invoice.invoice_number, invoice.outstanding].forEach(learn);
  for (const client of clients) words(`${client.name} ${client.legal_name} ${client.city}`).forEach(learn);
  let found = 0;
  for (const { label, amount } of transactions)
    for (const key of [...words(label), amount]) found += known.get(key) ?? 0;
  return found;
}

const world = matchingWorld(seed, { invoices: invoiceCount, transactions: transactionCount });
console.log(
  `${invoiceCount} open invoices, ${world.clients.length} cinemas, ${transactionCount} transactions, seed ${seed}`,
);

const bare = timed(() => barePass(world));
const built = timed(() => buildOpenSet(world.invoices, world.clients, []));
const planned = timed(() => planLettering(built.value, world.transactions, OPTIONS));
const core = built.cpu + planned.cpu;
console.log(`bare pass:     ${seconds(bare.cpu)} of the thread's processor`);
console.log(`indexes built: ${seconds(built.cpu)}, of all threads ${seconds(built.all)}`);
console.log(`batch planned: ${seconds(planned.cpu)}, of all threads ${seconds(planned.all)}`);
console.log(
  `both:          ${seconds(core)}, of all threads ${seconds(built.all + planned.all)}, ratio to the bare pass ${(core / bare.cpu).toFixed(0)}; ${MOST_SECONDS} s of one core at most: ${verdict(core <= MOST_SECONDS * 1000)}`,
);

const alone = world.transactions
  .slice(0, SINGLES)
  .map((transaction) => timed(() => planLettering(built.value, [transaction], OPTIONS)).ms);
alone.sort((a, b) => a - b);
const quantile = (share: number): number =>
  alone[Math.min(alone.length - 1, Math.floor(alone.length * share))] ?? Number.NaN;
console.log(
  `one by one, ${alone.length} plans of one line: p50 ${quantile(0.5).toFixed(2)} ms, p99 ${quantile(0.99).toFixed(2)} ms, max ${quantile(1).toFixed(2)} ms; p99 ${MOST_MS_OF_A_LINE} ms at most: ${verdict(quantile(0.99) <= MOST_MS_OF_A_LINE)}`,
);

const naive = timed(() => naiveRule(world));
report("engine", (index) => planned.value.entries[index]);
report("naive: the only open invoice of that amount", (index) => naive.value[index]);
await inThreads();

/**
 * As the product plans long statements: in threads, of whose heap half has to do. As many distributors' as there are cores at once take
 * all cores, whatever each core then gives.
 */
async function inThreads(): Promise<void> {
  const input: LetteringInput = { ...world, aliases: [], options: OPTIONS };
  const half = Math.round(PLANNING_HEAP.maxOldGenerationSizeMb / 2);
  const heap = { ...PLANNING_HEAP, maxOldGenerationSizeMb: half };
  const cores = availableParallelism();
  const statements = Array.from({ length: cores }, () => input);
  const first = await watched(async () => {
    for (const one of statements) await planInBackground(one, undefined, heap);
  });
  const beside = await watched(async () => {
    await Promise.all(statements.map((one) => planInBackground(one, undefined, heap)));
  });
  console.log(`in threads of ${half} MB of heap, half of what each may take: ${verdict(true)}`);
  console.log(
    `${cores} statements: one after the other ${seconds(first.ms)} on ${first.busy.toFixed(2)} cores, side by side ${seconds(beside.ms)} on ${beside.busy.toFixed(2)} (ratio ${(beside.ms / first.ms).toFixed(2)}); ${100 * ALL_CORES} % of all at least: ${verdict(beside.busy >= ALL_CORES * cores)}`,
  );
}

/** How long it took, and how many cores it kept busy. */
async function watched(work: () => Promise<void>): Promise<{ ms: number; busy: number }> {
  const [all, started] = [process.cpuUsage(), performance.now()];
  await work();
  const [used, ms] = [process.cpuUsage(all), performance.now() - started];
  return { ms, busy: (used.user + used.system) / 1000 / ms };
}

function naiveRule({
  invoices,
  transactions,
}: MatchingWorld): Pick<PlanEntry, "outcome" | "invoice_ids" | "candidates">[] {
  const byAmount = Map.groupBy(invoices, (invoice) => invoice.outstanding as number);
  return transactions.map((transaction) => {
    const same = byAmount.get(transaction.amount) ?? [];
    return {
      outcome: same.length === 1 ? "automatic" : "ask",
      invoice_ids: same.length === 1 ? same.map((invoice) => invoice.id) : [],
      candidates: [],
    };
  });
}

function report(
  title: string,
  entryOf: (index: number) => Pick<PlanEntry, "outcome" | "invoice_ids" | "candidates"> | undefined,
): void {
  const rows = new Map<string, { all: number; auto: number; wrong: number; asked: number; hits: number[] }>();
  world.truths.forEach((truth, index) => {
    const entry = entryOf(index);
    if (!entry) return;
    for (const kind of [truth.kind, "all"]) {
      const row = rows.get(kind) ?? { all: 0, auto: 0, wrong: 0, asked: 0, hits: [0, 0, 0] };
      rows.set(kind, row);
      row.all++;
      if (entry.outcome === "automatic") {
        row.auto++;
        if (!truth.settles || !sameSet(entry.invoice_ids, truth.invoice_ids)) row.wrong++;
      } else if (truth.invoice_ids.length > 0) {
        row.asked++;
        [1, 3, 5].forEach((depth, at) => {
          if (entry.candidates.slice(0, depth).some((one) => sameSet(one.invoice_ids, truth.invoice_ids)))
            row.hits[at] = (row.hits[at] ?? 0) + 1;
        });
      }
    }
  });
  console.log(title);
  console.table(
    Object.fromEntries(
      [...rows].map(([kind, row]) => [
        kind,
        {
          lines: row.all,
          automatic: row.auto,
          wrong: row.wrong,
          precision: percent(row.auto - row.wrong, row.auto),
          recall: percent(row.auto - row.wrong, row.all),
          "asked: 1st": percent(row.hits[0] ?? 0, row.asked),
          "in 3": percent(row.hits[1] ?? 0, row.asked),
          "in 5": percent(row.hits[2] ?? 0, row.asked),
        },
      ]),
    ),
  );
}
