// The checks and tests, each with a heading and a verdict. What is run aside says all of it when it has ended.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { extentOf } from "../extent.mjs";
import { CAMPAIGNS } from "./campaigns.mjs";
import { installDebian } from "./debian.mjs";
import { ROOT, run, secondsSince } from "./process.mjs";
import { countPlaywright, countVitest, endOfStep, failedInPlaywright, failedInVitest } from "./reports.mjs";

const REPORTS = join(ROOT, ".cache/reports");
const MINUTE = 60_000;
/** Characters. */
const LAST_WORDS = 500;

/** Says what had not ended when a step was stopped. */
const UNFINISHED = join(ROOT, "tooling/runner/unfinished-reporter.mjs");
const unfinishedFile = (report) => `${report}.unfinished`;

/** Hundreds of processes load the same libraries: what one of them compiled, the next one reads. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, ".cache/node") };

/** @typedef {import("./reports.mjs").Count & { failures: import("./reports.mjs").FailedTest[] }} StepResult */

/** How the reports of a tool are read. @typedef {{ count: (report: any) => import("./reports.mjs").Count, failed: (report: any) => import("./reports.mjs").FailedTest[] }} ReportReader */

/** @type {ReportReader} */
const VITEST = { count: countVitest, failed: failedInVitest };
/** @type {ReportReader} */
const PLAYWRIGHT = { count: countPlaywright, failed: failedInPlaywright };

/** Scripts of the root package.json that read the code without running it. */
const CHECKS = [
  "typecheck",
  "lint",
  "borders",
  "format:check",
  "schema:check",
  "lent-exports:check",
  "api-level:check",
];

/**
 * Runs the checks, two at once, and prints what the failed ones said.
 *
 * @param {import("./toolchain.mjs").Toolchain} toolchain
 * @param {{ aside?: boolean }} [options] `aside`: beside other steps
 * @returns {Promise<StepResult>} only failures are counted: a check is no test
 */
export async function runChecks({ pnpm: [command, ...first], env }, { aside = false } = {}) {
  const said = [];
  const tell = aside ? (line) => said.push(line) : console.log;
  if (!aside) heading("Checks");
  const queue = [...CHECKS];
  const failures = [];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const started = performance.now();
      const options = { env, timeout: 5 * MINUTE };
      const { code, output } = await run(command, [...first, "run", name], options);
      if (code !== 0) {
        failures.push({ name, message: "" });
        tell(output.trimEnd());
      }
      tell(`${name}: ${code === 0 ? "ok" : "FAILED"} (${secondsSince(started)})`);
    }
  };
  await Promise.all([work(), work()]);
  if (aside) {
    heading("Checks");
    console.log(said.join("\n"));
  }
  return { passed: 0, failed: failures.length, failures };
}

/**
 * All of a campaign's tests.
 *
 * @param {import("./toolchain.mjs").Toolchain} toolchain
 * @param {string} name
 * @param {import("./campaigns.mjs").Campaign} campaign
 * @param {string} chromium path of the browser, for journeys
 */
export async function runCampaign(toolchain, name, { kind, files, debian = [] }, chromium) {
  await installDebian(debian);
  const env = { ...toolchain.env, BOBINE_CAMPAIGN: name };
  const title = `Campaign ${name}`;
  const report = `campaign-${name}`;
  // Some take hours: whoever asked for one ends it.
  return kind === "e2e"
    ? runPlaywright(title, report, files, env, chromium, { timeout: undefined })
    : runVitest(title, report, ["--project", kind, ...files], env, { timeout: undefined });
}

/** Tests that wait for little: they are run aside of those that do. */
export function runUnitTests({ env }) {
  return runVitest("Unit tests", "unit", ["--project", "unit"], env, { aside: true });
}

/** Tests of screens. */
export function runScreenTests({ env }) {
  return runVitest("Screen tests", "screens", ["--project", "screens"], env);
}

/** Tests on a real PostgreSQL; where the long lives take an hour they are a step of their own. */
export function runIntegrationTests({ env }) {
  const apart = hasLongLives() ? { BOBINE_APART: CAMPAIGNS["long-lives"].files.join(",") } : {};
  return runVitest("Integration tests", "integration", ["--project", "integration"], {
    ...env,
    ...apart,
    BOBINE_DECLARED_ROWS: "1",
  });
}

