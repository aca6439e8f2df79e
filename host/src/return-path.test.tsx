import { aUser } from "@bobine/contract/testing/people";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  isDeepLink,
  markSignedOut,
  rememberPath,
  returnsAfterSignIn,
  signOf,
  takeReturnPath,
} from "./return-path.ts";

const NOW = 1_800_000_000_000;
const KEY = "bobine.returnTo";

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("knows in any tab for a few seconds that somebody signed out by hand (UI-6)", () => {
  const clock = vi.spyOn(Date, "now").mockReturnValue(NOW);
  expect(returnsAfterSignIn()).toBe(true);
  markSignedOut();
  expect(localStorage.getItem("bobine.signedOutAt")).toBe(String(NOW));
  expect(returnsAfterSignIn()).toBe(false);
  clock.mockReturnValue(NOW + 5_001);
  expect(returnsAfterSignIn()).toBe(true);
});

it("gives the address back once", () => {
  rememberPath("/invoices?page=2&search=é", NOW);
  expect(takeReturnPath(NOW + 60_000, aUser())).toBe("/invoices?page=2&search=é");
  expect(takeReturnPath(NOW + 60_000, aUser())).toBeUndefined();
});

// SEC-14
it("gives the address to nobody else than who was signed in there, and drops it for them", () => {
  rememberPath("/invoices?search=Client+X", NOW, signOf(aUser()));
  expect(localStorage.getItem(KEY)).not.toContain(aUser().email);
  expect(takeReturnPath(NOW, aUser({ email: "nadia@horizon.test" }))).toBeUndefined();
  expect(takeReturnPath(NOW, aUser())).toBeUndefined();
  rememberPath("/invoices?search=Client+X", NOW, signOf(aUser()));
  expect(takeReturnPath(NOW, aUser())).toBe("/invoices?search=Client+X");
});

it.each([
  ["/invoices/12", true],
  ["/invoices?status=default", true],
  ["/user-actions?action=5", true],
  ["/clients/411REX", true],
  ["/clients/411%2F%C3%89TOILE", true],
  ["/clients", false],
  ["/clients/", false],
  ["/invoices", false],
  ["/external-data/cnc", false],
  ["/", false],
])("%s names more than a screen of the menu: %s", (path, isDeep) => {
  expect(isDeepLink(path)).toBe(isDeep);
});

it("forgets it when a link would have expired", () => {
  rememberPath("/invoices", NOW);
  expect(takeReturnPath(NOW + 15 * 60_000, aUser())).toBeUndefined();
});

it.each([
  "",
  "https://evil.example/",
  `${NOW} https://evil.example/`,
  `${NOW} //evil.example/`,
  `${NOW} 12//evil.example/`,
  "abc /invoices",
])("never leads out of the product: %s", (kept) => {
  localStorage.setItem(KEY, kept);
  expect(takeReturnPath(NOW, aUser())).toBeUndefined();
});

it("is told by the tab that is looked at only", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  rememberPath("/invoices", NOW);
  expect(localStorage.getItem(KEY)).toBeNull();
});
