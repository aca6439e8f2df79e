import { ActionIcon } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useLocation } from "react-router-dom";
import { paths } from "../paths.ts";

/** Opens the users' guide where it speaks of this screen (HELP-1), beside what one is at. */
export function HelpLink() {
  const { pathname, search } = useLocation();
  const tab = new URLSearchParams(search).get("tab");
  return (
    <ActionIcon
      component="a"
      href={paths.guide(tab === null ? pathname : `${pathname}?tab=${tab}`)}
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
