import { remoteFailureSchema, reportRemoteFailure } from "@bobine/contract/operations";
import { answers, isUnreachable, stubNetwork } from "@bobine/shared-auth/testing";
import { expect, it } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { describeFailure } from "./failures.ts";
import { sendFailure } from "./send-failure.ts";

const network = stubNetwork();
const failure = describeFailure(
  aRemote({ owner: "x".repeat(300) }),
  { kind: "network", url: "http://localhost/remotes/mfe-finance/a.js?token=1" },
  new TypeError("Failed to fetch"),
  { random: new Uint8Array(8), now: new Date("2026-11-21T10:00:00Z"), path: "/invoices" },
);

it("a failed remote is told to the server as the contract takes it, with no query", async () => {
  let told: unknown;
  network.stub(
    answers(reportRemoteFailure, ({ body }) => {
      told = body;
      return undefined;
    }),
  );
  await sendFailure(failure, aRegistry());
  expect(remoteFailureSchema.parse(told)).toMatchObject({
    remote: "mfe-finance",
    kind: "network",
    supportCode: "FIN-2222-2222",
    url: "http://localhost/remotes/mfe-finance/a.js",
    owner: "x".repeat(200),
  });
});

it("a failure that cannot be told changes nothing more", async () => {
  network.stub(isUnreachable(reportRemoteFailure));
  await expect(sendFailure(failure, aRegistry())).resolves.toBeUndefined();
});
