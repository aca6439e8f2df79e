import { guideAddress } from "@bobine/contract/guide-address";
import { ActionIcon } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useLocation } from "react-router-dom";

/** Opens the users' guide where it speaks of this screen (HELP-1), beside what one is at. */
export function HelpLink() {
  return (
    <ActionIcon
      component="a"
      href={guideAddress(useLocation())}
      target="_blank"
      rel="noopener"
      variant="subtle"
      color="gray"
      aria-label="Guide de cet écran"
      title="Guide de cet écran"
    >
      <IconHelp size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
