import type { User } from "@bobine/contract/auth";
import type { DistributorRole } from "@bobine/contract/policy/people";
import { create } from "zustand";
import { recordAction } from "./last-action.ts";
import {
  clearStoredSession,
  readStoredDistributor,
  readStoredSession,
  type SessionUser,
  STORAGE_KEYS,
  type StoredSession,
  toSessionUser,
  writeStoredDistributor,
  writeStoredSession,
} from "./session-storage.ts";

interface SessionState {
  session: StoredSession | undefined;
  /** The distributor a super admin acts for; kept for the browser session. */
  distributorId: number | null;
  /** Grows each time the data a screen may show changes owner: other user, other distributor. */
  epoch: number;
}

/**
 * Private to this package: screens use `useSession` and `useDistributorScope`, which never give the tokens.
 */
export const sessionStore = create<SessionState>(() => ({
  session: readStoredSession(localStorage),
  distributorId: readStoredDistributor(sessionStorage),
  epoch: 0,
}));

/** Opens a session with the answer of the magic-link verification. */
export function openSession(answer: { user: User; token: string; refresh: string }): void {
  const session = { token: answer.token, refreshToken: answer.refresh, user: toSessionUser(answer.user) };
  writeStoredSession(localStorage, session);
  writeStoredDistributor(sessionStorage, null);
  recordAction();
  sessionStore.setState((state) => ({ session, distributorId: null, epoch: state.epoch + 1 }));
}

/** Clears the three stored items and the chosen distributor (SEC-14). */
export function closeSession(): void {
  clearStoredSession(localStorage);
  writeStoredDistributor(sessionStorage, null);
  sessionStore.setState((state) => ({ session: undefined, distributorId: null, epoch: state.epoch + 1 }));
}

/** New tokens for the same user: nothing on screen changes owner, but what they may do there may have changed. */
export function renewTokens(tokens: { token: string; refreshToken: string }, role?: DistributorRole): void {
  const { session } = sessionStore.getState();
  if (!session) return;
  const user = role === undefined || role === session.user.role ? session.user : { ...session.user, role };
  const renewed = { ...session, ...tokens, user };
  writeStoredSession(localStorage, renewed);
  sessionStore.setState({ session: renewed });
}

/** The server answers nothing else to this session any more (SEC-24): screens lead to where that is mended. */
export function noteMissingFactor(): void {
  const user = sessionStore.getState().session?.user;
  if (user && !user.needsSecondFactor) replaceUser({ ...user, needsSecondFactor: true });
}

export function replaceUser(user: SessionUser): void {
  const { session } = sessionStore.getState();
  if (!session) return;
  const updated = { ...session, user };
  writeStoredSession(localStorage, updated);
  sessionStore.setState({ session: updated });
}

export function selectDistributor(id: number | null): void {
  if (sessionStore.getState().distributorId === id) return;
  writeStoredDistributor(sessionStorage, id);
  sessionStore.setState((state) => ({ distributorId: id, epoch: state.epoch + 1 }));
}

/** Takes over what another tab did to the session. Exported for the storage listener and its test. */
export function adoptStoredSession(): void {
  const { session: current, epoch } = sessionStore.getState();
  const stored = readStoredSession(localStorage);
  if (!stored) {
    // Between two writes of another tab the session may be incomplete: only a missing token is a logout.
    if (current && localStorage.getItem(STORAGE_KEYS.token) === null) {
      writeStoredDistributor(sessionStorage, null);
      sessionStore.setState({ session: undefined, distributorId: null, epoch: epoch + 1 });
    }
    return;
  }
  if (current?.user.email === stored.user.email) {
    sessionStore.setState({ session: stored });
    return;
  }
  writeStoredDistributor(sessionStorage, null);
  sessionStore.setState({ session: stored, distributorId: null, epoch: epoch + 1 });
}

/** Follows the other tabs. Returns the function that stops. */
export function followOtherTabs(): () => void {
  const keys = new Set<string>(Object.values(STORAGE_KEYS));
  const onStorage = (event: StorageEvent) => {
    // key null: local storage was cleared as a whole.
    if (event.storageArea === localStorage && (event.key === null || keys.has(event.key)))
      adoptStoredSession();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
