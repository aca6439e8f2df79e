// What the engine and the plain rules did with each line, beside what was certain of it.
import { isRight } from "../score.ts";
import type { Scored, Run } from "../protocol.ts";
import type { Statements } from "../world.ts";
import { type Desk, type DeskCompany, deskOf } from "./desk.ts";
import { namesOf, PLAIN_RULES, type PlainRuleName } from "./plain-rules.ts";
import { type Evidence, read } from "./reader.ts";

export interface Verdict {
  readonly judged: Scored;
  readonly world: string;
  readonly run: Run;
  readonly isAutomatic: boolean;
  readonly isRight: boolean;
  /** What whoever reads by eye takes it by, right or wrong; null when it says too little. */
  readonly readAs: Evidence | null;
  /** How it is certain; null when it is not, or when whoever reads by eye would be wrong. */
  readonly certain: Evidence | null;
  readonly isMisread: boolean;
  /** Of each plain rule: null when it letters nothing. */
  readonly plain: Readonly<Record<PlainRuleName, boolean | null>>;
}

export function verdictsOf(world: string, statements: Statements, run: Run): Verdict[] {
  const companies: DeskCompany[] = statements.trade.companies.map(({ id, name, cinemas }) => ({
    id,
    name,
    sites: cinemas.map((cinema) => `${cinema.name} ${cinema.town}`),
  }));
  const names = namesOf(companies);
  const desks = new Map<Scored["open"], Desk>();
  return run.judged.map((judged) => {
    const { row, open, entry } = judged;
    const desk =
      desks.get(open) ??
      deskOf(
        open.map((invoice) => ({
          id: invoice.id,
          number: invoice.invoice_number,
          company: run.bills.get(invoice.id)?.cinema.company.id ?? "",
          due: invoice.outstanding,
          week: invoice.week_number ?? 0,
        })),
        companies,
      );
    desks.set(open, desk);
    const truth = new Map(row.truth.map(({ bill, cents }) => [bill.id, cents]));
    const isTruth = (ids: readonly string[]): boolean =>
      ids.length === truth.size &&
      ids.every((id) => truth.has(id)) &&
      sumOf([...truth.values()]) === row.amount;
    const seen = read(row, desk);
    const isTrue = seen !== null && isTruth(seen.invoices);
    const plain = Object.fromEntries(
      Object.entries(PLAIN_RULES).map(([name, rule]) => {
        const invoice = rule(row, desk, names);
        return [name, invoice && isTruth([invoice.id])];
      }),
    ) as Record<PlainRuleName, boolean | null>;
    return {
      judged,
      world,
      run,
      isAutomatic: entry.outcome === "automatic",
      isRight: entry.outcome === "automatic" && isRight(judged),
      readAs: seen?.evidence ?? null,
      certain: isTrue ? seen.evidence : null,
      isMisread: seen !== null && !isTrue,
      plain,
    };
  });
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
