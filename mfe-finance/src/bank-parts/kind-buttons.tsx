import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { KeyCap } from "../key-cap.tsx";
import { KIND_KEYS, PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import type { PartKind } from "./part-line.ts";

interface KindButtonsProps {
  kinds: readonly PartKind[];
  disabled?: boolean;
  onKind: (kind: PartKind) => void;
  /** What stands after them in the row. */
  children?: ReactNode;
}

/** A button for each kind of part, with its key. */
export function KindButtons({ kinds, disabled = false, onKind, children }: KindButtonsProps) {
  return (
    <Group gap={6}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="default"
          disabled={disabled}
          onClick={() => onKind(kind)}
          rightSection={<KeyCap>{KIND_KEYS[kind]}</KeyCap>}
        >
          {TEXTS.kinds[kind]}
        </Button>
      ))}
      {children}
    </Group>
  );
}
