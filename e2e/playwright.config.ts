import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { byExtent, extentOf } from "../tooling/extent.mjs";

const executablePath =
  process.env["CHROMIUM_PATH"] ??
  ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;

/** Campaigns alone: pictures of every screen prove nothing that a journey does not, and packages of another repository come over the network. */
const campaignsAlone = [
  ...(extentOf("screenshots") === "all" ? [] : ["screenshots.e2e.ts"]),
  ...(extentOf("outside-remote") === "all" ? [] : ["outside-remote.e2e.ts"]),
];

/** In `npm test` nothing moves, as for people who ask their system for that: to draw what moves is half of what the browser costs. */
const motion = byExtent("every-screen", {
  part: { contextOptions: { reducedMotion: "reduce" as const } },
  ci: {},
});

/** Journeys on the production build. Those of one file share a product and come one after the other. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  testIgnore: campaignsAlone,
  globalSetup: "./support/demo-data.global-setup.ts",
  // What a merge has and `npm test` has not; one of them by hand: BOBINE_EXTENT=ci.
  ...byExtent("journeys", { part: { grepInvert: /@ci/ }, ci: {} }),
  outputDir: "results/artifacts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker has a product and a browser of its own, so two keep two cores busy; a file's tests stay in order.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: false,
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...motion,
    screenshot: "only-on-failure",
    // It would be recorded of each journey, whatever becomes of it: to be asked for when one is looked into.
    trace: process.env["BOBINE_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
      ],
    },
  },
});
