import { mayOpenConsole } from "@bobine/contract/policy/people";
import { isApiError, type SessionUser } from "@bobine/shared-auth";
import { paths } from "../../paths.ts";
import { takeReturnPath } from "../../return-path.ts";

/** Where somebody goes who has just signed in: where they wanted to go, else the screen of their kind. */
export const landingOf = (user: SessionUser): string =>
  takeReturnPath(Date.now(), user) ?? (mayOpenConsole(user) ? paths.superAdmin() : paths.dashboard());

/** What the sign-in screen is told by the page of a link that opens nothing any more: it offers another one (UI-6). */
export const LINK_IS_OVER = { isLinkOver: true } as const;

/** Where each of them is asked for. A link that nobody knows is not among them: whether one would come is not known either. */
const ANOTHER_AT: Readonly<Record<string, string>> = {
  link_expired: paths.signIn(),
  link_used: paths.signIn(),
  registration_expired: paths.register(),
};

/** Where the page of a link leads that has failed, and with what it is told there. */
export function wayOutOf(error: unknown): { to: string; state: typeof LINK_IS_OVER | null } {
  const another = isApiError(error) ? ANOTHER_AT[error.code ?? ""] : undefined;
  return another === undefined ? { to: paths.signIn(), state: null } : { to: another, state: LINK_IS_OVER };
}

export const isLinkOver = (state: unknown): boolean =>
  (state as Partial<typeof LINK_IS_OVER> | null)?.isLinkOver === true;
