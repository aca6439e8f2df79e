import { describe, expect, it } from "vitest";
import { aRemote } from "@bobine/contract/testing/registry";
import { describeFailure, supportCode } from "./failures.ts";

describe("the support code", () => {
  it("is of the remote and of chance, in letters that cannot be misread", () => {
    const code = supportCode("mfe-finance", Uint8Array.from([0, 1, 26, 27, 255, 128, 7, 9]));
    expect(code).toMatch(/^FIN-[2-9B-DF-HJKMNP-TV-XZ]{4}-[2-9B-DF-HJKMNP-TV-XZ]{4}$/);
    expect(supportCode("mfe-finance", new Uint8Array(8))).not.toBe(code);
  });
});

it("the report tells the build, its owner, the code and every cause", () => {
  const error = new Error("page code failed to load", { cause: new TypeError("x is undefined") });
  const moment = { random: new Uint8Array(8), now: new Date("2026-11-21T10:00:00Z"), path: "/invoices" };
  expect(describeFailure(aRemote(), { kind: "execution" }, error, moment)).toEqual({
    kind: "execution",
    remote: "mfe-finance",
    build: "0123456789ab",
    version: "0.1.0",
    owner: "Équipe Finance",
    deployedAt: "2026-11-18T08:30:00.000Z",
    supportCode: "FIN-2222-2222",
    path: "/invoices",
    at: "2026-11-21T10:00:00.000Z",
    detail: "Error: page code failed to load ← TypeError: x is undefined",
  });
});
