/** One function per address of this remote (SPEC §2.1). */
export const paths = {
  cinemas: () => "/cinemas",
  cinema: (id: number) => `/cinemas/${id}`,
} as const;
