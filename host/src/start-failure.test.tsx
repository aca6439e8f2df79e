import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isStorageBlocked } from "./start-failure.ts";

const denied = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const full = (): never => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};
const aStorage = (changes: Partial<Storage> = {}): Storage => ({
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
  ...changes,
});
const aBrowser = (
  changes: Partial<Pick<Window, "localStorage" | "sessionStorage">> = {},
  cookieEnabled = true,
) => ({
  localStorage: aStorage(),
  sessionStorage: aStorage(),
  navigator: { cookieEnabled },
  ...changes,
});

describe("a browser", () => {
  it.each([
    ["keeps what it is given", aBrowser(), false],
    ["has a full storage", aBrowser({ localStorage: aStorage({ length: 3, setItem: full }) }), false],
    ["gives a storage of no size", aBrowser({ localStorage: aStorage({ setItem: full }) }), true],
    ["refuses cookies", aBrowser({}, false), true],
    ["refuses to write", aBrowser({ sessionStorage: aStorage({ setItem: denied }) }), true],
    ["refuses to name its storage", Object.defineProperty(aBrowser(), "localStorage", { get: denied }), true],
  ])("that %s", (_, browser, blocked) => {
    expect(isStorageBlocked(browser)).toBe(blocked);
  });
});

describe("the first script of the page", () => {
  beforeEach(() => {
    document.body.innerHTML = '<div id="root"></div>';
    vi.resetModules();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    // It is no component, which the setup would unmount: the next file in this worker has its buttons otherwise.
    document.body.replaceChildren();
  });

  it("says that the browser blocks storage, and what to do", async () => {
    vi.spyOn(window, "sessionStorage", "get").mockImplementation(denied);
    await import("./index.ts");
    const card = screen.getByRole("alert");
    expect(card).toHaveTextContent("Votre navigateur bloque les cookies ou les données de ce site.");
    expect(card).toHaveTextContent(`autorisez les cookies et les données de site pour ${location.host}`);
    expect(screen.getByRole("button", { name: "Recharger" })).toBeVisible();
  });
});
