/** One function per address of this remote (UI-1). */
export const paths = {
  cinemas: () => "/cinemas",
  cinema: (id: number) => `/cinemas/${id}`,
} as const;
