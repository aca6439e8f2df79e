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

const registry = embeddedRegistry(document);
const requested = requestedOverrides(registry, window.location.search, sessionStorage);

const RETRY_DELAYS_MS = [500, 2_000];

if (Object.keys(requested).length === 0) begin();
else void readOverrides(requested).then(activateOverrides).then(begin);

function begin(): void {
  const { pathname, search, hash } = window.location;
  // Before anything else is loaded: from here on only files of the registry run, each under its hash.
  installTrustedScripts(document, withOverrides(registry, activeOverrides()));
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
      if (delay === undefined) return showFatal();
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** No library has come: the browser's own elements say so. */
function showFatal(): void {
  const place = document.createElement("main");
  place.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = "Bobine n’a pas pu démarrer. Vérifiez votre connexion, puis rechargez la page.";
  const button = document.createElement("button");
  button.textContent = "Recharger";
  button.addEventListener("click", () => window.location.reload());
  place.append(text, button);
  if (activeOverrides().length > 0) {
    const reset = document.createElement("button");
    reset.textContent = "Réinitialiser";
    reset.addEventListener("click", resetOverrides);
    place.append(" ", reset);
  }
  document.getElementById("root")?.replaceChildren(place);
}
