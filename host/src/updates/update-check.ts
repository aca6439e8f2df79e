import type { Registry } from "@bobine/contract/registry";
import type { Viewer } from "@bobine/contract/remote-choice";
import type { MountedBuild } from "@bobine/shared-auth";
import { type NewerBuild, newerBuilds } from "./newer-builds.ts";

export interface UpdateCheckOptions {
  /** The registry that this page was loaded with. */
  page: Registry;
  mounted: () => readonly MountedBuild[];
  viewer: () => Viewer;
  /** The live registry's id; undefined when the server does not say. */
  readId: () => Promise<string | undefined>;
  /** The live registry; undefined when the server does not say. */
  readRegistry: () => Promise<Registry | undefined>;
  /** Whether the server has this file now. */
  hasFile: (url: string) => Promise<boolean>;
  /** The id of the registry that is worth a reload; undefined: there is none (any more). */
  report: (registryId: string | undefined) => void;
}

/**
 * Finds out whether a reload would bring another build of what is on the screen (FED-6). It never changes what runs:
 * builds are not mixed in one page.
 */
export function createUpdateCheck(options: UpdateCheckOptions) {
  const { page, readId, readRegistry, hasFile, report } = options;
  let live: Registry | undefined;
  const complete = new Set<string>();
  let running: Promise<void> | undefined;
  let again = false;

  async function isComplete({ name, build, urls }: NewerBuild): Promise<boolean> {
    const key = `${name}@${build}`;
    if (complete.has(key)) return true;
    // During a deployment some servers do not have it yet; a reload now could meet one of them.
    const found = (await Promise.all(urls.map(hasFile))).every(Boolean);
    if (found) complete.add(key);
    return found;
  }

  async function decide(): Promise<void> {
    if (live === undefined || live.id === page.id) return report(undefined);
    const { id } = live;
    const newer = newerBuilds(page, live, options.mounted(), options.viewer());
    const ready = newer.length > 0 && (await Promise.all(newer.map(isComplete))).every(Boolean);
    report(ready ? id : undefined);
  }

  async function read(): Promise<void> {
    const id = await readId();
    // No answer says nothing: what was known stays.
    if (id === undefined) return;
    if (id === page.id) live = page;
    else if (id !== live?.id) live = (await readRegistry()) ?? live;
    await decide();
  }

  /** One at a time; what is asked meanwhile is done once more after it. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      await work();
      while (again) {
        again = false;
        await read();
      }
    })().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    /** Asks the server what is live. */
    check: () => run(read),
    /** Decides again from what is known: another part of the page has been mounted. */
    checkAgain: () => run(decide),
    /** True when an answer of the API tells of a registry that this page has not read. It may be a moment late. */
    isNews: (id: string) => id !== (live ?? page).id,
  };
}
