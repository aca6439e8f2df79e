import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { forgetToasts } from "./toast-list.ts";

// A busy machine may be slow; what never comes is still missed.
configure({ asyncUtilTimeout: 10_000 });

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
