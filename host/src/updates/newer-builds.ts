import type { Registry, Release } from "@bobine/contract/registry";
import { releaseFor, type Viewer } from "@bobine/contract/remote-choice";
import type { MountedBuild } from "@bobine/shared-auth";

/** Files of a build that must answer before anyone is told of it. */
export interface NewerBuild {
  readonly name: string;
  readonly build: string;
  readonly urls: readonly string[];
}

const HOST = "host";
const HOST_FILES = "/assets/host/";
const CODE = /\.(js|css)$/;

/**
 * The mounted parts of which the server now has another build than this page chose when it was loaded: newer, or older after
 * a rollback. Parts that nobody looks at do not count: when they are opened, they open with this page's registry.
 * @param page the registry that this page was loaded with
 * @param live the registry that a reload would bring
 */
export function newerBuilds(
  page: Registry,
  live: Registry,
  mounted: readonly MountedBuild[],
  viewer: Viewer,
): NewerBuild[] {
  const running = new Map(mounted.map(({ name, build }) => [name, build]));
  const host: NewerBuild[] =
    running.has(HOST) && page.host.build !== live.host.build
      ? [{ name: HOST, build: live.host.build, urls: urlsOf(HOST_FILES, live.host.integrity) }]
      : [];
  const remotes = page.remotes.flatMap((then) => {
    const now = live.remotes.find(({ name }) => name === then.name);
    // A developer's override is not what the server would give.
    if (!running.has(then.name) || !now || !isOfServer(then)) return [];
    const [chosen, release] = [releaseFor(then, viewer), releaseFor(now, viewer)];
    if (running.get(then.name) === release.build) return [];
    // The same choice that does not run failed in this page, or was another viewer's when the page began: worth a word only
    // once it is live for everybody.
    const wentLive = now.build === release.build && then.build !== now.build;
    if (chosen.build === release.build && !wentLive) return [];
    return [{ name: then.name, build: release.build, urls: urlsOf(release.baseUrl, release.integrity) }];
  });
  return [...host, ...remotes];
}

const isOfServer = ({ baseUrl }: Release): boolean => baseUrl.startsWith("/");

const urlsOf = (base: string, integrity: Readonly<Record<string, string>>): string[] =>
  Object.keys(integrity)
    .filter((file) => CODE.test(file))
    .map((file) => `${base}${file}`);
