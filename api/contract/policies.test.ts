import { describe, expect, test } from "vitest";
import { canValidateCinema, distributorAskedFor, distributorOfCinemaList } from "./cinemas.policy.ts";
import {
  canEditCommunicationEmail,
  canReplaceContactEmail,
  mayIssue,
  VALIDATION_STATUSES,
} from "./distributors.policy.ts";
import { hasIncompleteProfile, mayCall, mayChooseDistributor, mayOpenConsole } from "./people.policy.ts";

const staff = { system_role: "distributor_staff" } as const;
const admin = { system_role: "super_admin" } as const;

describe("who may at least make a call", () => {
  test.each([
    ["public", true, true, true],
    ["signed-in", false, true, true],
    ["distributor", false, true, true],
    ["super-admin", false, false, true],
  ] as const)("%s: nobody %s, staff %s, super admins %s", (access, nobody, byStaff, byAdmin) => {
    expect([mayCall(access, undefined), mayCall(access, staff), mayCall(access, admin)]).toEqual([
      nobody,
      byStaff,
      byAdmin,
    ]);
  });
});

test("what super admins alone may is refused to staff", () => {
  for (const may of [mayChooseDistributor, mayOpenConsole, canEditCommunicationEmail, canReplaceContactEmail])
    expect([may.name, may(staff), may(admin)]).toEqual([may.name, false, true]);
});

test("of the distributors, those alone issue that a super admin has validated", () => {
  expect(VALIDATION_STATUSES.filter((validation_status) => mayIssue({ validation_status }))).toEqual([
    "validated",
  ]);
});

test("a cinema is validated once, by a super admin", () => {
  const waiting = { is_validated: false };
  expect([canValidateCinema(staff, waiting), canValidateCinema(admin, waiting)]).toEqual([false, true]);
  expect(canValidateCinema(admin, { is_validated: true })).toBe(false);
});

test.each([
  ["staff who name nobody ask for their own", staff, 1, undefined, 1],
  ["staff may name their own", staff, 1, 1, 1],
  ["staff may not name another", staff, 1, 2, "not-theirs"],
  ["staff of no distributor ask for nobody's", staff, undefined, undefined, "not-theirs"],
  ["a super admin asks for the chosen one", admin, 1, undefined, 1],
  ["a super admin asks for the named one, whatever is chosen", admin, 1, 2, 2],
  ["a super admin without either must choose", admin, undefined, undefined, "not-chosen"],
] as const)("%s", (_name, person, served, named, asked) => {
  expect(distributorAskedFor(person, served, named)).toBe(asked);
});

test.each([
  ["staff list their distributor's", staff, 1, undefined, true, 1],
  ["staff may filter by their own", staff, 1, 1, false, 1],
  ["staff may not filter by another", staff, 1, 2, false, "not-theirs"],
  ["a super admin's whole list is the chosen one's", admin, 1, undefined, false, 1],
  ["a super admin's pages are everybody's", admin, 1, undefined, true, undefined],
  ["a super admin's filter wins", admin, 1, 2, true, 2],
] as const)("%s", (_name, person, served, named, isPaged, listed) => {
  expect(distributorOfCinemaList(person, served, { named, isPaged })).toBe(listed);
});

test.each([
  ["staff without a first name", { ...staff, first_name: " ", company: "Films" }, true],
  ["staff without a company", { ...staff, first_name: "Camille", company: "" }, true],
  ["staff with both", { ...staff, first_name: "Camille", company: "Films" }, false],
  ["super admins, whatever they have", { ...admin, first_name: "", company: "" }, false],
])("an incomplete profile is that of %s", (_name, user, incomplete) => {
  expect(hasIncompleteProfile(user)).toBe(incomplete);
});
