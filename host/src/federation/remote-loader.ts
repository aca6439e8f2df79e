import type { HostBuild, RegistryRemote, Release } from "@bobine/contract/registry";
import { incompatibilities, releaseFor, type Viewer } from "@bobine/contract/remote-choice";
import type { ExposedModule } from "@bobine/shared-auth";
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from "@module-federation/enhanced/runtime";
import type { Override } from "./dev-overrides.ts";
import { diagnose, isOfNetwork, isTransient, probeFile } from "./failure-diagnosis.ts";
import { type Diagnosis, RemoteLoadError } from "./failures.ts";

const ENTRY_TIMEOUT_MS = 5_000;
/** Pauses before the second and the third attempt. */
export const RETRY_DELAYS_MS: readonly number[] = [300, 1_200];
const EXPOSED_DOOR = "remote";

/** The name of a build's container, as the preset writes it: two builds of a remote never share one. */
const containerOf = ({ name, build }: Release): string => `bobine_${name.replaceAll("-", "_")}_${build}`;

/** Absolute address of a file of a release. */
export const addressOf = ({ baseUrl }: Release, file: string): string =>
  new URL(`${baseUrl}${file}`, document.baseURI).href;

/**
 * The origin of a release that is neither the page's nor an override's: the page's CSP refuses it, and a browser would only
 * say that the network failed.
 */
function foreignOrigin({ name, baseUrl }: Release, overrides: readonly Override[]): string | undefined {
  // Tests without a browser have no page.
  const page = globalThis.document?.baseURI ?? "http://localhost/";
  if (!URL.canParse(baseUrl, page)) return baseUrl;
  const { origin } = new URL(baseUrl, page);
  const own = overrides.some(({ remote, address }) => remote === name && new URL(address).origin === origin);
  return own || origin === new URL(page).origin ? undefined : origin;
}

/** Tells the federation runtime how to fetch entries: under the hash of the registry, with a bounded wait. Once, before the first load. */
export function installRemoteLoading(): void {
  const plugin: ModuleFederationRuntimePlugin = {
    name: "bobine-entry-integrity",
    createScript({ url }) {
      const script = document.createElement("script");
      // Refused here, by the page's policy, when the registry does not name the address.
      script.src = url;
      script.async = true;
      script.integrity = globalThis.__BOBINE_INTEGRITY__?.[script.src] ?? "";
      script.crossOrigin = "anonymous";
      return { script, timeout: ENTRY_TIMEOUT_MS };
    },
  };
  registerPlugins([plugin]);
}

type Fetch = (release: Release, again: boolean) => Promise<unknown>;

const fetchThroughFederation: Fetch = async (release, again) => {
  const name = containerOf(release);
  registerRemotes([{ name, entry: addressOf(release, release.entry) }], { force: again });
  return loadRemote(`${name}/${EXPOSED_DOOR}`);
};

/** A release that could not be used, and why. */
export interface FailedRelease {
  release: Release;
  diagnosis: Diagnosis;
  error: unknown;
  /** The browser knew that it had no network: nothing is said about the release. */
  wasCutOff?: boolean;
}

export interface LoadedRemote {
  exposed: ExposedModule;
  release: Release;
  /** The release that should be here; this one runs in its place. */
  instead?: FailedRelease;
}

export interface RemoteLoaderOptions {
  /** What the host provides: the gate compares with it. */
  host: Pick<HostBuild, "contract" | "shared">;
  /** Replaced by tests: remotes do not resolve outside a browser build. */
  fetch?: Fetch;
  /** Remotes that this page takes from a developer's machine. */
  overrides?: readonly Override[];
  /** Says why a load failed. */
  examine?: (release: Release, error: unknown) => Promise<Diagnosis>;
  retryDelaysMs?: readonly number[];
  /** False while the browser knows that it has no network. */
  isOnline?: () => boolean;
}

interface State {
  loaded: Promise<LoadedRemote> | undefined;
  failed: FailedRelease[];
  /** Set once `loaded` is. */
  settled?: { release: Release | undefined; loadMs: number } | undefined;
}

/** How a remote is in this page: `idle` was not asked for, `degraded` runs the release before. */
export interface Standing {
  state: "idle" | "loading" | "loaded" | "degraded" | "failed";
  /** What runs; undefined when nothing does. */
  release: Release | undefined;
  /** From the first need to the exposed module, with all attempts, in milliseconds. */
  loadMs: number | undefined;
}

/**
 * The one way to remote code, a ladder (FED-4): the gate; the release, tried again only when the network or the server
 * failed; then the release that was live before, in the same page; then a failure, which is kept so that a render cannot loop
 * on it: until `forget`, or, of a release that failed because the network was away, until the network is back.
 */
