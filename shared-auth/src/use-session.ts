import { login, updateUser, verifyLogin } from "@bobine/contract/auth";
import { type Access, isSuperAdmin, mayCall } from "@bobine/contract/policy/people";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useStore } from "zustand";
import { callApi, revokeSession } from "./api-client.ts";
import { clearDrafts } from "./draft-storage.ts";
import { closeSession, openSession, replaceUser, sessionStore } from "./session-store.ts";
import { type SessionUser, toSessionUser } from "./session-storage.ts";

/** Who is signed in, for the screens. Tokens stay inside this package. */
export interface Session {
  user: SessionUser | undefined;
  isAuthenticated: boolean;
  isSuperAdmin: boolean;
}

export function useSession(): Session {
  const user = useStore(sessionStore, (state) => state.session?.user);
  return sessionOf(user);
}

/** The same outside React, for route guards. */
export const currentSession = (): Session => sessionOf(sessionStore.getState().session?.user);

const sessionOf = (user: SessionUser | undefined): Session => ({
  user,
  isAuthenticated: user !== undefined,
  isSuperAdmin: user !== undefined && isSuperAdmin(user),
});

/**
 * Whether who is signed in may make calls of this access (SEC-22): screens offer no other. Until a session that an older build stored is
 * renewed its role is not known: everything is offered, and the server refuses.
 */
export function useMay(access: Access): boolean {
  const { user } = useSession();
  return mayCall(access, user && { system_role: user.system_role, role: user.role ?? "admin" });
}

/** Shows what only those may do who may make calls of this access. */
export function Allowed({
  access,
  otherwise = null,
  children,
}: {
  access: Access;
  otherwise?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return useMay(access) ? children : otherwise;
}

/** The distributor whose data the screens show. */
export interface DistributorScope {
  /** The super admin's choice; always null for staff, whose own distributor the server knows. */
  distributorId: number | null;
  /** False only for a super admin who has not chosen yet (UI-3): do not load tenant data. */
  hasAccess: boolean;
  /** Changes with the owner of the data: use it as a `key` to start a screen again. */
  epoch: number;
}

export function useDistributorScope(): DistributorScope {
  const distributorId = useStore(sessionStore, (state) => state.distributorId);
  const epoch = useStore(sessionStore, (state) => state.epoch);
  const { isSuperAdmin } = useSession();
  return {
    distributorId,
    hasAccess: !isSuperAdmin || distributorId !== null,
    epoch,
  };
}

/** Asks for a magic link. The server answers the same whether the address is known or not. */
export async function requestMagicLink(
  email: string,
): Promise<{ detail: string; wait_seconds?: number | undefined }> {
  const answer = await callApi(login, { body: { email } });
  rememberRequestedLink();
  return answer;
}

/**
 * Exchanges the token of a magic link for a session, opened on success.
 * @param code of who has a second factor: the server asks for it with `second_factor_required`, and the link stays good
 * @throws ApiError with the server's reason (link expired, already used)
 */
export async function verifyMagicLink(token: string, code?: string): Promise<SessionUser> {
  const answer = await callApi(verifyLogin, {
    body: code === undefined ? { token } : { token, totp_code: code },
  });
  openSession(answer);
  forgetRequestedLink();
  return toSessionUser(answer.user);
}

/** Revokes the session on the server when it can be reached, and always here. */
export async function signOut(): Promise<void> {
  const { session } = sessionStore.getState();
  const revoked = session ? revokeSession(session).catch(() => undefined) : undefined;
  // It goes on by itself: waiting for a slow network would keep the screens open.
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  closeSession();
  clearDrafts(sessionStorage);
}

/** @throws ApiError with field errors */
export async function updateProfile(fields: z.input<typeof updateUser.body>): Promise<SessionUser> {
  const user = toSessionUser(await callApi(updateUser, { body: fields }));
  replaceUser(user);
  return user;
}

/**
 * Mail scanners open links. Only a browser that asked for one verifies it without a click
 * (the mark lives as long as a link does, 15 minutes).
 */
const LINK_MARK = "magicLinkRequestedAt";
const LINK_LIFE_MS = 15 * 60_000;

export function hasRequestedLink(now: number): boolean {
  const at = Number(localStorage.getItem(LINK_MARK) ?? Number.NaN);
  return Number.isFinite(at) && now - at >= 0 && now - at < LINK_LIFE_MS;
}

const rememberRequestedLink = (): void => localStorage.setItem(LINK_MARK, String(Date.now()));
const forgetRequestedLink = (): void => localStorage.removeItem(LINK_MARK);
