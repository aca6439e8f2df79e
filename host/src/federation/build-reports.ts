import type { BuildReport } from "@bobine/contract/build-reports";
import { reportBuilds } from "@bobine/contract/build-reports";
import type { Registry } from "@bobine/contract/registry";
import { releaseFor, type Viewer } from "@bobine/contract/remote-choice";
import { callApi, currentSession, currentViewer, mountedBuilds, whenBuildMounts } from "@bobine/shared-auth";
import { activeOverrides } from "./dev-overrides.ts";
import type { RemoteFailure } from "./failures.ts";

/** What this page has told already: each build once. */
const told = { loads: new Set<string>(), failures: new Set<string>() };
/** Panels of one screen mount one after another. */
const GATHER_MS = 1_000;

type Load = BuildReport["loads"][number];
type Failure = BuildReport["failures"][number];

/** Which builds this page has: of each remote the one that should run, then what it falls back to (FED-26). */
export function compositionOf({ host, remotes }: Registry, viewer: Viewer): BuildReport["composition"] {
  return {
    host: host.build,
    remotes: Object.fromEntries(
      remotes.map((remote) => [
        remote.name,
        [
          ...new Set([
            releaseFor(remote, viewer).build,
            remote.build,
            ...(remote.previous ? [remote.previous.build] : []),
          ]),
        ],
      ]),
    ),
  };
}

/** Where a remote failed: at its entry, at a part of it later, or while it was drawn. */
export function stageOf({ kind, url }: Pick<RemoteFailure, "kind" | "url">, entry: string): Failure["stage"] {
  if (kind === "render") return "render";
  return url === undefined || url.endsWith(`/${entry}`) ? "load" : "chunk";
}

/** Tells the server of builds that are mounted, now and later. @returns how to stop */
export function reportLoads(registry: Registry): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const gather = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const loads = mountedBuilds().map(({ name, build }) => ({ remote: name, build }));
      void report(registry, loads, []);
    }, GATHER_MS);
  };
  gather();
  const stop = whenBuildMounts(gather);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Tells the server that a build failed. */
export async function reportFailedBuild(registry: Registry, failure: RemoteFailure): Promise<void> {
  const { remote, build, kind, supportCode } = failure;
  const entry = registry.remotes.find(({ name }) => name === remote)?.entry;
  if (entry === undefined) return;
  await report(
    registry,
    [{ remote, build }],
    [{ remote, build, kind, supportCode, stage: stageOf(failure, entry) }],
  );
}

/** A page with a developer's remote in it, with builds of another day, or of nobody, says nothing of what is live. */
async function report(
  registry: Registry,
  loads: readonly Load[],
  failures: readonly Failure[],
): Promise<void> {
  if (!currentSession().isAuthenticated || activeOverrides().length > 0 || registry.replayed) return;
  const body = {
    composition: compositionOf(registry, currentViewer()),
    loads: loads.filter(({ remote, build }) => remote !== "host" && isNews(told.loads, remote, build)),
    failures: failures.filter(({ remote, build }) => isNews(told.failures, remote, build)),
  };
  if (body.loads.length + body.failures.length > 0)
    await callApi(reportBuilds, { body }).catch(() => undefined);
}

function isNews(known: Set<string>, remote: string, build: string): boolean {
  const key = `${remote}@${build}`;
  if (known.has(key)) return false;
  known.add(key);
  return true;
}
