import { useQuery } from "@tanstack/react-query";

/** A list of another part of the screen, kept under `queryKey`, that is read once at once and never again to its end. */
export function SlowList({ queryKey }: { queryKey: readonly unknown[] }) {
  useQuery<number>({
    queryKey,
    queryFn: ({ client }) =>
      client.getQueryData<number>(queryKey) === undefined ? 1 : new Promise<number>(() => undefined),
  });
  return null;
}
