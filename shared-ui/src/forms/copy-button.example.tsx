import { Group, TextInput } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";

export const Email = () => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput label="Email de connexion" value="camille@lumen.example" readOnly flex={1} />
    <CopyButton value="camille@lumen.example" />
  </Group>
);
