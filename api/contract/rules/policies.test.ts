import { describe, expect, test } from "vitest";
import { canValidateCinema, requestedDistributor, distributorOfCinemaList } from "./cinemas.policy.ts";
import {
  canEditCommunicationEmail,
  canReplaceContactEmail,
  mayIssue,
  VALIDATION_STATUSES,
} from "./distributors.policy.ts";
import {
  type Access,
  DISTRIBUTOR_ROLES,
  hasIncompleteProfile,
  isAdministratorOf,
  isManagedBy,
  mayCall,
  managesPeople,
  refusalToDisable,
  mayChooseDistributor,
  mayOpenConsole,
  whoMay,
} from "./people.policy.ts";

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

test("SEC-22: what a call asks of staff's role, and whom to ask where it is not enough", () => {
  const roles = [...DISTRIBUTOR_ROLES, undefined];
  const allowed = (access: Access) => roles.filter((role) => mayCall(access, { ...staff, role }));
  expect(allowed("distributor")).toEqual(roles);
  expect(allowed("signed-in")).toEqual(roles);
  expect(allowed("accountant")).toEqual(["admin", "accountant"]);
  expect(allowed("signed-in-accountant")).toEqual(["admin", "accountant"]);
  expect(allowed("administrator")).toEqual(["admin"]);
  expect(allowed("super-admin")).toEqual([]);
  expect(mayCall("administrator", { ...admin, role: "viewer" })).toBe(true);
  expect(mayCall("accountant", undefined)).toBe(false);
  expect(whoMay("accountant")).toBe(
    "Votre rôle permet de consulter et d’exporter\u00a0: pour le reste, demandez à un administrateur ou à un comptable de votre société.",
  );
  expect(whoMay("administrator")).toBe(
    "Seul un administrateur de votre société peut le faire\u00a0: demandez-lui.",
  );
  expect([whoMay("super-admin"), whoMay("distributor")]).toEqual([undefined, undefined]);
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
  expect(requestedDistributor(person, served, named)).toBe(asked);
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
  ["staff whose first name nobody sees", { ...staff, first_name: "\u200b", company: "Films" }, true],
  ["staff without a company", { ...staff, first_name: "Camille", company: "" }, true],
  ["staff with both", { ...staff, first_name: "Camille", company: "Films" }, false],
  ["super admins, whatever they have", { ...admin, first_name: "", company: "" }, false],
])("an incomplete profile is that of %s", (_name, user, incomplete) => {
  expect(hasIncompleteProfile(user)).toBe(incomplete);
});

const of = (
  role: "admin" | "accountant",
  distributor_id: number | null,
  person: { system_role: "super_admin" | "distributor_staff" } = staff,
) => ({ ...person, role, distributor_id }) as const;

test("an administrator is one at their own distributor, a super admin at any", () => {
  expect([1, 2, null].map((id) => isAdministratorOf(of("admin", 1), id))).toEqual([true, false, false]);
  expect([1, 2, null].map((id) => isAdministratorOf(of("accountant", 1), id))).toEqual([false, false, false]);
  expect([1, 2, null].map((id) => isAdministratorOf(of("accountant", null, admin), id))).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    [of("admin", 1), of("admin", null), of("accountant", 1), of("accountant", null, admin)].map(
      managesPeople,
    ),
  ).toEqual([true, false, false, true]);
});

test.each([
  ["their distributor's staff", of("accountant", 1), true],
  ["another one's", of("accountant", 2), false],
  ["a super admin who has a place there", of("accountant", 1, admin), false],
  ["a super admin", of("accountant", null, admin), false],
])("an administrator manages %s: a super admin everybody", (_whom, target, may) => {
  expect([isManagedBy(of("admin", 1), target), isManagedBy(of("accountant", null, admin), target)]).toEqual([
    may,
    true,
  ]);
});

describe("nobody disables", () => {
  const person = (email: string, role: "admin" | "accountant", disabled_at: string | null = null) => ({
    ...of(role, 1),
    email,
    disabled_at,
  });
  const [boss, second, clerk] = [
    person("boss", "admin"),
    person("second", "admin"),
    person("clerk", "accountant"),
  ];
  test.each([
    ["oneself", boss, boss, [boss, second], "oneself"],
    ["the last administrator", second, boss, [boss, clerk], "last-administrator"],
    [
      "the last one who may sign in",
      clerk,
      boss,
      [boss, person("second", "admin", "2026-11-30")],
      "last-administrator",
    ],
    [
      "the last one beside who has become a super admin",
      clerk,
      boss,
      [boss, { ...second, ...admin }],
      "last-administrator",
    ],
    [
      "who has become a super admin is no administrator there",
      boss,
      { ...second, ...admin },
      [boss],
      undefined,
    ],
    ["nobody else", boss, second, [boss, second], undefined],
    ["staff are no administrators", boss, clerk, [boss, clerk], undefined],
  ] as const)("%s", (_case, actor, target, people, refusal) => {
    expect(refusalToDisable(actor, target, people)).toBe(refusal);
  });
});
