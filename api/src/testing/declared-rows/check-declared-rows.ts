// Run beside each file of integration tests where `BOBINE_DECLARED_ROWS` is set: what a query says of its rows is what PostgreSQL answers.
import { afterAll, beforeAll, inject } from "vitest";
import { complaintsOf } from "./compare-rows.ts";
import { observeRows } from "./observe-rows.ts";

/** One for each place: the first of many rows says it. */
const complaints = new Map<string, string>();
let stop: () => void = () => undefined;

beforeAll(() => {
  const declared = inject("declaredRows");
  if (declared === null) return;
  stop = observeRows((answer) => {
    const [complaint] = complaintsOf(declared, answer);
    if (complaint !== undefined) complaints.set(answer.place, complaint);
  });
});

afterAll(() => {
  stop();
  if (complaints.size > 0)
    throw new Error(`Rows are not what their query says:\n${[...complaints.values()].join("\n")}`);
});
