import { z } from "zod";

/** How long a browser's tab may go on asking for the files of the builds that its page was told, in days. */
export const TAB_LIFE_DAYS = 14;
const HISTORY_LIMIT = 20;

const instant = z.string();
const refSchema = z.object({ build: z.string(), deployedAt: instant });

const knownBuildSchema = z.object({
  /** `published`: never live. `live`: it is or was. `withdrawn`: rolled back from. `pruned`: its files are being removed. */
  state: z.enum(["published", "live", "withdrawn", "pruned"]),
  /** When it stopped being given to new pages, or was published: a tab's life counts from there. */
  since: instant,
});

/** What is decided about one remote. Only this moves; the builds themselves never change. */
export const remotePointerSchema = z.object({
  live: refSchema.nullable(),
  /** Good builds that were live before, newest first; the first is what a failing page falls back to. */
  history: z.array(refSchema),
  canary: refSchema
    .extend({ share: z.number().optional(), distributors: z.array(z.number()).optional() })
    .nullable(),
  builds: z.record(z.string(), knownBuildSchema),
  /** The build that the last start of the product found beside it. */
  disk: z.string().nullable(),
});
export type RemotePointer = z.infer<typeof remotePointerSchema>;

export interface CanaryAudience {
  /** Per cent of the users. */
  readonly share?: number | undefined;
  /** Ids of distributors. */
  readonly distributors?: readonly number[] | undefined;
}

/** The command asks for what the registry's state forbids; the message says what to do instead. */
export class RegistryRefusal extends Error {
  override readonly name = "RegistryRefusal";
}

export const emptyPointer: RemotePointer = { live: null, history: [], canary: null, builds: {}, disk: null };

/** The builds that a page served now is told. */
export const reachable = ({ live, history, canary }: RemotePointer): string[] =>
  [live, history[0] ?? null, canary].flatMap((ref) => (ref === null ? [] : [ref.build]));

/** A build is there, and goes live by a later decision. */
export function published(pointer: RemotePointer, build: string, at: string): RemotePointer {
  const known = pointer.builds[build];
  if (known !== undefined && known.state !== "pruned") return pointer;
  return withState(pointer, build, "published", at);
}

/** Makes a build live; what was live becomes what pages fall back to. */
export function promoted(pointer: RemotePointer, build: string, at: string): RemotePointer {
  if (pointer.live?.build === build) return pointer;
  const before = pointer.live === null ? [] : [pointer.live];
  const next = {
    ...pointer,
    live: { build, deployedAt: at },
    history: [...before, ...pointer.history].filter((ref) => ref.build !== build).slice(0, HISTORY_LIMIT),
    canary: pointer.canary?.build === build ? null : pointer.canary,
  };
  return left(pointer, withState(next, build, "live", at), at);
}

/**
 * Back to the build before. The one that is left is never fallen back to, and no start of the product brings it back.
 * @throws RegistryRefusal when nothing was live before
 */
export function rolledBack(pointer: RemotePointer, at: string): RemotePointer {
  const [target, ...history] = pointer.history;
  if (pointer.live === null || target === undefined)
    throw new RegistryRefusal("no build was live before this one: publish and promote another one");
  const bad = pointer.live.build;
  const next = {
    ...pointer,
    live: { build: target.build, deployedAt: at },
    history,
    canary: pointer.canary?.build === bad ? null : pointer.canary,
  };
  return left(pointer, withState(next, bad, "withdrawn", at), at);
}

/**
 * Gives a build to some users only, or changes to whom.
 * @throws RegistryRefusal when there is nobody to give it to, or nothing to differ from
 */
export function withCanary(
  pointer: RemotePointer,
  build: string,
  { share, distributors }: CanaryAudience,
  at: string,
): RemotePointer {
  if (pointer.live === null) throw new RegistryRefusal("nothing is live yet: promote a build first");
  if (pointer.live.build === build) throw new RegistryRefusal("this build is live for everybody already");
  if (share === undefined && (distributors ?? []).length === 0)
    throw new RegistryRefusal("say for whom: --share <per cent> or --distributor <id>");
  const canary = {
    build,
    deployedAt: pointer.canary?.build === build ? pointer.canary.deployedAt : at,
    ...(share === undefined ? {} : { share }),
    ...(distributors === undefined || distributors.length === 0 ? {} : { distributors: [...distributors] }),
  };
  const state = pointer.builds[build]?.state === "live" ? "live" : "published";
  return left(pointer, withState({ ...pointer, canary }, build, state, at), at);
}

/** @throws RegistryRefusal when there is none */
export function withoutCanary(pointer: RemotePointer, at: string): RemotePointer {
  if (pointer.canary === null) throw new RegistryRefusal("there is no canary");
  return left(pointer, { ...pointer, canary: null }, at);
}

/**
 * What the start of the product decides about the build beside it: a build that nobody has decided about yet goes live, and
 * a folder that was live as it was stays live when it is built again. An operator's decision (rollback, canary, a build
 * published for later) is left alone.
 * @param isLiveIncompatible the host beside the build cannot run what is live: then only a build that was rolled back from stays away
 */
export function followsDisk(pointer: RemotePointer, build: string, isLiveIncompatible = false): boolean {
  const known = pointer.builds[build]?.state;
  if (isLiveIncompatible) return known !== "withdrawn";
  if (pointer.canary !== null) return false;
  if (known === undefined) return true;
  return (
    known === "live" &&
    pointer.live !== null &&
    pointer.live.build !== build &&
    pointer.live.build === pointer.disk
  );
}

/**
 * The builds whose files may go: not live, not fallen back to, no canary, not among the `keep` newest others, and out of
 * reach for longer than `olderThanDays`.
 * @param stored every build there is, with the instant at which it was published
 */
export function prunable(
  pointer: RemotePointer,
  stored: readonly { readonly build: string; readonly at: Date }[],
  { keep, olderThanDays, now }: { keep: number; olderThanDays: number; now: Date },
): string[] {
  const inUse = new Set(reachable(pointer));
  const limit = now.getTime() - Math.max(olderThanDays, TAB_LIFE_DAYS) * 86_400_000;
  // Of a build from before this ledger nothing is known but that it was out of reach when the live one came.
  const atLeast = pointer.live === null ? 0 : Date.parse(pointer.live.deployedAt);
  return stored
    .filter(({ build }) => !inUse.has(build))
    .map(({ build, at }) => {
      const known = pointer.builds[build];
      return { build, since: known ? Date.parse(known.since) : Math.max(at.getTime(), atLeast) };
    })
    .sort((a, b) => b.since - a.since)
    .slice(keep)
    .filter(({ since }) => since < limit)
    .map(({ build }) => build);
}

/** The pointer without builds whose files go now. */
export function pruned(pointer: RemotePointer, builds: readonly string[], at: string): RemotePointer {
  const next = { ...pointer, history: pointer.history.filter((ref) => !builds.includes(ref.build)) };
  return builds.reduce((value, build) => withState(value, build, "pruned", at), next);
}

function withState(
  pointer: RemotePointer,
  build: string,
  state: RemotePointer["builds"][string]["state"],
  since: string,
): RemotePointer {
  return { ...pointer, builds: { ...pointer.builds, [build]: { state, since } } };
}

/** Notes the instant for builds that pages were told before and are no longer. */
function left(before: RemotePointer, after: RemotePointer, at: string): RemotePointer {
  const still = new Set(reachable(after));
  return reachable(before)
    .filter((build) => !still.has(build))
    .reduce((value, build) => withState(value, build, value.builds[build]?.state ?? "live", at), after);
}
