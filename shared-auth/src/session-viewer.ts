import { sessionStore } from "./session-store.ts";

/**
 * For whom the screens are, as far as this browser knows: it decides who gets a canary build, and nothing else. The user id is
 * read from the access token, which only the server can check. The distributor is the one a super admin has chosen, and that of
 * the account for anybody else; unknown for a session opened before accounts told it, until the profile is saved or they sign in.
 */
export function currentViewer(): { userId: number | null; distributorId: number | null } {
  const { session, distributorId } = sessionStore.getState();
  return {
    userId: session ? subjectOf(session.token) : null,
    distributorId: distributorId ?? session?.user.distributorId ?? null,
  };
}

function subjectOf(token: string): number | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    const id = Number(sub);
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
