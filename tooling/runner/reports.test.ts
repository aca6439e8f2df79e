import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest, endOfStep, failedInPlaywright, failedInVitest } from "./reports.mjs";

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

  const end = (code: number, output = "") => ({ code, output });
  const report = (passed: number, failed: number, ...names: string[]) => ({
    count: { passed, failed },
    failures: names.map((name) => ({ name, message: "" })),
  });

  it.each([
    ["a green step", report(5, 0), end(0), { passed: 5, failed: 0 }, []],
    ["failed tests", report(5, 2, "a", "b"), end(1), { passed: 5, failed: 2 }, ["a: ", "b: "]],
    [
      "a step that fails after its tests have passed",
      report(5, 0),
      end(1),
      { passed: 5, failed: 1 },
      ["Journeys: ended with code 1"],
    ],
    [
      "a step that runs no test",
      report(0, 0),
      end(0),
      { passed: 0, failed: 1 },
      ["Journeys: ended with code 0"],
    ],
    [
      "a step that was stopped before its report",
      null,
      end(143, "\nstopped after 1800 s: vitest"),
      { passed: 0, failed: 1 },
      ["Journeys: stopped after 1800 s: vitest, without a report"],
    ],
    [
      "a step that says it is fine and leaves no report",
      null,
      end(0),
      { passed: 0, failed: 1 },
      ["Journeys: ended with code 0, without a report"],
    ],
  ])("of %s names what failed", (_title, read, how, count, names) => {
    const { failures, ...counted } = endOfStep("Journeys", read, how);
    expect(counted).toEqual(count);
    expect(failures.map(({ name, message }) => `${name}: ${message}`)).toEqual(names);
  });
});

it("names of a step that was stopped what had begun and not ended", () => {
  const stopped = { code: 143, output: "stopped after 1800 s" };
  const { failures } = endOfStep("Integration", null, stopped, "a.test.ts › waits, since noon");
  expect(failures.map(({ message }) => message)).toEqual([
    "stopped after 1800 s, without a report\nnot ended:\na.test.ts › waits, since noon",
  ]);
});

describe("what failed, named once more at the end", () => {
  it("is vitest's test with its file and what it said, and a file that did not load", () => {
    const report = {
      testResults: [
        { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
        {
          name: "b.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "money is exact", failureMessages: [] },
            {
              status: "failed",
              fullName: "money is in cents",
              failureMessages: ["\u001b[31mexpected 2\u001b[39m"],
            },
          ],
        },
        { name: "c.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      ],
    };
    expect(failedInVitest(report)).toEqual([
      { name: "b.test.ts › money is in cents", message: "expected 2" },
      { name: "c.test.ts", message: "no such module" },
    ]);
  });

  it("is a journey at any depth of Playwright's suites, and an error outside them", () => {
    const journey = (title: string, ok: boolean, message?: string) => ({
      file: "bank.e2e.ts",
      title,
      ok,
      tests: [{ results: [{ error: message === undefined ? undefined : { message } }] }],
    });
    const report = {
      suites: [
        { specs: [journey("reads", true)], suites: [{ specs: [journey("writes", false, "15 s are over")] }] },
      ],
      errors: [{ message: "no server" }],
    };
    expect(failedInPlaywright(report)).toEqual([
      { name: "bank.e2e.ts › writes", message: "15 s are over" },
      { name: "outside the tests", message: "no server" },
    ]);
  });
});
