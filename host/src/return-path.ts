const KEY = "bobine.returnTo";
/** As long as a link to sign in lives. */
const LIFE_MS = 15 * 60_000;
/** Signing out waits for the server, but not long. */
const SIGN_OUT_MS = 5_000;

let signedOutAt = Number.NEGATIVE_INFINITY;

/** The person leaves on purpose: whoever signs in next begins anew. */
export function markSignedOut(): void {
  signedOutAt = Date.now();
}

/** Whether a visitor who is sent away to sign in wants to come back: not after signing out by hand. */
export const returnsAfterSignIn = (): boolean => Date.now() - signedOutAt > SIGN_OUT_MS;

/** Whether an address names more than a screen of the menu: one record, a search, a page. @param path with its query */
export const isDeepLink = (path: string): boolean => /\?.|\/\d+$/.test(path);

/**
 * Keeps where a visitor wanted to go, for the sign-in that follows: its link mostly opens in another tab.
 * @param path address within the product, with its query
 * @param now milliseconds
 */
export function rememberPath(path: string, now: number): void {
  // The browser's other tabs end up signed out too: only the one that is looked at tells where to return.
  if (document.visibilityState === "visible") localStorage.setItem(KEY, `${now} ${path}`);
}

/** Where to go after signing in, once; undefined when nobody was sent away lately. @param now milliseconds */
export function takeReturnPath(now: number): string | undefined {
  const [, at, path] = /^(\d+) (\/(?!\/).*)$/.exec(localStorage.getItem(KEY) ?? "") ?? [];
  localStorage.removeItem(KEY);
  return at !== undefined && now - Number(at) < LIFE_MS ? path : undefined;
}

/** What the sign-in screen is told of where somebody was sent away from. */
export interface SentAway {
  /** Address within the product, with its query. */
  readonly from: string;
  /** They were signed in there, and did not sign out. */
  readonly isSessionOver: boolean;
}

/** @param state of a location, whose other states are none of these */
export const sentAwayBy = (state: unknown): Partial<SentAway> => (state ?? {}) as Partial<SentAway>;
