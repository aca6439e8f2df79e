import type { SessionUser } from "@bobine/shared-auth";

const KEY = "bobine.returnTo";
/** As long as a link to sign in lives. */
const LIFE_MS = 15 * 60_000;
/** Signing out waits for the server, but not long. */
const SIGN_OUT_MS = 5_000;

/** In local storage: the browser's other tabs end up signed out too, and on purpose. */
const SIGNED_OUT_KEY = "bobine.signedOutAt";

/** The person leaves on purpose: whoever signs in next begins anew. */
export const markSignedOut = (): void => localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()));

/** Whether a visitor who is sent away to sign in wants to come back: not after signing out by hand. */
export const returnsAfterSignIn = (): boolean =>
  Math.abs(Date.now() - Number(localStorage.getItem(SIGNED_OUT_KEY))) > SIGN_OUT_MS;

/**
 * Whether an address names more than a screen of the menu: one record, a search, a page. The account of a client may end in letters.
 * @param path with its query
 */
export const isDeepLink = (path: string): boolean => /\?.|\/\d+$|^\/clients\/./.test(path);

type Person = Pick<SessionUser, "email">;

/** Digits that tell one person from another, without naming them. */
export const signOf = ({ email }: Person): string =>
  String(new TextEncoder().encode(email).reduce((sum, byte) => (sum * 31 + byte) % 2 ** 40, 0));

/** Whose address it was may go back to it, and to a visitor's anybody (SEC-14). @param owner empty for a visitor's */
export const mayReturn = (owner: string | undefined, user: Person): boolean =>
  !owner || owner === signOf(user);

/**
 * Keeps where a visitor wanted to go, for the sign-in that follows: its link mostly opens in another tab.
 * @param path address within the product, with its query
 * @param now milliseconds
 * @param owner `signOf` whoever was signed in there
 */
export function rememberPath(path: string, now: number, owner = ""): void {
  // The browser's other tabs end up signed out too: only the one that is looked at tells where to return.
  if (document.visibilityState === "visible") localStorage.setItem(KEY, `${now} ${owner}${path}`);
}

/**
 * Where to go after signing in, once; undefined when nobody was sent away lately, or somebody else than `user` was.
 * @param now milliseconds
 */
export function takeReturnPath(now: number, user: Person): string | undefined {
  const [, at, owner, path] = /^(\d+) (\d*)(\/(?!\/).*)$/.exec(localStorage.getItem(KEY) ?? "") ?? [];
  localStorage.removeItem(KEY);
  return at !== undefined && now - Number(at) < LIFE_MS && mayReturn(owner, user) ? path : undefined;
}

/** What the sign-in screen is told of where somebody was sent away from. */
export interface SentAway {
  /** Address within the product, with its query. */
  readonly from: string;
  /** `signOf` who was signed in there, and did not sign out; empty for a visitor. */
  readonly owner: string;
}

/** @param state of a location, whose other states are none of these */
export const sentAwayBy = (state: unknown): Partial<SentAway> => (state ?? {}) as Partial<SentAway>;
