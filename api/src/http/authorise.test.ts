import { whoMay } from "@bobine/contract/policy/people";
import { describe, expect, test } from "vitest";
import { errors } from "../errors.ts";
import { authorise, chosenIn } from "./authorise.ts";
import type { Identity, SignedInUser } from "./identity.ts";

const LUMEN = 12;
const OTHER = 7;

const anIdentity = (changes: Partial<SignedInUser> = {}, chosenExists = true): Identity => ({
  user: {
    id: 1,
    session_id: "session",
    email: "camille@lumen.example",
    first_name: "Camille",
    last_name: "Rousseau",
    company: "Lumen",
    job_role: "",
    system_role: "distributor_staff",
    role: "accountant",
    distributor_id: LUMEN,
    ...changes,
  },
  chosenExists,
  sessionExpiresAt: "2026-12-07T11:00:00.000Z",
});
const superAdmin = (changes: Partial<SignedInUser> = {}, chosenExists = true): Identity =>
  anIdentity({ system_role: "super_admin", distributor_id: null, ...changes }, chosenExists);

const only = (distributorId: number) => ({ kind: "distributor", distributorId });

describe("who sees what", () => {
  test.each([
    ["staff", "distributor", anIdentity(), undefined, only(LUMEN)],
    ["staff who name another distributor", "distributor", anIdentity(), OTHER, only(LUMEN)],
    ["staff who name none that can be read", "distributor", anIdentity(), "unreadable", only(LUMEN)],
    ["staff on their own account", "signed-in", anIdentity(), undefined, only(LUMEN)],
    ["staff of nobody", "signed-in", anIdentity({ distributor_id: null }), OTHER, { kind: "nobody" }],
    ["a super admin who has chosen", "distributor", superAdmin(), OTHER, only(OTHER)],
    ["a super admin who has not", "signed-in", superAdmin(), undefined, { kind: "all" }],
    [
      "a super admin of a distributor who has not",
      "signed-in",
      superAdmin({ distributor_id: LUMEN }),
      undefined,
      { kind: "all" },
    ],
    ["a super admin in the console", "super-admin", superAdmin(), OTHER, { kind: "all" }],
    ["anybody on an open call", "public", undefined, OTHER, { kind: "nobody" }],
  ] as const)("%s", (_who, access, identity, chosen, scope) => {
    expect(authorise({ access }, identity, chosen).scope).toEqual(scope);
  });
});

describe("a call is refused", () => {
  test.each([
    ["of the console to staff", "super-admin", anIdentity(), undefined, errors.forbidden()],
    [
      "of who decides to a viewer, with whom to ask",
      "accountant",
      anIdentity({ role: "viewer" }),
      undefined,
      errors.forbidden(whoMay("accountant")),
    ],
    [
      "of an administrator to an accountant, with whom to ask",
      "administrator",
      anIdentity(),
      undefined,
      errors.forbidden(whoMay("administrator")),
    ],
    [
      "of an administrator before one has chosen a distributor",
      "administrator",
      superAdmin(),
      undefined,
      errors.distributor.required(),
    ],
    [
      "before the profile is complete",
      "distributor",
      anIdentity({ first_name: "" }),
      undefined,
      errors.profileIncomplete(),
    ],
    [
      "of a distributor before one is chosen",
      "distributor",
      superAdmin(),
      undefined,
      errors.distributor.required(),
    ],
    [
      "for a distributor that does not exist",
      "signed-in",
      superAdmin({}, false),
      OTHER,
      errors.distributor.required(),
    ],
    ["for what is no distributor", "signed-in", superAdmin(), "unreadable", errors.distributor.required()],
  ] as const)("%s", (_which, access, identity, chosen, error) => {
    expect(() => authorise({ access }, identity, chosen)).toThrow(error);
  });
});

test.each([
  ["12", 12],
  [undefined, undefined],
  ["", undefined],
  ["0", "unreadable"],
  ["12 or 1=1", "unreadable"],
  ["9007199254740993", "unreadable"],
  [["12", "7"], "unreadable"],
])("the header %j chooses %j", (header, chosen) => {
  expect(chosenIn(header)).toBe(chosen);
});
