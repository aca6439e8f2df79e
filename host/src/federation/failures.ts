import type { RegistryRemote, Release } from "@bobine/contract/registry";

/**
 * Why a remote is not there. `network`, `server` and `timeout` are of the moment; the others do not mend by asking again.
 * `mime`: what came is no code, say a page of a proxy; `integrity`: it is code, and not what was published; `unlisted`: the
 * registry names no hash of the file; `registry`: its entry of the remote is wrong as a whole.
 * The names are those of the beacon (FED-8).
 */
export type FailureKind =
  | "network"
  | "server"
  | "timeout"
  | "missing"
  | "integrity"
  | "mime"
  | "unlisted"
  | "registry"
  | "origin"
  | "override"
  | "incompatible"
  | "execution"
  | "render"
  | "outdated";

/** What the diagnosis found out about a failed load. */
export interface Diagnosis {
  kind: FailureKind;
  /** The file that failed, if it was one. */
  url?: string;
  /** Why the build may not run here, in French; only with `incompatible`, `origin` and `override`. */
  reasons?: readonly string[];
}

/** One failure of one remote, as it is told to the user and to whoever collects failures. */
export interface RemoteFailure extends Diagnosis {
  remote: string;
  build: string;
  version: string;
  owner: string;
  deployedAt: string;
  /** What the user reads to the support; the same in the report. */
  supportCode: string;
  /** Where the user was. */
  path: string;
  /** Time of the failure, ISO 8601. */
  at: string;
  /** Text of the error for the team that owns the remote; never shown. */
  detail: string;
}

/** No release of a remote could be loaded, or its exposed module is none. `diagnosis` is of the release that should have run. */
export class RemoteLoadError extends Error {
  override readonly name = "RemoteLoadError";
  readonly remote: RegistryRemote;
  readonly release: Release;
  readonly diagnosis: Diagnosis;
  /** A release failed because the network was away: it is asked again when the network is back. */
  readonly wasCutOff: boolean;

  constructor(
    remote: RegistryRemote,
    release: Release,
    diagnosis: Diagnosis,
    cause: unknown,
    wasCutOff = false,
  ) {
    super(`remote ${remote.name}@${release.build} could not be loaded: ${diagnosis.kind}`, { cause });
    this.remote = remote;
    this.release = release;
    this.diagnosis = diagnosis;
    this.wasCutOff = wasCutOff;
  }
}

// No 0/O, 1/I/L, and no vowel that would make words: it is read aloud on the telephone.
const CODE_LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ";
/** How much chance a code is made of. */
export const SUPPORT_CODE_BYTES = 8;

/**
 * A code to find one report among all: `FIN-7KQM-2XHD`.
 * @param random at least 8 random bytes
 */
export function supportCode(remote: string, random: Uint8Array): string {
  const letters = Array.from(
    random.slice(0, SUPPORT_CODE_BYTES),
    (byte) => CODE_LETTERS[byte % CODE_LETTERS.length],
  );
  const area = remote.replace(/^mfe-/, "").slice(0, 3).toUpperCase();
  return `${area}-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** @param error anything that was thrown; causes are told too */
export function describeFailure(
  release: Pick<Release, "name" | "version" | "build" | "owner" | "deployedAt">,
  diagnosis: Diagnosis,
  error: unknown,
  moment: { random: Uint8Array; now: Date; path: string },
): RemoteFailure {
  return {
    ...diagnosis,
    remote: release.name,
    build: release.build,
    version: release.version,
    owner: release.owner,
    deployedAt: release.deployedAt,
    supportCode: supportCode(release.name, moment.random),
    path: moment.path,
    at: moment.now.toISOString(),
    detail: detailOf(error),
  };
}

const MAX_DETAIL = 2_000;

function detailOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at !== undefined && parts.length < 5; at = at instanceof Error ? at.cause : undefined)
    parts.push(textOf(at));
  return parts.join(" ← ").slice(0, MAX_DETAIL);
}

/** The one way in which failures leave the page: the console, and an event that a collector may listen to. */
export function reportFailure(failure: RemoteFailure): void {
  // oxlint-disable-next-line no-console -- the support asks for it
  console.error(`${failure.supportCode} ${failure.remote}@${failure.build}: ${failure.kind}`, failure);
  globalThis.dispatchEvent?.(new CustomEvent("bobine:remote-failure", { detail: failure }));
}

/** Name and message of what was thrown, error or not. */
export const textOf = (thrown: unknown): string =>
  thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}`
    : typeof thrown === "string"
      ? thrown
      : typeof thrown;
