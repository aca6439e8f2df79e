/** Whoever reads a distributor's lists keeps filters of them, for themselves alone; a viewer too (UI-28). */
export const savedFiltersPolicy = { keepOwn: "distributor" } as const;
