// A display without a screen (Xvfb), for browsers whose pictures are timed. That of a headless browser, which draws with the processor,
// skips pictures as unchanged, so that Event Timing waits for the next one: of a press that brings a hundred rows 230 ms instead of 24.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { closeAtEnd } from "./bench-run.ts";

/** Larger than the pages that benchmarks open, with the browser's own window around them. */
const SCREEN = "1600x1100x24";

/** @returns its name for `DISPLAY`; undefined where there is no Xvfb. It ends with the benchmark */
export async function startDisplay(): Promise<string | undefined> {
  if (process.env["DISPLAY"]) return process.env["DISPLAY"];
  const xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const isMissing = new Promise<undefined>((done) => xvfb.once("error", () => done(undefined)));
  const told = once(xvfb.stdio[3] as Readable, "data").then(([number]) => `:${String(number).trim()}`);
  const display = await Promise.race([told, isMissing]);
  if (display !== undefined) closeAtEnd(() => xvfb.kill());
  return display;
}
