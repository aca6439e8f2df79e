// How many tests passed and failed, from the tools' own JSON reports.

import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number }} Count */

/** Of a failed test's message, the characters that are repeated in the end: what was expected, what came. */
const MESSAGE_LENGTH = 600;

/** What a test that failed is called and what it said, for who sees only the end of an output. @typedef {{ name: string, message: string }} FailedTest */

/** @param {any} report of vitest's JSON reporter @returns {FailedTest[]} */
export function failedInVitest(report) {
  return report.testResults
    .filter((file) => file.status === "failed")
    .flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return [failedTest(file.name, file.message)];
      return failed.map((test) =>
        failedTest(`${file.name} › ${test.fullName}`, test.failureMessages?.join("\n")),
      );
    });
}

/** @param {any} report of Playwright's JSON reporter @returns {FailedTest[]} */
export function failedInPlaywright(report) {
  const inSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(inSuite),
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) =>
        failedTest(
          `${spec.file} › ${spec.title}`,
          spec.tests.flatMap((test) => test.results.map(({ error }) => error?.message ?? "")).join("\n"),
        ),
      ),
  ];
  return [
    ...(report.suites ?? []).flatMap(inSuite),
    ...report.errors.map(({ message }) => failedTest("outside the tests", message)),
  ];
}

/** @returns {FailedTest} */
function failedTest(name, message = "") {
  return { name, message: stripVTControlCharacters(message).slice(0, MESSAGE_LENGTH) };
}

/** @param {any} report of vitest's JSON reporter @returns {Count} */
export function countVitest(report) {
  // A file that does not even load has no tests to fail.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** @param {any} report of Playwright's JSON reporter @returns {Count} */
export function countPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats;
  // Errors outside tests: a configuration that does not load, a server that does not start.
  return { passed: expected + flaky, failed: unexpected + (unexpected === 0 ? report.errors.length : 0) };
}

/**
 * How a step ended. A step that fails without a failed test, or that runs no test at all, counts as one failure, which is
 * the step itself: silence is not success.
 *
 * @param {string} title of the step
 * @param {{ count: Count, failures: FailedTest[] } | null} report null when there is none: the step was stopped, or never began
 * @param {{ code: number, output: string }} end of its program, with what the runner says of it
 * @param {string} unfinished what had begun and had not ended, a line each
 * @returns {Count & { failures: FailedTest[] }}
 */
export function endOfStep(title, report, { code, output }, unfinished = "") {
  const { passed, failed } = report?.count ?? { passed: 0, failed: 0 };
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  if (!isSilent) return { passed, failed, failures: report?.failures ?? [] };
  const reason = output.trim() || `ended with code ${code}`;
  const left = unfinished === "" ? "" : `\nnot ended:\n${unfinished}`;
  const itself = failedTest(title, `${reason}${report === null ? ", without a report" : ""}${left}`);
  return { passed, failed: 1, failures: [...(report?.failures ?? []), itself] };
}
