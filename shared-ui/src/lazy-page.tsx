import { type ComponentType, createElement, use } from "react";

/** The code of a page did not arrive, or threw while it started. `forget` lets a retry ask again. */
export class PageLoadError extends Error {
  override readonly name = "PageLoadError";
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super("page code failed to load", { cause });
    this.forget = forget;
  }
}

/**
 * A component whose code is loaded when it is first shown. Unlike React.lazy, a failed load can be tried again:
 * the failure is kept (a new promise per render would loop) until the error boundary's retry forgets it.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let promise: Promise<ComponentType<P>> | undefined;
  const forget = () => {
    promise = undefined;
  };
  return function LazyPage(props: P) {
    promise ??= load().catch((cause: unknown) => {
      throw new PageLoadError(cause, forget);
    });
    return createElement(use(promise), props);
  };
}
