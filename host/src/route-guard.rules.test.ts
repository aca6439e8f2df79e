import type { SessionUser } from "@bobine/shared-auth";
import { expect, it } from "vitest";
import { guard } from "./route-guard.rules.ts";

const staff: SessionUser = {
  firstName: "Camille",
  lastName: "Moreau",
  company: "Lumière",
  system_role: "distributor_staff",
  email: "c@l.example",
};
const superAdmin: SessionUser = { ...staff, firstName: "", company: "", system_role: "super_admin" };

it.each([
  ["nobody is sent to sign in", undefined, "/invoices", false, "/auth"],
  ["staff with a profile stay", staff, "/invoices", false, undefined],
  [
    "staff without a first name complete it",
    { ...staff, firstName: " " },
    "/invoices",
    false,
    "/account/overview",
  ],
  [
    "staff without a company complete it",
    { ...staff, company: "" },
    "/dashboard",
    false,
    "/account/overview",
  ],
  [
    "staff completing their profile stay there",
    { ...staff, company: "" },
    "/account/overview",
    false,
    undefined,
  ],
  ["staff do not enter the console", staff, "/super-admin", true, "/dashboard"],
  ["super admins enter the console", superAdmin, "/super-admin", true, undefined],
  ["super admins need no profile", superAdmin, "/dashboard", false, undefined],
  [
    "super admins without a second factor enable it (SEC-24)",
    { ...superAdmin, needsSecondFactor: true },
    "/super-admin",
    true,
    "/account/second-factor",
  ],
  [
    "super admins who enable it stay there",
    { ...superAdmin, needsSecondFactor: true },
    "/account/second-factor",
    false,
    undefined,
  ],
] as const)("%s", (_, user, pathname, superAdminOnly, destination) => {
  expect(guard({ user, pathname, superAdminOnly })).toBe(destination);
});
