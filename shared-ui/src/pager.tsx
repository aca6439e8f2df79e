import { Button, Group, Text } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { formatCount, formatInteger } from "./format.ts";

export interface PagerProps {
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Rows in all pages. */
  count: number;
  /** `["cinéma", "cinémas"]` */
  unit: readonly [one: string, many: string];
  onPage: (page: number) => void;
  /** The page is no more (an old link, rows that went): this is the last one there is. No step of « Back » for it. */
  onGone?: (lastPage: number) => void;
}

/** « Page 2 sur 12 (1 147 cinémas) » between Précédent and Suivant. Nothing when one page holds all. */
export function Pager({ page, pageSize, count, unit, onPage, onGone }: PagerProps) {
  const pages = Math.ceil(count / pageSize);
  const isToldGone = onGone !== undefined && pages > 0 && page > pages;
  const reportGone = useEffectEvent(() => onGone?.(pages));
  useEffect(() => {
    if (isToldGone) reportGone();
  }, [isToldGone]);
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label="Pagination" justify="space-between" mt="md" gap="sm">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Précédent
      </Button>
      <Text size="sm" c="dimmed" aria-live="polite">
        Page {formatInteger(page)} sur {formatInteger(pages)} ({formatCount(count, unit[0], unit[1])})
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Suivant
      </Button>
    </Group>
  );
}
