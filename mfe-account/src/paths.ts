/** One function per address of this remote (UI-1). */
export const paths = {
  logs: () => "/logs",
} as const;
