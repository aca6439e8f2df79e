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

it("nobody is signed in", () => {
  sessionStore.setState({ session: undefined, distributorId: null });
  expect(currentViewer()).toEqual({ userId: null, distributorId: null });
});
