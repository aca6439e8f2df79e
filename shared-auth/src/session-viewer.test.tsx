import { expect, it } from "vitest";
import { sessionStore } from "./session-store.ts";
import { currentViewer } from "./session-viewer.ts";

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.signature`;
const user = {
  firstName: "Camille",
  lastName: "Moreau",
  company: "",
  system_role: "distributor_staff",
  email: "c@x.example",
} as const;

it.each([
  ["a user", tokenOf({ sub: "42" }), 42],
  ["a token without a subject", tokenOf({}), null],
  ["a subject that is no number", tokenOf({ sub: "anne" }), null],
  ["text that is no token", "jeton", null],
])("the viewer's id of %s", (_, token, userId) => {
  sessionStore.setState({ session: { token, refreshToken: "r", user }, distributorId: 7 });
  expect(currentViewer()).toEqual({ userId, distributorId: 7 });
});

it.each([
  ["the account's, for staff", { ...user, distributorId: 12 }, null, 12],
  ["the chosen one, for a super admin", { ...user, system_role: "super_admin" }, 7, 7],
  ["unknown, for a session that an older build stored", user, null, null],
] as const)("the viewer's distributor is %s", (_, of, chosen, distributorId) => {
  sessionStore.setState({
    session: { token: tokenOf({ sub: "42" }), refreshToken: "r", user: of },
    distributorId: chosen,
  });
  expect(currentViewer()).toEqual({ userId: 42, distributorId });
});

it("nobody is signed in", () => {
  sessionStore.setState({ session: undefined, distributorId: null });
  expect(currentViewer()).toEqual({ userId: null, distributorId: null });
});
