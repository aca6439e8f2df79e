// Lines of a run, one per error, to be read by people.
import type { TrapResult } from "./adversarial.ts";
import { isRight, rankOfTruth } from "./score.ts";
import type { Scored, Run } from "./protocol.ts";

const euros = (cents: number): string => (cents / 100).toFixed(2);

export function describe(judged: Scored, run: Run): string {
  const { row, entry } = judged;
  const bill = (id: string): string => {
    const one = run.bills.get(id);
    return one
      ? `${one.number}=${euros(one.total - one.credited)}(${one.cinema.name}/${one.cinema.company.name}, S${one.week.number})`
      : id;
  };
  return [
    `${row.id} [${row.kind}; ${row.name ?? "-"}; ${row.family}] ${row.date} ${euros(row.amount)} « ${row.label} »`,
    `   truth: ${row.truth.map(({ bill: { id }, cents }) => `${bill(id)}:${euros(cents)}`).join(" + ") || "nothing"}`,
    `   ${entry.outcome} ${entry.gate ?? entry.reason_code ?? ""} ${entry.invoice_ids.map(bill).join(" + ")} ${entry.explanation.join(" · ")}`,
    ...entry.candidates.map(
      (one) =>
        `     ${one.kind} ${euros(one.difference)} ${one.invoice_ids.map(bill).join(" + ")} — ${one.reasons.join(" · ")}`,
    ),
  ].join("\n");
}

export const errorLines = (run: Run): string[] =>
  run.judged
    .filter((one) => one.entry.outcome === "automatic" && !isRight(one))
    .map((one) => describe(one, run));

export const missLines = (run: Run): string[] =>
  run.judged
    .filter((one) => one.row.truth.length > 0 && one.entry.outcome !== "automatic" && rankOfTruth(one) !== 1)
    .map((one) => `@${rankOfTruth(one)} ${describe(one, run)}`);

export const trapLines = (results: readonly TrapResult[]): string[] =>
  results
    .filter((one) => one.isWrong || (one.mayBe && !one.isDone))
    .map(
      ({ pack, label, amount, entry }) =>
        `${pack}: « ${label} » ${euros(amount)} → ${entry.outcome} ${entry.gate ?? entry.reason_code ?? ""} ${entry.invoice_ids.join(" + ")} ${entry.explanation.join(" · ")}`,
    );
