import { groupKey } from "./group-clients.ts";

/** A way in which a group is written, and of how many cinemas. */
export interface WrittenGroup {
  readonly name: string;
  readonly cinema_count: number;
}

/** The groups that are written in several ways (CLI-5): who is written most is proposed, and of two the first by the alphabet. */
export function groupMerges(
  written: readonly WrittenGroup[],
): { readonly proposed: string; readonly names: WrittenGroup[] }[] {
  return [...Map.groupBy(written, ({ name }) => groupKey(name))]
    .filter(([key, names]) => key !== "" && names.length > 1)
    .map(([, names]) =>
      names.toSorted((a, b) => b.cinema_count - a.cinema_count || (a.name < b.name ? -1 : 1)),
    )
    .map((names) => ({ proposed: (names[0]?.name ?? "").trim(), names }))
    .toSorted((a, b) => (a.proposed < b.proposed ? -1 : 1));
}
