import { z } from "zod";

/** How long a browser's tab may go on asking for the files of the builds that its page was told, in days. */
export const TAB_LIFE_DAYS = 14;
const HISTORY_LIMIT = 20;

const instant = z.string();
const refSchema = z.object({
  build: z.string(),
  deployedAt: instant,
  /** Who made it live: a person, or the start of the product that it lay beside. Pointers of before 0.2 do not say. */
  by: z.enum(["operator", "start"]).optional(),
  /** It took the place of a bad build: it is not new, and is not judged by its first hour (FED-27). */
  isReturn: z.literal(true).optional(),
  /** Of a host: the level of the API with which somebody insisted on giving it, although it does not speak it. */
  insistedOn: z.string().optional(),
});
type Ref = z.infer<typeof refSchema>;
/** Who makes a build live. */
export type Promoter = NonNullable<z.infer<typeof refSchema>["by"]>;

const knownBuildSchema = z.object({
  /** `published`: never live. `live`: it is or was. `withdrawn`: rolled back from. `pruned`: its files are being removed. */
  state: z.enum(["published", "live", "withdrawn", "pruned"]),
  /** When it stopped being given to new pages, or was published: a tab's life counts from there. */
  since: instant,
  /** Withdrawn by the product itself (FED-27): only somebody who insists brings it back. */
  isAutomatic: z.literal(true).optional(),
  /** Some people were given it to try: it is `published` again when the trial ends, and their tabs go on with it. */
  wasTried: z.literal(true).optional(),
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
  /** Since when nothing of the remote is given to pages, until a build of it is promoted again. */
  retiredAt: instant.nullable().default(null),
});
export type RemotePointer = z.infer<typeof remotePointerSchema>;

export interface CanaryAudience {
  /** Per cent of the users. */
  readonly share?: number | undefined;
  /** Ids of distributors. */
  readonly distributors?: readonly number[] | undefined;
}

/** What is asked the registry's state forbids; the message says what to do instead. */
export class RegistryRefusal extends Error {
  override readonly name = "RegistryRefusal";
  /** The same, for who asks in the console. */
  readonly french: string;

  /** @param message for an operator at the command line */
  constructor(message: string, french: string) {
    super(message);
    this.french = french;
  }
}

export const emptyPointer: RemotePointer = {
  live: null,
  history: [],
  canary: null,
  builds: {},
  disk: null,
  retiredAt: null,
};

/** The builds that a page served now is told. */
export const reachable = ({ live, history, canary }: RemotePointer): string[] =>
  [live, history[0] ?? null, canary].flatMap((ref) => (ref === null ? [] : [ref.build]));

/** A build is there, and goes live by a later decision. */
export function published(pointer: RemotePointer, build: string, at: string): RemotePointer {
  const known = pointer.builds[build];
  if (known !== undefined && known.state !== "pruned") return pointer;
  return withState(pointer, build, "published", at);
}

/**
 * Makes a build live; what was live becomes what pages fall back to.
 * @param told builds that pages of some hosts are told: they stay in the history, however many for other hosts came after them
 */
export function promoted(
  pointer: RemotePointer,
  build: string,
  at: string,
  { by = "operator", told = [] }: { readonly by?: Promoter; readonly told?: readonly string[] } = {},
): RemotePointer {
  // A person may decide for what a start made live: from then on it stands.
  if (pointer.live?.build === build)
    return by === "start" || pointer.live.by === "operator"
      ? pointer
      : { ...pointer, live: { ...pointer.live, by } };
  const before = pointer.live === null ? [] : [pointer.live];
  const next = {
    ...pointer,
    retiredAt: null,
    live: { build, deployedAt: at, by },
    history: [...before, ...pointer.history]
      .filter((ref) => ref.build !== build)
      .filter((ref, index) => index < HISTORY_LIMIT || told.includes(ref.build)),
    canary: pointer.canary?.build === build ? null : pointer.canary,
  };
  return left(pointer, withState(next, build, "live", at), at);
}

/**
 * Back from a bad build: to the one before, or to another one. The one that is left is never fallen back to, and no start of
 * the product brings it back.
 * @param from the build that is bad, which must be live: of two people who see one failure, the second changes nothing
 * @param to where to, when it is not the build before
 * @throws RegistryRefusal when `from` is not live (any more), when nothing was live before, and when `to` is `from`
 */
export function rolledBack(
  pointer: RemotePointer,
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  at: string,
): RemotePointer {
  const live = pointer.live?.build;
  if (live !== from) throw refusedNotLive(pointer, from);
  const target = to ?? pointer.history[0]?.build;
  if (target === undefined)
    throw new RegistryRefusal(
      "no build was live before this one: publish and promote another one",
      "Aucun build n’a été en service avant celui-ci\u00a0: publiez-en un autre et mettez-le en service.",
    );
  if (target === from) throw refusedSame(from);
  const next = {
    ...pointer,
    live: returnTo(pointer, target, at),
    history: pointer.history.filter((ref) => ref.build !== target),
    canary: pointer.canary?.build === from || pointer.canary?.build === target ? null : pointer.canary,
  };
  const known = withState(withState(next, target, "live", at), from, "withdrawn", at);
  return left(pointer, known, at);
}

