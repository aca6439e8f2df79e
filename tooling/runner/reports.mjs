// How many tests passed and failed, from the tools' own JSON reports.

/** @typedef {{ passed: number, failed: number }} Count */

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
