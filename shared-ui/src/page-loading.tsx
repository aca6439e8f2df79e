import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** The shape of a screen while its code or its first data arrives. */
export function PageLoading() {
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden component="output">Chargement…</VisuallyHidden>
      <Skeleton height={28} width={280} radius="md" />
      <Skeleton height={44} radius="md" />
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={36} radius="sm" />
      ))}
    </Stack>
  );
}
