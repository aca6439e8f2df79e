import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";

/** Light or dark; the system decides until the user does. */
export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const next = scheme === "light" ? "dark" : "light";
  const Icon = next === "dark" ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={next === "dark" ? "Thème sombre" : "Thème clair"}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
