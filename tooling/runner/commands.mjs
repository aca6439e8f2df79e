// The commands: what each one needs, and what it does then.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./browser.mjs";
import { buildFrontEnds, findOutdatedBuilds } from "./builds.mjs";
import { campaignList, chosenCampaigns } from "./campaigns.mjs";
import { areDependenciesInstalled, installDependencies } from "./dependencies.mjs";
import { takeLock } from "./lock.mjs";
import { Failure, ROOT, endChildrenOnSignal, run, say, secondsSince } from "./process.mjs";
import { installChangesets } from "./releases.mjs";
import { serve } from "./serve.mjs";
import {
  fillDemoData,
  hasLongLives,
  runCampaign,
  runChecks,
  runIntegrationTests,
  runJourneys,
  runLongLives,
  runScreenTests,
  runUnitTests,
} from "./steps.mjs";
import { takeTestFolder } from "./test-folder.mjs";
import { findToolchain, installToolchain } from "./toolchain.mjs";

/** `npm start` */
export async function start() {
  return serve(await prepare({ builds: true }));
}

/** `npm run build` */
export async function build() {
  await prepare({ builds: true });
  say("everything is built");
  return 0;
}

/** `npm run check` */
export async function check() {
  const toolchain = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const { failed } = await runChecks(toolchain);
  return failed === 0 ? 0 : 1;
}

/** `npm test`; with names, only those parts. The last line is "N passed, N failed". */
export async function test(names) {
  const parts = ["checks", "unit", "integration", "e2e"];
  const unknown = names.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no part "${unknown}" of the tests: ${parts.join(", ")}.`);
  const wants = (part) => names.length === 0 || names.includes(part);
  return await countFailures(async (add) => {
    const runsTests = parts.some((part) => part !== "checks" && wants(part));
    const found = await prepare({ builds: runsTests });
    const { env, remove } = takeTestFolder(found.env);
    const toolchain = { ...found, env };
    endChildrenOnSignal(remove);
    let demoData;
    try {
      const chromium = wants("e2e") ? await ensureChromium(toolchain) : "";
      // They wait for little: the processor is theirs while the others wait.
      const aside = async () => {
        if (wants("checks")) add(await runChecks(toolchain, { aside: runsTests }));
        if (wants("unit")) add(await runUnitTests(toolchain));
        if (wants("e2e") && (wants("unit") || wants("integration"))) demoData = await fillDemoData(toolchain);
      };
      const others = async () => {
        if (wants("unit")) add(await runScreenTests(toolchain));
        if (wants("integration")) add(await runIntegrationTests(toolchain));
        if (wants("integration") && hasLongLives()) add(await runLongLives(toolchain));
        if (wants("e2e")) add(await runJourneys(toolchain, chromium, demoData));
      };
      const ends = await Promise.allSettled([aside(), others()]);
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    } finally {
      if (demoData !== undefined) rmSync(demoData, { recursive: true, force: true });
      remove();
    }
  });
}

/** Does the steps, adds up what they count, and says it. @returns {Promise<number>} the exit code */
async function countFailures(steps) {
  const started = performance.now();
  const count = { passed: 0, failed: 0 };
  const all = [];
  try {
    await steps(({ passed, failed, failures }) => {
      count.passed += passed;
      count.failed += failed;
      all.push(...failures);
    });
  } catch (error) {
    // What cannot be prepared cannot pass.
    console.error(error instanceof Failure ? error.message : error);
    count.failed += 1;
  }
  // Once more at the end: of a long output, some see only that.
  for (const { name, message } of all) console.log(`\nFAILED ${name.replace(`${ROOT}/`, "")}\n${message}`);
  console.log(`\nin ${secondsSince(started)}`);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
}

/** `npm run campaign`: what there is; with names, or `all`, runs them. The last line is "N passed, N failed". */
export async function campaign(names) {
  if (names.length === 0) {
    console.log(`Usage: npm run campaign <name> … | all\n\n${campaignList()}`);
    return 0;
  }
  const chosen = chosenCampaigns(names);
  return await countFailures(async (add) => {
    const toolchain = await prepare({ builds: true });
    endChildrenOnSignal(() => undefined);
    const chromium = chosen.some(([, { kind }]) => kind === "e2e") ? await ensureChromium(toolchain) : "";
    for (const [name, each] of chosen) add(await runCampaign(toolchain, name, each, chromium));
  });
}

/** `npm run bench <name>` */
export async function bench([name, ...rest]) {
  const folders = ["api/bench", "e2e/bench"].filter((folder) => existsSync(join(ROOT, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((file) => join(folder, file)),
  );
  const file = files.find((path) => /[^/\\]+$/.exec(path)?.[0] === `${name}.bench.ts`);
  if (file === undefined) {
    const known = files.flatMap((path) => /([^/\\]+)[.]bench[.]ts$/.exec(path)?.[1] ?? []);
    throw new Failure(`There is no benchmark "${name ?? ""}". These exist: ${known.join(", ") || "none"}.`);
  }
  const { node, env } = await prepare({ builds: true });
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [join(ROOT, file), ...rest], { env, show: true });
  return code;
}

/** `npm run packages` */
export async function packages() {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const command = join(ROOT, "tooling/federation/src/packages-command.mjs");
  const { code } = await run(node, [command], { env, show: true });
  return code;
}

/** `npm run gallery`: until it is stopped */
export async function gallery() {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const command = join(ROOT, "tooling/federation/src/gallery-command.mjs");
  const { code } = await run(node, [command, "dev"], { env, show: true });
  return code;
}

/** `npm run ops -- <area> <verb> …`; a mail server pipes bounces in */
export async function ops(args) {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [join(ROOT, "api/src/cli/ops.ts"), ...args], {
    env,
    show: true,
    input: true,
  });
  return code;
}

/** `npm run migrate [-- --make-role]` */
export async function migrate(args) {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [join(ROOT, "api/src/cli/migrate.ts"), ...args], { env, show: true });
  return code;
}

/** `npm run schema`: a developer's command, for who has written a migration */
export async function schema(args) {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [join(ROOT, "api/src/cli/schema.ts"), ...args], { env, show: true });
  return code;
}

/** `npm run api-level [-- --check]`: a developer's command, for who has changed a call */
export async function apiLevel(args) {
  const { node, env } = await prepare({ builds: false });
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [join(ROOT, "api/level/api-level.ts"), ...args], { env, show: true });
  return code;
}

/** `npm run changeset [add | status | version]`: changes of the packages that teams install, and their versions */
export async function changeset(args) {
  const { node, env } = await prepare({ builds: false });
  const command = await installChangesets();
  endChildrenOnSignal(() => undefined);
  const { code } = await run(node, [command, ...args], { env, show: true, input: true });
  return code;
}

/** Installs and builds what is missing, and nothing else. @returns {Promise<import("./toolchain.mjs").Toolchain>} */
async function prepare({ builds }) {
  const found = findToolchain();
  const isReady =
    found !== null && areDependenciesInstalled() && (!builds || findOutdatedBuilds().length === 0);
  if (isReady) return found;

  const release = await takeLock();
  const giveSignalsBack = endChildrenOnSignal(release);
  try {
    // Looked at again: another command may have done it while this one waited.
    const toolchain = findToolchain() ?? (await installToolchain());
    if (!areDependenciesInstalled()) await installDependencies(toolchain);
    const outdated = builds ? findOutdatedBuilds() : [];
    if (outdated.length > 0) await buildFrontEnds(outdated, toolchain);
    return toolchain;
  } finally {
    giveSignalsBack();
    release();
  }
}
