import { describe, expect, it } from "vitest";
import { countPlaywright, countStep, countVitest } from "./reports.mjs";

const file = (status: string, tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

describe("the count of a test run", () => {
  it("adds to vitest's failed tests the files that did not load", () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        file("passed", ["passed", "passed"]),
        file("failed", ["passed", "failed"]),
        file("failed", []),
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
  });

  it("takes a journey that passed at its second attempt as passed", () => {
    const report = { stats: { expected: 2, flaky: 1, unexpected: 1, skipped: 1 }, errors: [] };
    expect(countPlaywright(report)).toEqual({ passed: 3, failed: 1 });
  });

  it("counts an error outside Playwright's tests", () => {
    const report = {
      stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0 },
      errors: [{ message: "no server" }],
    };
    expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
  });

  it.each([
    ["a green step", { passed: 5, failed: 0 }, 0, { passed: 5, failed: 0 }],
    ["failed tests", { passed: 5, failed: 2 }, 1, { passed: 5, failed: 2 }],
    ["a step that fails after its tests have passed", { passed: 5, failed: 0 }, 1, { passed: 5, failed: 1 }],
    ["a step that runs no test", { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
    ["a step without a report", null, 1, { passed: 0, failed: 1 }],
    ["a step that says it is fine and leaves no report", null, 0, { passed: 0, failed: 1 }],
  ])("%s", (_title, count, code, expected) => {
    expect(countStep(count, code)).toEqual(expected);
  });
});
