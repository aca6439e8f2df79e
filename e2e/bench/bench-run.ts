import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const closers: (() => unknown)[] = [];

/** What the benchmark started ends with it, the last first, also when it is interrupted. */
export function closeAtEnd(close: () => unknown): void {
  closers.push(close);
}

async function closeAll(): Promise<void> {
  for (let next = closers.pop(); next; next = closers.pop()) await next();
}

/** Runs a benchmark, and ends what it started. */
export async function runBench(bench: () => Promise<void>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void closeAll().finally(() => process.exit(1)));
  try {
    await bench();
  } finally {
    await closeAll();
  }
}

/**
 * A browser that asks for nothing by itself. It ends with the benchmark.
 * @param display where it shows its windows (`DISPLAY`); without one it is headless
 */
export async function launchBrowser(display?: string): Promise<Browser> {
  const debian = "/usr/bin/chromium";
  const executablePath = process.env["CHROMIUM_PATH"] ?? (existsSync(debian) ? debian : undefined);
  const args = ["--disable-background-networking", "--disable-component-update", "--no-first-run"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args,
    ...(display ? { headless: false, env: { ...process.env, DISPLAY: display } } : {}),
  });
  closeAtEnd(() => browser.close());
  return browser;
}