/**
 * Back from a bad build that is not the newest: hosts of another contract give it to their pages (FED-23). The newest stays live.
 * @param to what takes its place; without it, the build before
 * @throws RegistryRefusal when `to` is live, or is `from`
 */
export function rolledBackBehind(
  pointer: RemotePointer,
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  at: string,
): RemotePointer {
  if (to === from) throw refusedSame(from);
  if (to !== undefined && to === pointer.live?.build)
    throw new RegistryRefusal(`${to} is live already`, `Le build ${to} est déjà en service.`);
  const instead = to === undefined ? [] : [returnTo(pointer, to, at)];
  const history = pointer.history
    .filter(({ build }) => build !== to)
    .flatMap((ref) => (ref.build === from ? instead : [ref]));
  const known = withState({ ...pointer, history }, from, "withdrawn", at);
  return left(pointer, to === undefined ? known : withState(known, to, "live", at), at);
}

/** What takes the place of a bad build. One that was never live is new, and is judged as one (FED-27). */
const returnTo = (pointer: RemotePointer, build: string, at: string): Ref => ({
  build,
  deployedAt: at,
  by: "operator",
  ...(wasLive(pointer, build) ? { isReturn: true } : {}),
});

/**
 * Whether somebody decided that all have the build, and nothing but a person's doubt took it away. One that the product took back is not: it may
 * have been a canary that failed. Nor is one of which nothing is written down.
 */
export function wasLive({ live, history, builds }: RemotePointer, build: string): boolean {
  if ([live, ...history].some((ref) => ref?.build === build)) return true;
  const known = builds[build];
  return known?.state === "live" || (known?.state === "withdrawn" && known.isAutomatic !== true);
}

/** Whether pages were given the build at some time: a decision for all or for some, whatever came of it. One that was only published is not. */
export function wasGiven(pointer: RemotePointer, build: string): boolean {
  const known = pointer.builds[build];
  return (
    wasLive(pointer, build) ||
    pointer.canary?.build === build ||
    known?.state === "withdrawn" ||
    known?.wasTried === true
  );
}

function refusedNotLive({ live, builds }: RemotePointer, from: string): RegistryRefusal {
  if (live === null) return nothingLive();
  const known = builds[from];
  return known?.state === "withdrawn"
    ? new RegistryRefusal(
        `${from} was left at ${known.since} already: ${live.build} is live`,
        `Le build ${from} a déjà été quitté\u00a0: ${live.build} est en service.`,
      )
    : new RegistryRefusal(
        `${from} is not live: ${live.build} is`,
        `Le build ${from} n’est pas en service\u00a0: ${live.build} l’est.`,
      );
}

const nothingLive = (): RegistryRefusal =>
  new RegistryRefusal("nothing of this remote is live", "Rien de ce module n’est en service.");

/**
 * Nothing of the remote is given to pages any more, and its addresses are free for another one. Its builds stay for the tabs
 * that are open; a later promotion brings it back, a start of the product does not.
 * @throws RegistryRefusal when nothing is live
 */
export function retired(pointer: RemotePointer, at: string): RemotePointer {
  if (pointer.live === null) throw nothingLive();
  return left(pointer, { ...pointer, live: null, history: [], canary: null, retiredAt: at }, at);
}

/**
 * Gives a build to some users only, or changes to whom.
 * @returns the pointer itself when these users have it already
 * @throws RegistryRefusal when there is nobody to give it to, or nothing to differ from
 */
export function withCanary(
  pointer: RemotePointer,
  build: string,
  { share, distributors }: CanaryAudience,
  at: string,
): RemotePointer {
  if (pointer.live === null)
    throw new RegistryRefusal(
      "nothing is live yet: promote a build first",
      "Rien de ce module n’est en service\u00a0: mettez d’abord un build en service.",
    );
  if (pointer.live.build === build)
    throw new RegistryRefusal(
      "this build is live for everybody already",
      "Ce build est déjà en service pour tous.",
    );
  if (share === undefined && (distributors ?? []).length === 0)
    throw new RegistryRefusal(
      "say for whom: --share <per cent> or --distributor <id>",
      "Dites pour quelle part des utilisateurs, ou pour quels distributeurs.",
    );
  if (isTriedBy(pointer, build, { share, distributors })) return pointer;
  const canary = {
    build,
    deployedAt: pointer.canary?.build === build ? pointer.canary.deployedAt : at,
    ...(share === undefined ? {} : { share }),
    ...(distributors === undefined || distributors.length === 0 ? {} : { distributors: [...distributors] }),
  };
  const state = pointer.builds[build]?.state === "live" ? "live" : "published";
  const next = withState({ ...pointer, canary }, build, state, at);
  return left(pointer, withMark(next, build, { wasTried: true }), at);
}

