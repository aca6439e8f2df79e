import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./search-button.module.css";
import { openSearch } from "./tools.tsx";

const LABEL = "Rechercher";

/** Opens the search over everything; it looks like the field that it opens. */
export function SearchButton({ onOpen }: { onOpen?: (() => void) | undefined }) {
  return (
    <UnstyledButton
      className={classes["button"] ?? ""}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        onOpen?.();
        openSearch();
      }}
    >
      <IconSearch size={16} aria-hidden />
      {LABEL}
      <kbd aria-hidden>Ctrl K</kbd>
    </UnstyledButton>
  );
}

/** The same in the bar of narrow screens. */
export function SearchIcon() {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={LABEL}
      className={classes["icon"] ?? ""}
      onClick={openSearch}
    >
      <IconSearch size={20} aria-hidden />
    </ActionIcon>
  );
}
