/**
 * What remotes are lent when a chunk of theirs needs it (tooling/federation/src/shared-modules.mjs). The host does not need it itself: it is a
 * part of its build because it is named here.
 */
export const onDemand = {
  screens: () => import("@mantine/core/screens"),
  mantine: () => import("@mantine/core/whole"),
  queries: () => import("@tanstack/react-query/whole"),
  dates: () => import("@mantine/dates"),
};