export function createRemoteLoader({
  host,
  fetch = fetchThroughFederation,
  overrides = [],
  examine = examineInBrowser,
  retryDelaysMs = RETRY_DELAYS_MS,
  // A test without a browser has a navigator that does not know.
  isOnline = () => navigator.onLine !== false,
}: RemoteLoaderOptions) {
  const startedMs = performance.now();
  const states = new Map<string, State>();
  const tried = new Set<string>();

  const stateOf = (remote: RegistryRemote): State => {
    const state = states.get(remote.name) ?? { loaded: undefined, failed: [] };
    states.set(remote.name, state);
    return state;
  };

  async function attempt(release: Release): Promise<ExposedModule> {
    const again = tried.has(release.baseUrl);
    tried.add(release.baseUrl);
    return asExposedModule(await fetch(release, again));
  }

  async function loadRelease(release: Release): Promise<ExposedModule | FailedRelease> {
    const refused = refusalOf(release, host, overrides);
    if (refused !== undefined) return refused;
    for (let attempts = 0; ; attempts += 1) {
      const wasOnline = isOnline();
      try {
        return await attempt(release);
      } catch (error) {
        const diagnosis = await examine(release, error);
        const delay = retryDelaysMs[attempts];
        const wasCutOff = isOfNetwork(diagnosis) && !(wasOnline && isOnline());
        if (!isTransient(diagnosis) || delay === undefined) return { release, diagnosis, error, wasCutOff };
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  async function climb(remote: RegistryRemote, viewer: Viewer, { failed }: State): Promise<LoadedRemote> {
    for (const release of candidates(remote, viewer)) {
      if (failed.some((one) => one.release.build === release.build)) continue;
      const result = await loadRelease(release);
      if (!("diagnosis" in result)) {
        const [instead] = failed;
        return { exposed: result, release, ...(instead ? { instead } : {}) };
      }
      failed.push(result);
    }
    const [first] = failed;
    if (!first) throw new Error(`no release of ${remote.name} to load`);
    const wasCutOff = failed.some((one) => one.wasCutOff === true);
    throw new RemoteLoadError(remote, first.release, first.diagnosis, first.error, wasCutOff);
  }

  async function timedClimb(remote: RegistryRemote, viewer: Viewer, state: State): Promise<LoadedRemote> {
    const begin = performance.now();
    let release: Release | undefined;
    try {
      const loaded = await climb(remote, viewer, state);
      release = loaded.release;
      return loaded;
    } finally {
      state.settled = { release, loadMs: performance.now() - begin };
    }
  }

  return {
    /** When the shell's code began, in milliseconds since the page was asked for. */
    startedMs,
    /** How a remote is now; asking loads nothing. */
    standing(remote: RegistryRemote): Standing {
      const state = states.get(remote.name);
      if (!state) return { state: "idle", release: undefined, loadMs: undefined };
      const { failed, settled } = state;
      if (!settled) return { state: "loading", release: undefined, loadMs: undefined };
      const { release, loadMs } = settled;
      if (!release || failed.some(({ release: { build } }) => build === release.build))
        return { state: "failed", release: undefined, loadMs };
      return { state: failed.length > 0 ? "degraded" : "loaded", release, loadMs };
    },
    /**
     * The exposed module of a remote, loaded once for all who need it; the choice of a canary is made then and stays for this page.
     * @throws RemoteLoadError (rejects) when no release could be loaded
     */
    load(remote: RegistryRemote, viewer: Viewer): Promise<LoadedRemote> {
      const state = stateOf(remote);
      if (isOnline()) forgetCutOff(state);
      state.loaded ??= timedClimb(remote, viewer, state);
      return state.loaded;
    },
    /**
     * Gives up a release whose later code failed to load.
     * @returns true when another release is left to try: `load` asks for it
     */
    giveUp(remote: RegistryRemote, viewer: Viewer, failure: FailedRelease): boolean {
      const state = stateOf(remote);
      if (!state.failed.some((one) => one.release.build === failure.release.build))
        state.failed.push(failure);
      const isLeft = candidates(remote, viewer).some(
        ({ build }) => !state.failed.some((one) => one.release.build === build),
      );
      if (isLeft) {
        state.loaded = undefined;
        state.settled = undefined;
      }
      return isLeft;
    },
    /** Lets the next `load` begin again with the release that should run. */
    forget(remote: RegistryRemote): void {
      states.delete(remote.name);
    },
    examine,
  };
}

/** The network is back: what failed only because it was away has not failed. What failed for another reason has. */
function forgetCutOff(state: State): void {
  if (!state.settled || state.settled.release) return;
  const { failed } = state;
  state.failed = failed.filter((one) => one.wasCutOff !== true);
  if (state.failed.length === failed.length) return;
  state.loaded = undefined;
  state.settled = undefined;
}

/** The gate (FED-4): what keeps a release from being fetched at all. */
function refusalOf(
  release: Release,
  host: RemoteLoaderOptions["host"],
  overrides: readonly Override[],
): FailedRelease | undefined {
  const problem = overrides.find(({ remote }) => remote === release.name)?.problem;
  if (problem !== undefined)
    return { release, diagnosis: { kind: "override", reasons: [problem] }, error: undefined };
  const elsewhere = foreignOrigin(release, overrides);
  if (elsewhere !== undefined)
    return { release, diagnosis: { kind: "origin", reasons: [elsewhere] }, error: undefined };
  const reasons = incompatibilities(release, host);
  if (reasons.length > 0) return { release, diagnosis: { kind: "incompatible", reasons }, error: undefined };
  if (release.integrity[release.entry] === undefined)
    return {
      release,
      // An entry of the registry that could not be read names no file at all.
      diagnosis: { kind: release.entry === "" ? "registry" : "unlisted" },
      error: new Error("the entry has no hash"),
    };
  return undefined;
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;

/** The releases to try, the right one first; a build is tried once. */
function candidates(remote: RegistryRemote, viewer: Viewer): Release[] {
  const all = [releaseFor(remote, viewer), remote, ...(remote.previous ? [remote.previous] : [])];
  return all.filter((release, index) => all.findIndex(({ build }) => build === release.build) === index);
}

const examineInBrowser = (release: Release, error: unknown): Promise<Diagnosis> =>
  diagnose(
    error,
    addressOf(release, release.entry),
    (url) => globalThis.__BOBINE_INTEGRITY__?.[url],
    probeFile,
  );

function asExposedModule(module: unknown): ExposedModule {
  const routes =
    typeof module === "object" && module !== null ? (module as Partial<ExposedModule>).routes : undefined;
  if (!Array.isArray(routes)) throw new TypeError("the remote exposes no routes");
  return module as ExposedModule;
}
