import { describeFailure, type RemoteFailure, reportFailure, SUPPORT_CODE_BYTES } from "./failures.ts";
import type { FailedRelease } from "./remote-loader.ts";

const reported = new WeakMap<FailedRelease, RemoteFailure>();

/** Reports a release that failed, once, whoever notices it first. @returns what was reported, with its support code */
export function reportRemoteFailure(failed: FailedRelease): RemoteFailure {
  const known = reported.get(failed);
  if (known) return known;
  const failure = describeFailure(failed.release, failed.diagnosis, failed.error, {
    random: crypto.getRandomValues(new Uint8Array(SUPPORT_CODE_BYTES)),
    now: new Date(),
    path: window.location.pathname,
  });
  reported.set(failed, failure);
  reportFailure(failure);
  return failure;
}