function isTriedBy(
  { canary }: RemotePointer,
  build: string,
  { share, distributors = [] }: CanaryAudience,
): boolean {
  if (canary?.build !== build || canary.share !== share) return false;
  const before = new Set(canary.distributors);
  const asked = new Set(distributors);
  return before.size === asked.size && [...asked].every((id) => before.has(id));
}

/**
 * Everybody gets the live build again.
 * @param build what is to be tried no longer; undefined: whatever is
 * @throws RegistryRefusal when there is none, or another one
 */
export function withoutCanary(pointer: RemotePointer, at: string, build?: string): RemotePointer {
  const tried = pointer.canary?.build;
  if (tried === undefined) throw new RegistryRefusal("there is no canary", "Aucun build n’est à l’essai.");
  if (build !== undefined && build !== tried)
    throw new RegistryRefusal(
      `${build} is no canary: ${tried} is`,
      `Le build ${build} n’est pas à l’essai\u00a0: ${tried} l’est.`,
    );
  return left(pointer, { ...pointer, canary: null }, at);
}

/**
 * A canary that failed: everybody gets the live build again, and the canary comes back only for somebody who insists (FED-27).
 * @throws RegistryRefusal when the build is no canary (any more)
 */
export function withoutFailedCanary(pointer: RemotePointer, build: string, at: string): RemotePointer {
  if (pointer.canary?.build !== build)
    throw new RegistryRefusal(`${build} is no canary`, `Le build ${build} n’est pas à l’essai.`);
  return withState(withoutCanary(pointer, at), build, "withdrawn", at);
}

/** The product itself has withdrawn the build (FED-27). */
export const automatically = (pointer: RemotePointer, build: string): RemotePointer =>
  withMark(pointer, build, { isAutomatic: true });

function withMark(
  pointer: RemotePointer,
  build: string,
  mark: Pick<RemotePointer["builds"][string], "isAutomatic" | "wasTried">,
): RemotePointer {
  const known = pointer.builds[build];
  if (known === undefined) return pointer;
  return { ...pointer, builds: { ...pointer.builds, [build]: { ...known, ...mark } } };
}

/**
 * A build that pages are given because somebody, or a start, made it live, and since when; of one that took the place of a bad build it
 * is not told. A canary is one, too.
 */
export function newcomer(
  { live, history, canary }: RemotePointer,
  build: string,
): { readonly since: string; readonly isCanary: boolean; readonly before: string | undefined } | undefined {
  if (canary?.build === build) return { since: canary.deployedAt, isCanary: true, before: live?.build };
  const refs = live === null ? [] : [live, ...history];
  const index = refs.findIndex((ref) => ref.build === build);
  const ref = refs[index];
  if (ref === undefined || ref.isReturn) return undefined;
  return { since: ref.deployedAt, isCanary: false, before: refs[index + 1]?.build };
}

/**
 * What the start of the product decides about the build beside it (FED-17): it goes live where nothing ever was, and where an
 * earlier start made live what is. What a person has decided (a promotion, a rollback, a canary, a remote that is retired, a
 * build published for later) is left alone.
 * @param isLiveIncompatible the host beside the build cannot run what is live: then only what was left on purpose stays away
 */
export function followsDisk(pointer: RemotePointer, build: string, isLiveIncompatible = false): boolean {
  const { live, canary, disk } = pointer;
  const known = pointer.builds[build]?.state;
  if (known === "withdrawn" || pointer.retiredAt !== null) return false;
  if (isLiveIncompatible) return true;
  if (canary !== null || known === "published" || known === "pruned") return false;
  if (live === null) return true;
  const isFromStart = live.by === "start" || (live.by === undefined && live.build === disk);
  return isFromStart && live.build !== build;
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
  const { wasTried } = pointer.builds[build] ?? {};
  return {
    ...pointer,
    builds: { ...pointer.builds, [build]: { state, since, ...(wasTried ? { wasTried } : {}) } },
  };
}

/** Notes the instant for builds that pages were told before and are no longer. */
function left(before: RemotePointer, after: RemotePointer, at: string): RemotePointer {
  const still = new Set(reachable(after));
  return reachable(before)
    .filter((build) => !still.has(build))
    .reduce((value, build) => leftNow(value, build, at), after);
}

/** Pages are told of the build no longer. */
export const leftNow = (pointer: RemotePointer, build: string, at: string): RemotePointer =>
  withState(pointer, build, pointer.builds[build]?.state ?? "live", at);

const refusedSame = (from: string): RegistryRefusal =>
  new RegistryRefusal(
    `${from} is the build to roll back from: name another one`,
    `Le build ${from} est celui à quitter\u00a0: choisissez-en un autre.`,
  );
