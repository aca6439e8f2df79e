// The lettering engine on made-up bank lines with a known truth: time, and what it got right, beside a naive rule that
// letters every credit whose amount is that of exactly one open invoice.
// Usage: npm run bench matching-engine [-- <open invoices> <transactions> <seed>]
import { civilDate } from "@bobine/contract/civil-date";
import { planLettering } from "../src/domain/matching/engine.ts";
import type { PlanEntry } from "../src/domain/matching/lettering-types.ts";
import { buildOpenSet } from "../src/domain/matching/open-set.ts";
import { type MatchingWorld, matchingWorld } from "./matching-world.ts";

const [invoiceCount = 100_000, transactionCount = 20_000, seed = 20_261_118] = process.argv
  .slice(2)
  .map(Number);
const SINGLES = 2_000;
const OPTIONS = { today: civilDate("2026-12-31"), paused: false, reverted_pairs: [], recent_lettered: [] };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

function timed<T>(work: () => T): { value: T; ms: number; cpu: number } {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const value = work();
  const used = process.cpuUsage(cpu);
  return { value, ms: performance.now() - started, cpu: (used.user + used.system) / 1000 };
}

const world = matchingWorld(seed, { invoices: invoiceCount, transactions: transactionCount });
console.log(
  `${invoiceCount} open invoices, ${world.clients.length} cinemas, ${transactionCount} transactions, seed ${seed}`,
);

const built = timed(() => buildOpenSet(world.invoices, world.clients, []));
const planned = timed(() => planLettering(built.value, world.transactions, OPTIONS));
console.log(`indexes built:  ${seconds(built.ms)} (CPU ${seconds(built.cpu)})`);
console.log(`batch planned:  ${seconds(planned.ms)} (CPU ${seconds(planned.cpu)})`);
console.log(`both, CPU:      ${seconds(built.cpu + planned.cpu)} (aim: 20 s)`);

const alone = world.transactions
  .slice(0, SINGLES)
  .map((transaction) => timed(() => planLettering(built.value, [transaction], OPTIONS)).ms);
alone.sort((a, b) => a - b);
const quantile = (share: number): string =>
  `${(alone[Math.min(alone.length - 1, Math.floor(alone.length * share))] ?? 0).toFixed(2)} ms`;
console.log(
  `one by one, ${alone.length} plans of one line: p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, max ${quantile(1)} (aim: p99 50 ms)`,
);
console.log(`memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident`);

const naive = timed(() => naiveRule(world));
console.log(
  `naive rule:     ${seconds(naive.ms)}, ratio engine / naive ${((built.ms + planned.ms) / naive.ms).toFixed(0)}\n`,
);

report("engine", (index) => planned.value.entries[index]);
report("naive: the only open invoice of that amount", (index) => naive.value[index]);

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
