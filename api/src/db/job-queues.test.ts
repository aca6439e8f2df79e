import { jobLabel } from "@bobine/contract/job-labels";
import { expect, test } from "vitest";
import { JOB_NAMES } from "./job-queues.ts";

test.each(JOB_NAMES)("the job %s has a French name for the operators", (name) => {
  expect(jobLabel(name)).not.toBe(name);
});
