type ToastCode = typeof import("./toasts.tsx");

let loading: Promise<ToastCode> | undefined;
const waiting = new Set<(code: ToastCode) => void>();

/**
 * The code of toasts, loaded once: a first screen has none to show, so it is not in the first load.
 * Rejects when it does not arrive; the next call asks again.
 */
export async function loadToasts(): Promise<ToastCode> {
  loading ??= import("./toasts.tsx").catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  const code = await loading;
  for (const tell of waiting) tell(code);
  return code;
}

/** Tells when the code of toasts has come. @returns how to stop */
export function whenToastsLoad(tell: (code: ToastCode) => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}
