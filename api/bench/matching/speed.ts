// Time and memory of the engine alone, at the largest scale that is promised (LET-17): 100,000 open invoices.
import { addDays } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { planLettering } from "../../src/domain/matching/engine.ts";
import { buildOpenSet } from "../../src/domain/matching/open-set.ts";
import type { Axes } from "./axes.ts";
import { clientOf, invoiceOf } from "./protocol.ts";
import { makeWorld } from "./world.ts";

/** Milliseconds that this thread has computed: other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export interface Speed {
  readonly open: number;
  readonly lines: number;
  /** Milliseconds of one core. */
  readonly indexing: number;
  readonly whole: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Bytes over what the world itself takes. */
  readonly heap: number;
}

/** @param weeks invoiced and still open: the fewer were paid, the more are open */
export function measureSpeed(seed: number, axes: Axes, lines: number): Speed {
  const world = makeWorld(seed, axes);
  const day = addDays(world.to, 6);
  const invoices = world.trade.bills.map((bill) => invoiceOf(bill, bill.total - bill.credited));
  const clients = world.trade.cinemas.map(clientOf);
  const transactions = world.rows.slice(0, lines).map((row) => ({
    id: row.id,
    label: row.label,
    amount: cents(row.amount),
    transaction_date: row.date,
    currency_code: "EUR",
  }));
  const options = { today: day, paused: false, reverted_pairs: [], recent_lettered: [] };
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const begun = cpu();
  const openSet = buildOpenSet(invoices, clients, []);
  const indexed = cpu();
  planLettering(openSet, transactions, options);
  const done = cpu();
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed - before;
  const alone = transactions
    .filter((_, at) => at % 4 === 0)
    .map((transaction) => {
      // The clock of the thread is too coarse for one line: the best of three leaves other work out.
      const times = [1, 2, 3].map(() => {
        const from = performance.now();
        planLettering(openSet, [transaction], options);
        return performance.now() - from;
      });
      return Math.min(...times);
    })
    .sort((a, b) => a - b);
  const at = (share: number): number =>
    alone[Math.min(alone.length - 1, Math.floor(share * alone.length))] ?? Number.NaN;
  return {
    open: openSet.invoices.length,
    lines: transactions.length,
    indexing: indexed - begun,
    whole: done - indexed,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    heap,
  };
}