/** Whether this run has the long lives that a merge is worth. */
export const hasLongLives = () => extentOf("long-lives") !== "part";

/** The long lives of a distributor's books. */
export function runLongLives({ env }) {
  const args = ["--project", "integration", ...CAMPAIGNS["long-lives"].files];
  return runVitest("Long lives", "long-lives", args, env, { timeout: 60 * MINUTE });
}

/**
 * Makes the demo data of the journeys, aside of what comes before them.
 * @returns {Promise<string | undefined>} their folder; nothing when it could not be made: the journeys try it, and say why not
 */
export async function fillDemoData({ node, env }) {
  const program = join(ROOT, "e2e/support/fill-data-dir.ts");
  const { code, output } = await run(node, [program], { env: { ...env, ...COMPILED } });
  return code === 0 ? output.trim().split("\n").at(-1) : undefined;
}

/**
 * Journeys in a browser.
 * @param {string} chromium path of the browser
 * @param {string | undefined} demoData the folder that `fillDemoData` made
 */
export function runJourneys({ env }, chromium, demoData) {
  const filled = demoData === undefined ? {} : { BOBINE_E2E_DATA_DIR: demoData };
  return runPlaywright("Journeys in a browser", "e2e", [], { ...env, ...filled }, chromium);
}

function runPlaywright(title, name, files, env, chromium, { timeout } = { timeout: 30 * MINUTE }) {
  const report = reportFile(name);
  return runStep(title, report, PLAYWRIGHT, false, () =>
    run(
      programOf("e2e", "playwright"),
      ["test", "--config", "e2e/playwright.config.ts", "--reporter", "list,json", ...files],
      {
        env: { ...env, ...COMPILED, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        show: true,
        timeout,
      },
    ),
  );
}

const reporters = (...names) => names.map((name) => `--reporter=${name}`);

/** Tests end by their own limits: who begins none for so long hangs. A test alone, as a life is, needs a limit of its own. */
function runVitest(title, name, args, env, { timeout = 10 * MINUTE, aside = false } = {}) {
  const report = reportFile(name);
  return runStep(title, report, VITEST, aside, () =>
    run(
      programOf(".", "vitest"),
      ["run", ...args, ...reporters("default", "json", UNFINISHED), `--outputFile.json=${report}`],
      {
        env: {
          ...env,
          ...COMPILED,
          BOBINE_UNFINISHED: unfinishedFile(report),
          ...(aside ? { BOBINE_ASIDE: "1" } : {}),
        },
        show: !aside,
        timeout,
        progress: unfinishedFile(report),
      },
    ),
  );
}

/**
 * @param {string} title
 * @param {string} file of the report that the tool writes
 * @param {ReportReader} reader
 * @param {boolean} aside whether its output was kept, to be shown when it has ended
 * @param {() => Promise<{ code: number, output: string }>} work
 * @returns {Promise<StepResult>}
 */
async function runStep(title, file, reader, aside, work) {
  if (!aside) heading(title);
  mkdirSync(dirname(file), { recursive: true });
  for (const old of [file, unfinishedFile(file)]) rmSync(old, { force: true });
  const started = performance.now();
  const end = await work();
  if (aside) {
    heading(title);
    console.log(end.output.trimEnd());
  }
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const read = report && { count: reader.count(report), failures: reader.failed(report) };
  // What was shown need not be said again but for its end.
  const last = { ...end, output: aside ? end.output.trimEnd().slice(-LAST_WORDS) : end.output };
  const { passed, failed, failures } = endOfStep(title, read, last, textOf(unfinishedFile(file)));
  console.log(`${title}: ${passed} ok, ${failed} not (${secondsSince(started)})`);
  return { passed, failed, failures };
}

const textOf = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function heading(title) {
  console.log(`\n── ${title} ──`);
}

const reportFile = (name) => join(REPORTS, `${name}.json`);
const programOf = (folder, name) => join(ROOT, folder, "node_modules/.bin", name);
