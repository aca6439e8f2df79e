import { mayOpenConsole } from "@bobine/contract/policy/people";
import type { SessionUser } from "@bobine/shared-auth";
import { paths } from "../../paths.ts";
import { takeReturnPath } from "../../return-path.ts";

/** Where somebody goes who has just signed in: where they wanted to go, else the screen of their kind. */
export const landingOf = (user: SessionUser): string =>
  takeReturnPath(Date.now(), user) ?? (mayOpenConsole(user) ? paths.superAdmin() : paths.dashboard());

/** What the sign-in screen is told by the page of a link that opens nothing any more: it offers another one (UI-6). */
export const LINK_IS_OVER = { isLinkOver: true } as const;

export const isLinkOver = (state: unknown): boolean =>
  (state as Partial<typeof LINK_IS_OVER> | null)?.isLinkOver === true;
