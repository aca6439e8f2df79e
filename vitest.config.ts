import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** One for each core. vitest leaves one free, which on a machine of two is half of it. */
const maxWorkers = availableParallelism();
/** One more where tests wait: for PostgreSQL, for locks, for nodes that restart. */
const maxWaitingWorkers = maxWorkers + 1;

/** Beside tests that wait, the runner lets tests that only calculate have half of it (BOBINE_ASIDE). */
const maxUnitWorkers = process.env["BOBINE_ASIDE"] ? Math.ceil(maxWorkers / 2) : maxWorkers;

/** Files that a step of their own runs, between commas: what the command line excludes, projects do not know. */
const apart = process.env["BOBINE_APART"]?.split(",") ?? [];

// Three costs (the fourth, e2e, is Playwright's): the suffix of the file says which one a test pays.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          maxWorkers: maxUnitWorkers,
          // Without I/O and without state of their own: files share a process, and what they import is loaded once.
          isolate: false,
          include: ["{api,shared-auth,shared-features,shared-ui,host,mfe-*,e2e,tooling}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.integration.test.ts"],
        },
      },
      {
        resolve: { dedupe: ["react", "react-dom"] },
        test: {
          name: "screens",
          environment: "jsdom",
          maxWorkers,
          // Each test unmounts what it shows and empties the storage (setup.testing.ts): Mantine is loaded once per worker.
          isolate: false,
          include: ["{shared-auth,shared-features,shared-ui,host,mfe-*}/**/*.test.tsx"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          setupFiles: ["./shared-ui/src/setup.testing.ts"],
          css: false,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          maxWorkers: maxWaitingWorkers,
          // Projects that run together have as many workers.
          sequence: { groupOrder: 1 },
          // Each file has a database and an app of its own, and no state in modules: what they import is loaded once.
          isolate: false,
          include: ["api/**/*.integration.test.ts"],
          exclude: ["**/node_modules/**", ...apart],
          globalSetup: ["./api/src/testing/postgres.global-setup.ts"],
          setupFiles: ["./api/src/testing/declared-rows/check-declared-rows.ts"],
          // What is waited for may take as long as its test may, not vitest's second: no test asserts a time.
          expect: { poll: { timeout: 25_000 } },
        },
      },
    ],
  },
});
