import { Text } from "@mantine/core";
import { Surface } from "./surface.tsx";

export const Card = () => (
  <Surface>
    <Text fw={600}>Informations de la société</Text>
    <Text>Lumen Films, SIREN 552 100 554</Text>
    <Text c="dimmed" size="sm">
      Modifié le 18/11/2026
    </Text>
  </Surface>
);
