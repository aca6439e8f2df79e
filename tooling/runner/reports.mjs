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
 * The count of a step that ended with `code`. A step that fails without a failed test, or that runs no test at all,
 * counts as one failure: silence is not success.
 *
 * @param {Count | null} count null when there is no report
 * @returns {Count}
 */
export function countStep(count, code) {
  const { passed, failed } = count ?? { passed: 0, failed: 0 };
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed };
}
