import "@testing-library/jest-dom/vitest";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";
import { forgetToasts } from "./toast-list.ts";

// Of V8, which runs these tests.
const { captureStackTrace } = Error as ErrorConstructor & {
  captureStackTrace: (error: Error, above: unknown) => void;
};

/** What is waited for is missed many times before it comes: the page is printed when somebody reads the error, not each time. */
function missedElement(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  // It is told of the test's line, not of this one.
  captureStackTrace(error, missedElement);
  const print = () => [message, prettyDOM(container)].filter(Boolean).join("\n\n");
  return Object.defineProperty(error, "message", { configurable: true, get: print });
}

configure({
  // A busy machine may be slow; what never comes is still missed.
  asyncUtilTimeout: 10_000,
  getElementError: missedElement,
});

// In development React makes an `Error` for each element, to tell in a warning who made it: a sixth of the time of these tests.
// As many as its limit of a second are made already, so that it makes none.
Object.defineProperty(
  (React as unknown as Record<string, object>)[
    "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
  ],
  "recentlyCreatedOwnerStacks",
  { get: () => Number.POSITIVE_INFINITY, set() {} },
);

// What jsdom lacks and Mantine asks for.
Object.defineProperty(window, "matchMedia", {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class ResizeObserverOfNothing implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver ??= ResizeObserverOfNothing;
Object.defineProperty(Element.prototype, "scrollIntoView", { writable: true, value: () => undefined });

afterEach(() => {
  cleanup();
  // Toasts live in a store of their own, not in the tree.
  forgetToasts();
  localStorage.clear();
  sessionStorage.clear();
});
