const watchers = new Set<(id: string) => void>();
const HEADER = "x-registry-id";

/** Each answer of the API says which composition is live (FED-6). @param read gives a header of the answer, or null */
export function noteRegistryId(read: (header: string) => string | null): void {
  const id = read(HEADER);
  if (id) for (const tell of watchers) tell(id);
}

/** Tells the id of the live registry with each answer of the API. @returns how to stop */
export function whenRegistryIsTold(tell: (id: string) => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
