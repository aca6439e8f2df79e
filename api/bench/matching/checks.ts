// Ablations and sanity checks: what the result hangs on, and whether it hangs on the right things.
import { addDays } from "@bobine/contract/civil-date";
import { chanceOf } from "./chance.ts";
import { CLEAR, type Lens, type Run } from "./protocol.ts";
import type { Row, World } from "./world.ts";

/** Each takes one kind of evidence away. */
export const ABLATIONS: Readonly<Record<string, Lens>> = {
  everything: CLEAR,
  "no references": { ...CLEAR, label: (row) => row.label.replaceAll(/\d/g, "") },
  "no payer": {
    ...CLEAR,
    client: (client) => ({
      ...client,
      name: `X${client.cinema_id}`,
      legal_name: null,
      group: null,
      short_name_code: null,
      city: null,
      siren: null,
    }),
  },
  "no dates": {
    ...CLEAR,
    invoice: (invoice, day) => ({
      ...invoice,
      invoice_date: addDays(day, -30),
      due_date: day,
      week_number: null,
      week_year: null,
      film_titles: [],
    }),
  },
};

/** The labels of credits change places: what is right now is right by chance. */
export function shuffledLabels(world: World): Lens {
  const credits = world.rows.filter((row) => row.amount > 0);
  const labels = chanceOf(7).shuffled(credits.map((row) => row.label));
  const labelOf = new Map(credits.map((row, at) => [row.id, labels[at] ?? ""]));
  return { ...CLEAR, label: (row: Row) => labelOf.get(row.id) ?? row.label };
}

/** Other orders of invoices, clients and lines. */
export function otherOrder(): Lens {
  const chance = chanceOf(8);
  return { ...CLEAR, order: (list) => chance.shuffled(list) };
}

/** What a run decided, line by line, without what may differ between equal runs. */
export const decisionsOf = (run: Run): string =>
  run.judged
    .map(
      ({ row, entry }) =>
        `${row.id} ${entry.outcome} ${entry.reason_code} ${entry.candidates.map((one) => one.invoice_ids.join("+")).join(" ")} ${entry.invoice_ids.join("+")}`,
    )
    .join("\n");
