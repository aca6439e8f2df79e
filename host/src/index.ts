import {
  activateOverrides,
  activeOverrides,
  readOverrides,
  requestedOverrides,
  resetOverrides,
  withOverrides,
  withoutOverrides,
} from "./federation/dev-overrides.ts";
import { embeddedRegistry, installTrustedScripts } from "./federation/trusted-scripts.ts";
import { isStorageBlocked, showNotLoaded, showStorageBlocked } from "./start-failure.ts";

const RETRY_DELAYS_MS = [500, 2_000];

if (isStorageBlocked(window)) showStorageBlocked();
else prepare();

function prepare(): void {
  const registry = embeddedRegistry(document);
  const requested = requestedOverrides(registry, window.location.search, sessionStorage);
  if (Object.keys(requested).length === 0) begin(registry);
  else
    void readOverrides(requested)
      .then(activateOverrides)
      .then(() => begin(registry));
}

function begin(registry: unknown): void {
  const { pathname, search, hash } = window.location;
  // Before anything else is loaded: from here on only files of the registry run, each under its hash.
  installTrustedScripts(document, withOverrides(registry, activeOverrides()), activeOverrides().length > 0);
  if (activeOverrides().length > 0)
    window.history.replaceState(null, "", `${pathname}${withoutOverrides(search)}${hash}`);
  // The async boundary: shared modules are in the share scope before any code that uses them runs.
  void start();
}

async function start(): Promise<void> {
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      await import("./bootstrap.tsx");
      return;
    } catch (error) {
      // oxlint-disable-next-line no-console -- nothing else has come that could report it
      console.error("the shell could not start", error);
      if (delay === undefined)
        return showNotLoaded(activeOverrides().length > 0 ? resetOverrides : undefined);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
