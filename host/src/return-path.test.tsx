import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isDeepLink, rememberPath, takeReturnPath } from "./return-path.ts";

const NOW = 1_800_000_000_000;
const KEY = "bobine.returnTo";

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("gives the address back once", () => {
  rememberPath("/invoices?page=2&search=é", NOW);
  expect(takeReturnPath(NOW + 60_000)).toBe("/invoices?page=2&search=é");
  expect(takeReturnPath(NOW + 60_000)).toBeUndefined();
});

it.each([
  ["/invoices/12", true],
  ["/invoices?status=default", true],
  ["/user-actions?action=5", true],
  ["/invoices", false],
  ["/external-data/cnc", false],
  ["/", false],
])("%s names more than a screen of the menu: %s", (path, isDeep) => {
  expect(isDeepLink(path)).toBe(isDeep);
});

it("forgets it when a link would have expired", () => {
  rememberPath("/invoices", NOW);
  expect(takeReturnPath(NOW + 15 * 60_000)).toBeUndefined();
});

it.each([
  "",
  "https://evil.example/",
  `${NOW} https://evil.example/`,
  `${NOW} //evil.example/`,
  "abc /invoices",
])("never leads out of the product: %s", (kept) => {
  localStorage.setItem(KEY, kept);
  expect(takeReturnPath(NOW)).toBeUndefined();
});

it("is told by the tab that is looked at only", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  rememberPath("/invoices", NOW);
  expect(localStorage.getItem(KEY)).toBeNull();
});
