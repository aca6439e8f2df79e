import { operatedJobSchema } from "../calls/operations.contract.ts";
import { builderOf } from "./builder.testing.ts";

/** One that has failed for good. */
export const aJob = builderOf(operatedJobSchema, {
  id: "6b1f0c9e-0000-4000-8000-000000000001",
  name: "send-mails",
  state: "failed",
  distributor: { id: 1, name: "Lumen Films" },
  created_at: "2026-11-21T08:00:00.000Z",
  started_at: "2026-11-21T08:00:01.000Z",
  ended_at: "2026-11-21T08:17:00.000Z",
  tries: 9,
  max_tries: 9,
  failure: "connect ECONNREFUSED 10.0.0.4:25",
});
