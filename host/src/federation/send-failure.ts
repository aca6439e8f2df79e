import { reportRemoteFailure } from "@bobine/contract/operations";
import type { Registry } from "@bobine/contract/registry";
import { callApi } from "@bobine/shared-auth";
import { reportFailedBuild } from "./build-reports.ts";
import type { RemoteFailure } from "./failures.ts";

const SHORT = 200;
const MAX_URL = 500;

/** Tells the server of a failure, without the query of any address. One that cannot be told is on the screen and in the console. */
export async function sendFailure(
  { reasons: _reasons, ...failure }: RemoteFailure,
  registry: Registry,
): Promise<void> {
  const { remote, kind, supportCode, url, detail } = failure;
  const short = (text: string): string => text.slice(0, SHORT);
  const body = {
    remote,
    kind,
    supportCode,
    detail,
    build: short(failure.build),
    version: short(failure.version),
    owner: short(failure.owner),
    path: short(withoutQuery(failure.path)),
    ...(url === undefined ? {} : { url: withoutQuery(url).slice(0, MAX_URL) }),
  };
  await Promise.all([
    callApi(reportRemoteFailure, { body }).catch(() => undefined),
    reportFailedBuild(registry, failure),
  ]);
}

const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? "";
