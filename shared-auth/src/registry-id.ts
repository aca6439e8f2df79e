const watchers = new Set<(id: string) => void>();
const HEADER = "x-registry-id";

/** Each answer of the API says which composition is live (FED-6). @param read gives a header of the answer, or null */
export function announceRegistryId(read: (header: string) => string | null): void {
  const id = read(HEADER);
  if (id) for (const watcher of watchers) watcher(id);
}

/** Calls the watcher with the id of the live registry at each answer of the API. @returns how to stop */
export function watchRegistryId(watcher: (id: string) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
