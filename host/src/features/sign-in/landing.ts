import { mayOpenConsole } from "@bobine/contract/policy/people";
import type { SessionUser } from "@bobine/shared-auth";
import { paths } from "../../paths.ts";
import { takeReturnPath } from "../../return-path.ts";

/** Where somebody goes who has just signed in: where they wanted to go, else the screen of their kind. */
export const landingOf = (user: SessionUser): string =>
  takeReturnPath(Date.now()) ?? (mayOpenConsole(user) ? paths.superAdmin() : paths.dashboard());
